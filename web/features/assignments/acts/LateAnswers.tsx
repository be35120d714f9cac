import { Popover } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { formatNumber } from '#contract/format.ts'
import { acceptLateAnswers, leaveLateAnswers } from '#contract/late-answers.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './LateAnswers.module.css'

const calls = { accept: acceptLateAnswers, leave: leaveLateAnswers }

/** That some answers came after the limit, and whether they count: a manager decides, and may decide anew. */
export function LateAnswers({ assignment }: { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState(false)
  const queries = useQueryClient()
  const { id, client, lateAnswers, lateDecision, user, status } = assignment
  const deciding = useMutation({
    mutationFn: (how: keyof typeof calls) => api(calls[how], { params: { assignmentId: id } }),
    onSuccess: (_, how) => toast.success(t(`assignments:late.done.${how}`)),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => {
      setOpened(false)
      return queries.invalidateQueries({ queryKey: ['client', client.id] })
    },
  })
  if (lateAnswers === 0 || status !== 'completed') return null
  const figures = { count: lateAnswers, number: formatNumber(lateAnswers, i18n.language) }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.mark}
          data-open={lateDecision === null || undefined}
          aria-label={`${user.name}: ${t('assignments:late.mark', figures)}`}
          onClick={() => setOpened((before) => !before)}
        >
          <IconClockExclamation size={16} stroke={1.75} aria-hidden />
          {t(lateDecision === null ? 'assignments:late.mark' : `assignments:late.${lateDecision}`, figures)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.box ?? ''}>
        <p>{t('assignments:late.text', figures)}</p>
        <div className={classes.ways}>
          <Button
            size="sm"
            variant="twoTone"
            loading={deciding.isPending && deciding.variables === 'accept'}
            onClick={() => deciding.mutate('accept')}
          >
            {t('assignments:late.accept')}
          </Button>
          {lateDecision === 'left' ? null : (
            <Button
              size="sm"
              loading={deciding.isPending && deciding.variables === 'leave'}
              onClick={() => deciding.mutate('leave')}
            >
              {t('assignments:late.leave')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

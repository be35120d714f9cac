import { Popover } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import {
  acceptLateAnswers,
  type LateAnswer,
  leaveLateAnswers,
  listLateAnswers,
} from '#contract/late-answers.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { useAction } from '../../../app/useAction.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './LateAnswers.module.css'

/** That some answers came after the limit, when they were given, and whether they count: a manager decides, and may change it. */
export function LateAnswers({ assignment }: { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState(false)

  const { id, lateAnswers, lateDecision, user, status } = assignment
  const ways = {
    accept: useAction(acceptLateAnswers, { done: t('assignments:late.done.accept') }),
    leave: useAction(leaveLateAnswers, { done: t('assignments:late.done.leave') }),
  }
  const decide = (how: keyof typeof ways) =>
    ways[how].mutate({ params: { assignmentId: id } }, { onSettled: () => setOpened(false) })
  if (lateAnswers === 0 || status !== 'completed') return null
  const figures = { count: lateAnswers, number: formatNumber(lateAnswers, i18n.language) }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={`plain-button inline-row gap-4 text-13 muted underlined text-start no-padding ${classes.mark}`}
          data-open={lateDecision === null || undefined}
          aria-label={`${user.name}: ${t('assignments:late.mark', figures)}`}
          onClick={() => setOpened((before) => !before)}
        >
          <IconClockExclamation size={16} stroke={1.75} aria-hidden />
          {t(lateDecision === null ? 'assignments:late.mark' : `assignments:late.${lateDecision}`, figures)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={`raised rounded-lg ${classes.box ?? ''}`}>
        <p>{t('assignments:late.text', figures)}</p>
        <Given assignment={assignment} />
        <FullAccess>
          <div className={`cluster gap-8 ${classes.ways}`}>
            <Button
              size="sm"
              variant="twoTone"
              loading={ways.accept.isPending}
              onClick={() => decide('accept')}
            >
              {t('assignments:late.accept')}
            </Button>
            {lateDecision === 'left' ? null : (
              <Button size="sm" loading={ways.leave.isPending} onClick={() => decide('leave')}>
                {t('assignments:late.leave')}
              </Button>
            )}
          </div>
        </FullAccess>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Which questions they are, when each was given, and how many of them in time. */
function Given({ assignment: { id, client, lateAnswers } }: { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(client.id)
  const { data, error } = useQuery({
    queryKey: ['client', client.id, 'lateAnswers', id, lateAnswers],
    queryFn: () => api(listLateAnswers, { params: { assignmentId: id } }),
  })
  if (error) return <p className="meta">{errorMessage(error)}</p>
  if (data === undefined) return <p className="meta">{t('assignments:late.loading')}</p>
  // Only readers of a sensitive test see which questions they are.
  if (data.answers.length === 0) return null
  const at = (moment: string) => formatDateTime(moment, i18n.language, timeZone)
  const given = ({ answeredAt, inTime }: LateAnswer) => {
    if (answeredAt === null) return t('assignments:late.unknown')
    return t(inTime ? 'assignments:late.inTime' : 'assignments:late.after', { at: at(answeredAt) })
  }
  const inTime = data.answers.filter((answer) => answer.inTime).length
  return (
    <>
      <p>
        <b>
          {t('assignments:late.givenInTime', {
            count: inTime,
            number: formatNumber(inTime, i18n.language),
            total: formatNumber(data.answers.length, i18n.language),
          })}
        </b>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={classes.given} tabIndex={0} aria-label={t('assignments:late.list')}>
        {data.answers.map((answer) => (
          <li className="stack edged-top" key={answer.itemId}>
            <b>{t('assignments:late.question', { number: answer.number, section: answer.section })}</b>
            <span className="meta">{given(answer)}</span>
            <span className="meta">{t('assignments:late.arrived', { at: at(answer.arrivedAt) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

import { IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { maxChosenResults } from '#contract/assignments.ts'
import { minGroup } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import { newJobProfilePath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'

/** Leads from ticked results of one test to a job profile that begins with them. */
export function NewProfileButton({
  inventory,
  assignmentIds,
}: {
  inventory: string
  assignmentIds: readonly string[]
}) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const number = (value: number) => formatNumber(value, i18n.language)
  const few = assignmentIds.length < minGroup
  const many = assignmentIds.length > maxChosenResults
  return (
    <Button
      size="sm"
      icon={<IconTargetArrow aria-hidden />}
      disabled={few || many}
      title={
        few
          ? t('job-profiles:from.few', { number: number(minGroup) })
          : many
            ? t('job-profiles:from.many', { number: number(maxChosenResults) })
            : undefined
      }
      onClick={() => void navigate(newJobProfilePath(inventory, assignmentIds))}
    >
      {t('job-profiles:from.action')}
    </Button>
  )
}

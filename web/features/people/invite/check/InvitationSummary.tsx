import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#contract/format.ts'
import { Facts, Well } from '../../../../ui/form/StepFrame.tsx'
import { useTermWords } from '../../../assignments/access-rules/useTermWords.ts'
import { useAccommodationWords } from '../../../assignments/accommodations/useAccommodationWords.ts'
import type { CheckRow, Draft } from '../draft/draft.ts'

interface InvitationSummaryProps {
  draft: Draft
  /** Rows that are sent as they are. */
  sendable: readonly CheckRow[]
  /** Rows that still have to be corrected. */
  waiting: number
}

/** Summary of an invitation: the people, the way, the due date and the group. */
export function InvitationSummary({ draft, sendable, waiting }: InvitationSummaryProps) {
  const { t, i18n } = useTranslation()
  const accommodations = useAccommodationWords()(draft.accommodations).join(' · ')
  const terms = useTermWords()(draft.terms, draft.inventoryIds.length).join(' · ')
  const number = (value: number) => formatNumber(value, i18n.language)
  const mailed = sendable.filter(({ email }) => email.trim() !== '').length
  const groups = [
    draft.group.trim(),
    sendable.some(({ group }) => group.trim()) ? t('invite:summary.listGroups') : '',
  ].filter(Boolean)
  return (
    <Well title={t('invite:summary.title')}>
      <Facts
        facts={[
          { label: t('invite:summary.people'), value: number(sendable.length) },
          { label: t('invite:summary.mailed'), value: number(mailed) },
          { label: t('invite:summary.handed'), value: number(sendable.length - mailed) },
          { label: t('invite:summary.waiting'), value: number(waiting) },
          {
            label: t('invite:summary.due'),
            value: draft.dueDate ? formatDay(draft.dueDate, i18n.language) : t('invite:summary.none'),
          },
          {
            label: t('invite:summary.group'),
            value: groups.join(' · ') || t('invite:summary.noGroup'),
          },
          ...(terms ? [{ label: t('access:title'), value: terms }] : []),
          ...(accommodations ? [{ label: t('accommodations:title'), value: accommodations }] : []),
        ]}
      />
    </Well>
  )
}

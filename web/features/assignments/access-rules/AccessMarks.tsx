import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { formatDateTime } from '#contract/format.ts'
import { Marks } from '../../../ui/text/Marks.tsx'

/** The opening time of an unstarted assignment and its position in an order; nothing without either. */
export function AccessMarks({ assignment, timeZone }: { assignment: Assignment; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const { opensAt, inOrder, status, startedAt } = assignment
  if (status !== 'pending' || startedAt !== null) return null
  const words = [
    ...(opensAt !== null && Date.parse(opensAt) > Date.now()
      ? [t('access:mark.opens', { time: formatDateTime(opensAt, i18n.language, timeZone) })]
      : []),
    ...(inOrder === null ? [] : [t('access:mark.place', { place: inOrder.place })]),
  ]
  return <Marks icon={IconLock} words={words} />
}

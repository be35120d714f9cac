import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { useCounts } from '../../app/layouts/useCounts.ts'
import { CardTabs, TabCount } from '../../ui/layout/CardTabs.tsx'
import { statusChoices } from './status.tsx'
import type { ListParams } from './useAssignments.ts'

/** The list by status, each tab an address; the other filters stay. The numbers are the client's, so only without filters. */
export function StatusTabs({ params }: { params: ListParams }) {
  const { t, i18n } = useTranslation()
  const [search] = useSearchParams()
  const counts = useCounts()
  const { status, ...others } = params.filters
  const narrowed = params.search !== '' || Object.values(others).some((value) => value !== '')
  const numbers = counts && {
    '': counts.assigned,
    ...counts,
    not_started: counts.pending - counts.started,
    in_progress: counts.started,
  }
  const to = (wanted: string) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (wanted === '') next.delete('status')
    else next.set('status', wanted)
    return { search: next.toString() }
  }
  const tab = (wanted: '' | keyof typeof statusChoices, words: string) => (
    <Link key={wanted} to={to(wanted)} aria-current={status === wanted ? 'page' : undefined}>
      {words}
      {numbers && !narrowed ? <TabCount>{formatNumber(numbers[wanted], i18n.language)}</TabCount> : null}
    </Link>
  )
  return (
    <CardTabs label={t('assignments:filter.status')} current={status}>
      {tab('', t('assignments:allStatuses'))}
      {Object.entries(statusChoices).map(([wanted, word]) =>
        tab(wanted as keyof typeof statusChoices, t(`assignments:status.${word}`)),
      )}
    </CardTabs>
  )
}

import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { minGroup } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import type { ScoredRow } from '#contract/scores.ts'
import { jobProfilePath } from '../../../app/paths.ts'
import type { OneFilter } from '../../../ui/table/filters.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import scores from '../scores.module.css'
import { OverallFit } from './FitWord.tsx'
import { useJobProfiles } from './useJobProfiles.ts'

interface Params {
  filters: { inventory: string; profile: string }
  setFilters: (filters: { profile: string }) => void
}

/** The choice of a profile for a list of one test. It is where filters are and filters nothing. */
export function useProfileFilter(
  clientId: string,
  ofOneTest: boolean,
  { filters, setFilters }: Params,
): OneFilter | undefined {
  const { t } = useTranslation()
  const profiles = useJobProfiles(clientId, {
    chosen: filters.profile,
    inventory: ofOneTest ? filters.inventory : '',
  })
  if (profiles.length === 0) return undefined
  return {
    key: 'profile',
    kind: 'one',
    label: t('job-profiles:card.profile'),
    data: profiles.map(({ id, name }) => ({ value: id, label: name })),
    chosen: filters.profile,
    onChange: (profile) => setFilters({ profile }),
  }
}

/** Says that the chosen profile moves nobody, and leads to it. */
export function ProfileNote({ filter }: { filter: OneFilter | undefined }) {
  const { t } = useTranslation()
  const chosen = filter?.data.find(({ value }) => value === filter.chosen)
  if (chosen === undefined) return null
  return (
    <p className={`meta ${scores.note}`} role="note">
      {t('job-profiles:listed', { name: chosen.label })}{' '}
      <Link className="link" to={jobProfilePath(chosen.value)}>
        {t('job-profiles:open')}
      </Link>
    </p>
  )
}

/** Says what is to be done here, to somebody who comes to choose the people of a job profile. */
export function ProfilePeopleNote() {
  const { t, i18n } = useTranslation()
  const [address] = useSearchParams()
  if (address.get('for') !== 'profile') return null
  return (
    <p className={`meta ${scores.note}`} role="note">
      {t('job-profiles:people.tick', {
        number: formatNumber(minGroup, i18n.language),
        action: t('job-profiles:from.action'),
      })}
    </p>
  )
}

/** A column with the fit to the chosen profile. It can't be sorted by. */
export function useFitColumns<Row extends ScoredRow>(profile: string): Column<Row>[] {
  const { t } = useTranslation()
  if (profile === '') return []
  const name = t('job-profiles:column.fit')
  return [
    {
      key: 'fit',
      header: name,
      name,
      skeleton: 96,
      cell: ({ fit }) =>
        fit === undefined ? <span className="muted">–</span> : <OverallFit overall={fit} />,
    },
  ]
}

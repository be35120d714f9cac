import { id } from '#contract/fields.ts'
import type { listCandidates, ScoredPerson } from '#contract/people.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import type { useList } from '../../../app/useList.ts'
import type { Filter } from '../../../ui/table/filters.ts'
import {
  ProfileNote,
  useFitColumns,
  useProfileFilter,
} from '../../assignments/job-profiles/ListedProfile.tsx'
import { ScoresNote, useScoreColumns, useScoreFilters } from '../../assignments/scores.tsx'
import { usePeopleFilters } from '../../memberships/usePeopleFilters.ts'
import { usePeopleColumns } from './usePeopleColumns.tsx'
import { useTestFilter } from './useTestFilter.ts'

type People = ReturnType<typeof useList<typeof listCandidates>>

/** The columns and filters of a list of people and the sentences over it, with the scores of one test where one is chosen. */
export function useListed(clientId: string, { list, params }: Pick<People, 'list' | 'params'>) {
  const { inventory, profile } = params.filters
  const keys = list.data?.keys
  const profiles = useProfileFilter(clientId, id.safeParse(inventory).success, params)
  const scores = [
    ...useFitColumns<ScoredPerson>(profile),
    ...useScoreColumns<ScoredPerson>(keys, params.ordering),
  ]
  const columns = usePeopleColumns(useClientTimeZone(clientId), { scores, profile })
  const filters: Filter[] = [
    ...usePeopleFilters(clientId, params.filters, params.setFilters),
    ...useTestFilter(params),
    ...(profiles ? [profiles] : []),
    // Last, because a test may have many.
    ...useScoreFilters(keys, params),
  ]
  const notes = (
    <>
      <ScoresNote data={list.data} params={params} />
      <ProfileNote filter={profiles} />
    </>
  )
  return { columns, filters, notes, byScores: scores.length > 0 }
}

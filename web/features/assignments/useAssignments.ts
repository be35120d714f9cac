import { assignmentFilters, type resultsCsv } from '#contract/assignments.ts'
import type { QueryIn } from '#contract/kit.ts'
import { filtersBy, scoreBounds, searchOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

export const filterNames = [
  'status',
  'inventory',
  'group',
  'from',
  'to',
  'due_from',
  'due_to',
  'user',
  'decision',
  'testDay',
  'score',
  'band',
  'score_from',
  'score_to',
  'profile',
] as const

/** The list's address. */
export const useListParams = () => useTableParams(filterNames, '-createdAt')
export type ListParams = ReturnType<typeof useListParams>

type Filters = QueryIn<typeof resultsCsv>

const { status, inventory, group, from, to, due_from, due_to, user, testDay } = assignmentFilters
const { score, band, decision } = assignmentFilters
const valid = {
  status: status.unwrap(),
  inventory: inventory.unwrap(),
  group: group.unwrap(),
  from: from.unwrap(),
  to: to.unwrap(),
  due_from: due_from.unwrap(),
  due_to: due_to.unwrap(),
  user: user.unwrap(),
  decision: decision.unwrap(),
  testDay: testDay.unwrap(),
  score: score.unwrap(),
  band: band.unwrap(),
  ...scoreBounds,
}

/** The address's filters as the server takes them; what somebody mistyped into the address is left out. */
export function filtersOf({ search, filters }: Pick<ListParams, 'search' | 'filters'>): Filters {
  return { ...(search ? { search: searchOf(search) } : {}), ...filtersBy(valid, filters) }
}

import { useState } from 'react'
import type { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import {
  type Chosen,
  narrowedBy,
  narrowingOf,
  notNarrowed,
  type PeopleKind,
  type PeopleNarrowed,
  type PeopleSelection,
} from '../../memberships/selection.ts'
import { usePeople } from '../../memberships/usePeople.ts'

type Recipients = Pick<BodyIn<typeof createAssignments>, 'userIds' | 'filter'>

/** A list of people to tick, page by page and of both kinds; or all that the search and the group find. */
export function useChosenPeople(
  clientId: string,
  draft: PeopleSelection,
  edit: (values: Partial<PeopleSelection>) => void,
) {
  const { kind, search, all } = draft
  const filters = narrowingOf(draft)
  const [place, setPlace] = useState({ page: 1, ordering: 'name' })
  const params = { ...place, pageSize: 10, search, filters }
  const list = usePeople(clientId, kind, params)
  const count = list.data?.count ?? 0

  // Narrowing the list also narrows the selection to the people that are left.
  const narrow = (values: Partial<Pick<PeopleSelection, 'kind' | 'search'> & PeopleNarrowed>) => {
    setPlace((before) => ({ ...before, page: 1 }))
    edit({ all: false, ...values })
  }
  const known = new Map(
    [...draft.ticked, ...(list.data?.results ?? [])].map(({ userId, membershipId, name }) => [
      userId,
      { userId, membershipId, name },
    ]),
  )
  const filter = {
    role: kind === 'employees' ? ('employee' as const) : ('candidate' as const),
    ...narrowedBy(filters),
    ...(search ? { search: search.slice(0, 100) } : {}),
  }
  const userIds = draft.ticked.map(({ userId }) => userId)
  const recipients: Recipients = all ? { filter } : { userIds }
  const chosen: Chosen = all
    ? { filter }
    : { membershipIds: draft.ticked.map(({ membershipId }) => membershipId) }
  return {
    list,
    params,
    kind,
    all,
    recipients,
    /** The same people for calls that name memberships. */
    chosen,
    selected: new Set(userIds),
    number: all ? count : userIds.length,
    /** Those ticked one by one are of either kind. */
    mayBeCandidates: !all || kind === 'candidates',
    nameOf: (userId: string) => known.get(userId)?.name ?? '',
    setKind: (next: PeopleKind) => narrow({ kind: next, search: '', ...notNarrowed }),
    setPage: (page: number) => setPlace((before) => ({ ...before, page })),
    setOrdering: (ordering: string) => setPlace({ page: 1, ordering }),
    setSearch: (text: string) => narrow({ search: text.trim() }),
    setFilters: (next: Partial<PeopleNarrowed>) => narrow(next),
    clear: () => narrow({ search: '', ...notNarrowed }),
    setAll: (next: boolean) => edit({ all: next }),
    tick: (ids: ReadonlySet<string>) =>
      edit({ ticked: [...known.values()].filter(({ userId }) => ids.has(userId)) }),
  }
}
export type ChosenPeople = ReturnType<typeof useChosenPeople>

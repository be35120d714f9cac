import { useState } from 'react'
import type { createAssignments } from '#contract/assigning.ts'
import type { BodyIn } from '#contract/kit.ts'
import type { Person } from '#contract/people.ts'
import type { PeopleKind } from '../participants/PeopleTabs.tsx'
import { usePeople } from '../participants/usePeople.ts'

type Whom = Pick<BodyIn<typeof createAssignments>, 'userIds' | 'filter'>

const firstPage = { page: 1, pageSize: 10, search: '', ordering: 'name', filters: { group: '' } }

/** A list of people to tick, page by page and of both kinds; or all that the search and the group find. */
export function useChosenPeople(clientId: string) {
  const [kind, setKind] = useState<PeopleKind>('candidates')
  const [params, setParams] = useState(firstPage)
  const [ticked, setTicked] = useState<ReadonlyMap<string, Person>>(new Map())
  const [all, setAll] = useState(false)
  const list = usePeople(clientId, kind, params)
  const count = list.data?.count ?? 0

  // Whoever narrows the list down means those that are left, and not all that stood there before.
  const narrow = (values: Partial<typeof firstPage>) => {
    setAll(false)
    setParams((before) => ({ ...before, page: 1, ...values }))
  }
  const known = new Map([...ticked, ...(list.data?.results ?? []).map((row) => [row.userId, row] as const)])
  const filter = {
    role: kind === 'employees' ? ('employee' as const) : ('candidate' as const),
    ...(params.filters.group ? { group: params.filters.group } : {}),
    ...(params.search ? { search: params.search.slice(0, 100) } : {}),
  }
  const whom: Whom = all ? { filter } : { userIds: [...ticked.keys()] }
  return {
    list,
    params,
    kind,
    all,
    whom,
    selected: new Set(ticked.keys()),
    number: all ? count : ticked.size,
    nameOf: (userId: string) => known.get(userId)?.name ?? '',
    setKind: (next: PeopleKind) => {
      setKind(next)
      narrow({ search: '', filters: { group: '' } })
    },
    setPage: (page: number) => setParams((before) => ({ ...before, page })),
    setOrdering: (ordering: string) => setParams((before) => ({ ...before, page: 1, ordering })),
    setSearch: (search: string) => narrow({ search: search.trim() }),
    setGroup: (group: string) => narrow({ filters: { group } }),
    clear: () => narrow({ search: '', filters: { group: '' } }),
    setAll,
    tick: (ids: ReadonlySet<string>) => setTicked(new Map([...known].filter(([id]) => ids.has(id)))),
  }
}
export type ChosenPeople = ReturnType<typeof useChosenPeople>

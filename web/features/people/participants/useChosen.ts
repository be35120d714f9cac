import { useState } from 'react'
import type { ScoredPerson } from '#contract/people.ts'
import {
  type Chosen,
  narrowedBy,
  notNarrowed,
  type PeopleKind,
  type PeopleNarrowed,
  type PeopleSelection,
} from '../../memberships/selection.ts'

interface Listed {
  kind: PeopleKind
  search: string
  filters: PeopleNarrowed
  count: number
  rows: readonly ScoredPerson[] | undefined
}

/** Somebody ticked, with the assignment whose scores the list shows. */
type Picked = PeopleSelection['ticked'][number] & Pick<ScoredPerson, 'scoresOf'>

/** The people picked in a list. Another search, filter or kind starts again: nobody stays picked unseen. */
export function useChosen({ kind, search, filters, count, rows }: Listed) {
  // The key is the membership, so that people ticked on another page keep their names.
  const [picked, setPicked] = useState<ReadonlyMap<string, Picked>>(new Map())
  const [all, setAll] = useState(false)
  const list = JSON.stringify([kind, search, filters])
  const [of, setOf] = useState(list)
  const clear = () => {
    setPicked(new Map())
    setAll(false)
  }
  if (of !== list) {
    setOf(list)
    clear()
  }
  const role = kind === 'employees' ? 'employee' : 'candidate'
  const known = new Map([
    ...picked,
    ...(rows ?? []).map(
      ({ membershipId, userId, name, scoresOf }) =>
        [membershipId, { userId, membershipId, name, scoresOf }] as const,
    ),
  ])
  const chosen: Chosen = all
    ? { filter: { role, ...(search && { search }), ...narrowedBy(filters) } }
    : { membershipIds: [...picked.keys()] }
  const selected: PeopleSelection = all
    ? { kind, search, ...filters, all, ticked: [] }
    : {
        kind,
        search: '',
        ...notNarrowed,
        all,
        ticked: [...picked.values()].map(({ scoresOf: _, ...person }) => person),
      }
  return {
    chosen,
    /** The same people, for the form that assigns tests. */
    people: selected,
    /** The results that the list shows of those ticked one by one. */
    results: all ? [] : [...picked.values()].flatMap(({ scoresOf }) => scoresOf ?? []),
    /** The number of these people. */
    amount: all ? count : picked.size,
    clear,
    selection: {
      selected: new Set(picked.keys()),
      onChange: (ids: ReadonlySet<string>) =>
        setPicked(new Map([...known].filter(([membershipId]) => ids.has(membershipId)))),
      rowLabel: (key: string) => known.get(key)?.name ?? '',
      matching: { all, onAll: setAll },
    },
  }
}

import { useState } from 'react'
import type { BodyIn } from '#contract/kit.ts'
import type { movePeople } from '#contract/memberships.ts'
import type { Person } from '#contract/people.ts'
import type { PeopleKind } from './PeopleTabs.tsx'

/** Whom a call is for, as the API takes it: these people, or all that the list's filter finds. */
export type Chosen = Omit<BodyIn<typeof movePeople>, 'group'>

interface Listed {
  kind: PeopleKind
  search: string
  group: string
  count: number
  rows: readonly Person[] | undefined
}

/** The people picked in a list. Another search, group or kind begins anew: nobody stays picked unseen. */
export function useChosen({ kind, search, group, count, rows }: Listed) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const list = JSON.stringify([kind, search, group])
  const [of, setOf] = useState(list)
  const clear = () => {
    setSelected(new Set())
    setAll(false)
  }
  if (of !== list) {
    setOf(list)
    clear()
  }
  const role = kind === 'employees' ? 'employee' : 'candidate'
  const chosen: Chosen = all
    ? { filter: { role, ...(search && { search }), ...(group && { group }) } }
    : { membershipIds: [...selected] }
  return {
    chosen,
    /** How many people that is. */
    amount: all ? count : selected.size,
    clear,
    selection: {
      selected,
      onChange: setSelected,
      rowLabel: (key: string) => rows?.find(({ membershipId }) => membershipId === key)?.name ?? '',
      matching: { all, onAll: setAll },
    },
  }
}

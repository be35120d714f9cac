import type { BodyIn } from '#contract/kit.ts'
import type { movePeople } from '#contract/memberships.ts'
import { peopleFilters } from '#contract/people.ts'

/** Who a call is for, as the API expects it: these people, or all that the list's filter finds. */
export type Chosen = Omit<BodyIn<typeof movePeople>, 'group'>

export type PeopleKind = 'candidates' | 'employees'

/** Who is chosen in a list of people: those ticked, or everyone that search and filters match. */
export interface PeopleSelection {
  kind: PeopleKind
  search: string
  group: string
  without: string
  /** Everyone that search and filters match, in place of those ticked. */
  all: boolean
  ticked: { userId: string; name: string }[]
}

/** The filter as the API expects it; a mistyped value in the address is left out. */
export function withoutOf(text: string): { without?: string } {
  const { data } = peopleFilters.without.safeParse(text)
  return data === undefined ? {} : { without: data }
}

import { z } from 'zod'
import type { BodyIn } from '#contract/kit.ts'
import type { movePeople } from '#contract/memberships.ts'
import { peopleFilters } from '#contract/people.ts'

/** The people of a call, as the API expects it: these people, or all that the list's filter finds. */
export type Chosen = Omit<BodyIn<typeof movePeople>, 'group'>

/** The people chosen in a list: those ticked, or everyone that search and filters match. */
export const peopleSelection = {
  kind: z.enum(['candidates', 'employees']),
  search: z.string(),
  group: z.string(),
  without: z.string().default(''),
  /** Everyone that search and filters match, in place of those ticked. */
  all: z.boolean(),
  ticked: z.array(z.object({ userId: z.string(), membershipId: z.string(), name: z.string() })),
}
const selection = z.object(peopleSelection)
export type PeopleSelection = z.infer<typeof selection>
export type PeopleKind = PeopleSelection['kind']

export const emptySelection: PeopleSelection = {
  kind: 'candidates',
  search: '',
  group: '',
  without: '',
  all: false,
  ticked: [],
}

/** The filter as the API expects it; a mistyped value in the address is left out. */
export function withoutOf(text: string): { without?: string } {
  const { data } = peopleFilters.without.safeParse(text)
  return data === undefined ? {} : { without: data }
}

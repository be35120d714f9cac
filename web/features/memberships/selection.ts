import { z } from 'zod'
import type { BodyIn } from '#contract/kit.ts'
import type { movePeople } from '#contract/memberships.ts'
import { peopleFilters } from '#contract/people.ts'
import { filtersBy } from '../../app/listQuery.ts'

/** The people of a call, as the API expects it: these people, or all that the list's filter finds. */
export type Chosen = Omit<BodyIn<typeof movePeople>, 'group'>

/** The people chosen in a list: those ticked, or everyone that search and filters match. */
export const peopleSelection = {
  kind: z.enum(['candidates', 'employees']),
  search: z.string(),
  group: z.string(),
  without: z.string().default(''),
  decision: z.string().default(''),
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
  decision: '',
  all: false,
  ticked: [],
}

/** The filters of a list of people: values as in the address. */
export type PeopleNarrowed = Pick<PeopleSelection, 'group' | 'without' | 'decision'>

export const notNarrowed: PeopleNarrowed = { group: '', without: '', decision: '' }

/** The filters as the API expects them; a mistyped value in the address is left out. */
export const narrowedBy = (filters: PeopleNarrowed) => filtersBy(peopleFilters, filters)

import { z } from 'zod'
import type { BodyIn } from '#contract/kit.ts'
import type { movePeople } from '#contract/memberships.ts'
import { peopleFilters } from '#contract/people.ts'
import { filtersBy, scoreBounds } from '../../app/listQuery.ts'

/** The people of a call, as the API expects it: these people, or all that the list's filter finds. */
export type Chosen = Omit<BodyIn<typeof movePeople>, 'group'>

/** The people chosen in a list: those ticked, or everyone that search and filters match. */
export const peopleSelection = {
  kind: z.enum(['candidates', 'employees']),
  search: z.string(),
  group: z.string(),
  without: z.string().default(''),
  decision: z.string().default(''),
  inventory: z.string().default(''),
  score: z.string().default(''),
  band: z.string().default(''),
  score_from: z.string().default(''),
  score_to: z.string().default(''),
  /** Everyone that search and filters match, in place of those ticked. */
  all: z.boolean(),
  ticked: z.array(z.object({ userId: z.string(), membershipId: z.string(), name: z.string() })),
}
const selection = z.object(peopleSelection)
export type PeopleSelection = z.infer<typeof selection>
export type PeopleKind = PeopleSelection['kind']

const narrowing = [
  'group',
  'without',
  'decision',
  'inventory',
  'score',
  'band',
  'score_from',
  'score_to',
] as const

/** The filters of a list of people: values as in the address. */
export type PeopleNarrowed = Pick<PeopleSelection, (typeof narrowing)[number]>

/** The filters of a list of people among other things. */
export const narrowingOf = (all: PeopleNarrowed) =>
  Object.fromEntries(narrowing.map((name) => [name, all[name]])) as PeopleNarrowed

/** No filter by a score. */
export const noScoreFilter = { score: '', band: '', score_from: '', score_to: '' }

export const notNarrowed: PeopleNarrowed = {
  group: '',
  without: '',
  decision: '',
  inventory: '',
  ...noScoreFilter,
}

export const emptySelection: PeopleSelection = {
  kind: 'candidates',
  search: '',
  ...notNarrowed,
  all: false,
  ticked: [],
}

/** The filters as the API expects them; a mistyped value in the address is left out, and so is a score of no test. */
export function narrowedBy(filters: PeopleNarrowed) {
  const { inventory, score, ...others } = filtersBy({ ...peopleFilters, ...scoreBounds }, filters)
  if (inventory !== undefined && score !== undefined) return { inventory, score, ...others }
  const { band: _, score_from: __, score_to: ___, ...rest } = others
  return rest
}

import { sql } from 'kysely'
import { id } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import { inReach, ofPeopleInReach, type ReadableClient } from '#server/authority/reach.ts'
import { likeText } from '#server/db/like.ts'
import { FieldFailure } from '#server/http/failure.ts'

export interface Filter {
  id?: string
  ids?: readonly string[]
  search?: string | undefined
  /** The fields below have several values in one text, as in the contract. */
  status?: string | undefined
  inventory?: string | undefined
  group?: string | undefined
  user?: string | undefined
  decision?: string | undefined
  testDay?: string | undefined
  from?: string | undefined
  to?: string | undefined
  due_from?: string | undefined
  due_to?: string | undefined
  /** The key of a score of the one test in `inventory`, and what it must be. */
  score?: string | undefined
  band?: string | undefined
  score_from?: number | undefined
  score_to?: number | undefined
}

type Asking = Pick<ReadableClient, 'reach' | 'timeZone'>

/**
 * The conditions of the assignment list, also used by the export. `a` is the assignment, `m` its membership.
 * @throws FieldFailure where a score is asked for of no or several tests
 */
export function assignmentFilter(client: Asking, filter: Filter) {
  const conditions = [inReach(client, 'a', 'm'), ...onAssignment(client, filter), ...onPerson(filter)]
  return sql`${sql.join(conditions, sql` AND `)}`
}

/**
 * The same conditions on `a` alone, for counting. The people are looked up first, if any are asked about, and their assignments
 * are read from an index by them: half of a hundred thousand are counted in half the time that a join takes.
 * @throws FieldFailure where a score is asked for of no or several tests
 */
export function countedFilter(client: Asking, filter: Filter) {
  const conditions = [ofPeopleInReach(client, 'a', onPerson(filter)), ...onAssignment(client, filter)]
  return sql`${sql.join(conditions, sql` AND `)}`
}

function onAssignment(client: Asking, filter: Filter) {
  const conditions = []
  if (filter.id) conditions.push(sql`a.id = ${filter.id}`)
  if (filter.ids) conditions.push(sql`a.id = ANY (${filter.ids}::uuid[])`)
  if (filter.status) conditions.push(anyStatus(filter.status.split(',')))
  if (filter.inventory) conditions.push(among('a.inventory_id', filter.inventory.split(',')))
  if (filter.user) conditions.push(sql`a.user_id = ${filter.user}`)
  if (filter.testDay) conditions.push(sql`a.test_day_id = ${filter.testDay}`)
  // Days are the client's days: a test assigned at 01:00 in Istanbul belongs to that day and not to UTC's.
  if (filter.from)
    conditions.push(sql`a.created_at >= ${filter.from}::date::timestamp AT TIME ZONE ${client.timeZone}`)
  if (filter.to)
    conditions.push(sql`a.created_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${client.timeZone}`)
  // A due day is a calendar day of the client's already.
  if (filter.due_from) conditions.push(sql`a.due_date >= ${filter.due_from}::date`)
  if (filter.due_to) conditions.push(sql`a.due_date <= ${filter.due_to}::date`)
  if (filter.score !== undefined && !id.safeParse(filter.inventory).success)
    throw new FieldFailure({ inventory: { key: 'one_test' } })
  if (filter.score !== undefined)
    conditions.push(sql`a.restricted_at IS NULL AND EXISTS (SELECT FROM result_scores s
      WHERE s.client_id = a.client_id AND s.assignment_id = a.id AND ${scoreFilter(filter)})`)
  return conditions
}

function onPerson({ group, decision, search }: Filter) {
  const conditions = []
  if (group) conditions.push(among('m.group_name', group.split('\n')))
  if (decision) conditions.push(among('m.decision', decision.split(',')))
  for (const word of foldText(search ?? '').split(' ')) {
    if (word !== '') conditions.push(sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  }
  return conditions
}

/** The conditions of a filter on its score: on a row `s` of result_scores of the one test that the filter names. */
export function scoreFilter({ inventory, score, band, score_from, score_to }: Filter) {
  const conditions = [sql`s.inventory_id = ${inventory} AND s.key = ${score}`]
  if (band) conditions.push(among('s.band', band.split(',')))
  if (score_from !== undefined) conditions.push(sql`s.value >= ${score_from}`)
  if (score_to !== undefined) conditions.push(sql`s.value <= ${score_to}`)
  return sql`${sql.join(conditions, sql` AND `)}`
}

const halves: Record<string, ReturnType<typeof sql>> = {
  not_started: sql`(a.status = 'pending' AND a.started_at IS NULL)`,
  in_progress: sql`(a.status = 'pending' AND a.started_at IS NOT NULL)`,
}

/** One value is compared as such: the rows of an index that begins with it are in the list's order then. */
function among(column: string, values: readonly string[]) {
  const [first] = values
  if (values.length === 1) return sql`${sql.ref(column)} = ${first}`
  return sql`${sql.ref(column)} IN (${sql.join(values)})`
}

function anyStatus(wanted: readonly string[]) {
  const whole = wanted.filter((one) => !(one in halves))
  const either = wanted.flatMap((one) => halves[one] ?? [])
  if (whole.length > 0) either.push(among('a.status', whole))
  return sql`(${sql.join(either, sql` OR `)})`
}

import { type RawBuilder, sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import { inReach, ofPeopleInReach, type ReadableClient } from '#server/authority/reach.ts'
import { among } from '#server/db/among.ts'
import { likeText } from '#server/db/like.ts'
import {
  refuseLooseBounds,
  type ScoreFilter,
  scoreFilter,
} from '#server/features/memberships/score-filter.ts'

export interface Filter extends ScoreFilter {
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
}

type Asking = Pick<ReadableClient, 'reach' | 'timeZone'>

/**
 * The conditions of the assignment list, also used by the export. `a` is the assignment, `m` its membership.
 * @throws FieldFailure where a score is asked for of no or several tests, and for a band or a range of no score
 */
export function assignmentFilter(client: Asking, filter: Filter) {
  const conditions = [inReach(client, 'a', 'm'), ...onAssignment(client, filter), ...onPerson(filter)]
  return sql`${sql.join(conditions, sql` AND `)}`
}

/**
 * The same conditions on `a` alone, for counting. The people are looked up first, if any are asked about, and their assignments
 * are read from an index by them: half of a hundred thousand are counted in half the time that a join takes.
 * @throws FieldFailure where a score is asked for of no or several tests, and for a band or a range of no score
 */
export function countedFilter(client: Asking, filter: Filter) {
  const conditions = [ofPeopleInReach(client, 'a', onPerson(filter)), ...onAssignment(client, filter)]
  return sql`${sql.join(conditions, sql` AND `)}`
}

function onAssignment(client: Asking, filter: Filter) {
  refuseLooseBounds(filter)
  const conditions: RawBuilder<unknown>[] = []
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

const halves: Record<string, ReturnType<typeof sql>> = {
  not_started: sql`(a.status = 'pending' AND a.started_at IS NULL)`,
  in_progress: sql`(a.status = 'pending' AND a.started_at IS NOT NULL)`,
}

function anyStatus(wanted: readonly string[]) {
  const whole = wanted.filter((one) => !(one in halves))
  const either = wanted.flatMap((one) => halves[one] ?? [])
  if (whole.length > 0) either.push(among('a.status', whole))
  return sql`(${sql.join(either, sql` OR `)})`
}

import { sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import { type AuthorizedClient, inReach, type ReadableClient } from '#server/authority/reach.ts'
import { likeText } from '#server/db/like.ts'
import { refuseLooseBounds, type ScoreFilter, scoreFilter } from './score-filter.ts'

export type Role = 'manager' | 'candidate' | 'employee'

/** Also what a score must be that the list shows of the people. A test without one leaves nobody out. */
export interface Filter extends ScoreFilter {
  role: Role
  search?: string | undefined
  /** Several names in one text, as in the contract. */
  group?: string | undefined
  /** The facts that the people lack: `email`, `test`. */
  without?: string | undefined
  /** Several decisions, separated by commas. */
  decision?: string | undefined
}

/** The condition that rows of a table are to be found, here of memberships and assignments. */
type Found = (table: 'm' | 'a') => ReturnType<typeof sql>

const conditionsOf = (found: Found, filter: Filter) => {
  const { role, search, group, without, decision, score } = filter
  refuseLooseBounds(filter)
  const conditions = [sql`${found('m')} AND m.role = ${role} AND m.removed_at IS NULL`]
  if (group) conditions.push(sql`m.group_name IN (${sql.join(group.split('\n'))})`)
  if (decision) conditions.push(sql`m.decision IN (${sql.join(decision.split(','))})`)
  for (const missing of without?.split(',') ?? []) {
    if (missing === 'email') conditions.push(sql`m.email IS NULL`)
    if (missing === 'test')
      conditions.push(
        sql`NOT EXISTS (SELECT FROM assignments a WHERE ${found('a')} AND a.membership_id = m.id AND a.status <> 'cancelled')`,
      )
  }
  if (score !== undefined)
    conditions.push(sql`EXISTS (SELECT FROM result_scores s WHERE s.client_id = m.client_id AND s.membership_id = m.id
      AND s.listed_as IS NOT NULL AND ${scoreFilter(filter)})`)
  for (const word of foldText(search ?? '').split(' '))
    if (word !== '') conditions.push(sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  return sql.join(conditions, sql` AND `)
}

/** The conditions of the lists of people; `m` is the membership. */
export const peopleFilter = (client: Pick<ReadableClient, 'reach'>, filter: Filter) =>
  sql`WHERE ${conditionsOf((table) => inReach(client, table, 'm'), filter)}`

export type ChosenMembers = { membershipIds: readonly string[] } | { filter: Filter }

/** A condition on the membership `m`, for what changes people: so that a hundred thousand ids need not travel here and back. */
export const amongChosen = (client: Pick<AuthorizedClient, 'id'>, chosen: ChosenMembers) =>
  'filter' in chosen
    ? conditionsOf((table) => sql`${sql.ref(`${table}.client_id`)} = ${client.id}`, chosen.filter)
    : sql`m.id = ANY (${chosen.membershipIds}::uuid[])`

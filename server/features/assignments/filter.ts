import { sql } from 'kysely'
import type { AssignmentStatus } from '#contract/assignments.ts'
import { foldText } from '#contract/fold.ts'
import { likeText } from '#server/db/like.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'

export interface Filter {
  id?: string
  ids?: readonly string[]
  search?: string | undefined
  status?: AssignmentStatus | undefined
  inventory?: string | undefined
  group?: string | undefined
  user?: string | undefined
  from?: string | undefined
  to?: string | undefined
  due_from?: string | undefined
  due_to?: string | undefined
}

/** The conditions of the assignment list, also used by the export. `a` is the assignment, `m` its membership. */
export function assignmentFilter(client: Pick<AuthorizedClient, 'id' | 'timeZone'>, filter: Filter) {
  const conditions = [sql`a.client_id = ${client.id}`]
  if (filter.id) conditions.push(sql`a.id = ${filter.id}`)
  if (filter.ids) conditions.push(sql`a.id = ANY (${filter.ids}::uuid[])`)
  if (filter.status) conditions.push(sql`a.status = ${filter.status}`)
  if (filter.inventory) conditions.push(sql`a.inventory_id = ${filter.inventory}`)
  if (filter.group) conditions.push(sql`m.group_name = ${filter.group}`)
  if (filter.user) conditions.push(sql`a.user_id = ${filter.user}`)
  // Days are the client's days: a test assigned at 01:00 in Istanbul belongs to that day and not to UTC's.
  if (filter.from)
    conditions.push(sql`a.created_at >= ${filter.from}::date::timestamp AT TIME ZONE ${client.timeZone}`)
  if (filter.to)
    conditions.push(sql`a.created_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${client.timeZone}`)
  // A due day is a calendar day of the client's already.
  if (filter.due_from) conditions.push(sql`a.due_date >= ${filter.due_from}::date`)
  if (filter.due_to) conditions.push(sql`a.due_date <= ${filter.due_to}::date`)
  for (const word of foldText(filter.search ?? '').split(' ')) {
    if (word !== '') conditions.push(sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  }
  return sql`${sql.join(conditions, sql` AND `)}`
}

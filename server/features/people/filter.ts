import { sql } from 'kysely'
import { foldText } from '#contract/fold.ts'
import { likeText } from '#server/db/like.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { Role } from './queries.ts'

export interface Filter {
  role: Role
  search?: string | undefined
  group?: string | undefined
}

const conditionsOf = (client: Pick<AuthorizedClient, 'id'>, { role, search, group }: Filter) => {
  const conditions = [sql`m.client_id = ${client.id} AND m.role = ${role} AND m.removed_at IS NULL`]
  if (group) conditions.push(sql`m.group_name = ${group}`)
  for (const word of foldText(search ?? '').split(' '))
    if (word !== '') conditions.push(sql`m.search_text LIKE ${`%${likeText(word)}%`}`)
  return sql.join(conditions, sql` AND `)
}

/** The conditions of the lists of people; `m` is the membership. */
export const peopleFilter = (client: Pick<AuthorizedClient, 'id'>, filter: Filter) =>
  sql`WHERE ${conditionsOf(client, filter)}`

export type ChosenMembers = { membershipIds: readonly string[] } | { filter: Filter }

/** As a condition on the membership `m`, so that a hundred thousand people need not travel here and back. */
export const amongChosen = (client: Pick<AuthorizedClient, 'id'>, chosen: ChosenMembers) =>
  'filter' in chosen ? conditionsOf(client, chosen.filter) : sql`m.id = ANY (${chosen.membershipIds}::uuid[])`

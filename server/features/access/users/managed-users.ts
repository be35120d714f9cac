import { managesAdmins } from '#contract/access.ts'
import { foldText } from '#contract/fold.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { listUsers, ManagedUser, UserDetails } from '#contract/users.ts'
import { authorityOf } from '#server/authority/roles.ts'
import type { Executor } from '#server/db/database.ts'
import { presenceOf } from '#server/features/access/sessions/sessions.ts'
import { membershipsOf } from '#server/features/memberships/memberships.ts'
import { sliceOf } from '#server/http/pages.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { Actor } from '#server/http/subject.ts'
import type { AuthorizedUser } from './access.ts'
import { findUsers, type ManagedRow } from './list-queries.ts'

function toManagedUser({ roles, ever_member, has_password, ...shown }: ManagedRow): ManagedUser {
  const authority = authorityOf({ ...shown, roles, ever_member, invitation_client_id: null })
  return { ...serializeRow(shown), email: shown.email ?? '', authority }
}

/** The accounts that the caller may see, one page of them. */
export async function managedUsers(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listUsers>,
  { caller }: Actor,
): Promise<{ count: number; rows: ManagedUser[] }> {
  const { role, status } = query
  const filter = { belowAdmin: !managesAdmins(caller), search: foldText(query.search ?? ''), role, status }
  const { count, rows } = await findUsers(db, filter, query.ordering ?? 'name', sliceOf(query))
  return { count, rows: rows.map(toManagedUser) }
}

async function findManaged(db: Executor, id: string): Promise<ManagedRow> {
  const { rows } = await findUsers(db, { id, belowAdmin: false }, 'name', { limit: 1, offset: 0 })
  if (rows[0] === undefined) throw new Error(`There is no user ${id}`)
  return rows[0]
}

/** An account as operators see it. */
export const managedUser = async (db: Executor, id: string): Promise<ManagedUser> =>
  toManagedUser(await findManaged(db, id))

/** The same with what helps its person. */
export async function userDetails(db: Executor, { id }: AuthorizedUser): Promise<UserDetails> {
  const row = await findManaged(db, id)
  return {
    ...toManagedUser(row),
    hasPassword: row.has_password,
    ...(await presenceOf(db, id)),
    memberships: await membershipsOf(db, id),
  }
}

import { type Insertable, type Selectable, sql } from 'kysely'
import type { ApiKeyState } from '#contract/api-keys.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { ApiKeys } from '#server/db/client-tables.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

/** Lets nobody else make a key of the client until the transaction ends, so that two at once are counted one after the other. */
export async function lockKeys(tx: Tx, { id }: AuthorizedClient): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api_keys ${id}`}, 0))`.execute(tx)
}

export async function countLive(tx: Tx, { id }: AuthorizedClient): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM api_keys
    WHERE client_id = ${id} AND revoked_at IS NULL AND expires_at > now()`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertKey(
  tx: Tx,
  { days, ...key }: Omit<Insertable<ApiKeys>, 'expires_at'> & { readonly days: number },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({ ...key, expires_at: sql<Date>`now() + make_interval(days => ${days}::int)` })
    .execute()
}

export type KeyRow = Pick<
  Selectable<ApiKeys>,
  | 'id'
  | 'name'
  | 'ending'
  | 'scopes'
  | 'networks'
  | 'created_at'
  | 'expires_at'
  | 'last_used_at'
  | 'revoked_at'
> & { state: ApiKeyState; created_by: string }

export async function findKeys(
  db: Executor,
  { id }: AuthorizedClient,
  { descending, search }: { descending: boolean; search: string },
  { limit, offset }: Slice,
): Promise<{ count: number; rows: KeyRow[] }> {
  const where = sql`k.client_id = ${id} AND fold_text(k.name) LIKE ${`%${search}%`}`
  const order = descending ? sql`k.created_at DESC, k.id DESC` : sql`k.created_at, k.id`
  const total = await sql<{ count: number }>`SELECT count(*) AS count FROM api_keys k WHERE ${where}`.execute(
    db,
  )
  // Revoked before expired: that a manager ended it says more.
  const { rows } = await sql<KeyRow>`
    SELECT k.id, k.name, k.ending, k.scopes, k.networks, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
      maker.name AS created_by,
      CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS state
    FROM api_keys k JOIN users maker ON maker.id = k.created_by
    WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return { count: total.rows[0]?.count ?? 0, rows }
}

/** @returns false where it was revoked before; undefined where the client has no such key */
export async function revokeKey(
  tx: Tx,
  { id: clientId }: AuthorizedClient,
  key: { readonly id: string; readonly by: string },
): Promise<boolean | undefined> {
  const found = await tx
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('client_id', '=', clientId)
    .where('id', '=', key.id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return undefined
  if (found.revoked_at !== null) return false
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: key.by })
    .where('client_id', '=', clientId)
    .where('id', '=', key.id)
    .execute()
  return true
}

import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isWithin, type Manager } from '#server/db/within.ts'

export interface StoredOffer {
  offeredTo: 'all' | 'none' | 'chosen'
  clients: { id: string; name: string }[]
}

/** The clients that an inventory is offered to; chosen ones are sorted by name. */
export async function findOffer(db: Executor, inventoryId: string): Promise<StoredOffer | undefined> {
  const { rows } = await sql<StoredOffer>`
    SELECT i.offered_to AS "offeredTo", coalesce((
      SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name, c.id)
      FROM inventory_offers o JOIN clients c ON c.id = o.client_id WHERE o.inventory_id = i.id), '[]') AS clients
    FROM inventories i WHERE i.id = ${inventoryId}`.execute(db)
  return rows[0]
}

/** Locks an inventory's offer until the transaction ends. */
export async function lockOffer(db: Executor, inventoryId: string): Promise<void> {
  await db.selectFrom('inventories').select('id').where('id', '=', inventoryId).forNoKeyUpdate().execute()
}

/** The number of these clients that exist. */
export async function countClients(db: Executor, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceOffer(
  db: Executor,
  inventoryId: string,
  { offeredTo, clientIds }: { offeredTo: StoredOffer['offeredTo']; clientIds: readonly string[] },
): Promise<void> {
  await db.updateTable('inventories').set({ offered_to: offeredTo }).where('id', '=', inventoryId).execute()
  await db.deleteFrom('inventory_offers').where('inventory_id', '=', inventoryId).execute()
  if (clientIds.length === 0) return
  const rows = clientIds.map((client_id) => ({ client_id, inventory_id: inventoryId }))
  await db.insertInto('inventory_offers').values(rows).execute()
}

const isOffered = (clientId: RawBuilder<unknown>) => sql`(i.offered_to = 'all' OR EXISTS (
  SELECT FROM inventory_offers o WHERE o.client_id = ${clientId} AND o.inventory_id = i.id))`

// A client keeps tests that an admin gave it, also without an offer.
const isVisible = (clientId: RawBuilder<unknown>) => sql`(${isOffered(clientId)}
  OR EXISTS (SELECT FROM quotas q WHERE q.client_id = ${clientId} AND q.inventory_id = i.id)
  OR EXISTS (SELECT FROM inventory_enablements e WHERE e.client_id = ${clientId} AND e.inventory_id = i.id))`

const idsWhere = async (db: Executor, condition: RawBuilder<unknown>): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`SELECT i.id FROM inventories i WHERE ${condition}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The inventories that a client may buy, as far as it depends on their offer. */
export const findOffered = (db: Executor, clientId: string): Promise<Set<string>> =>
  idsWhere(db, isOffered(sql`${clientId}::uuid`))

/** The inventories that a client knows of: offered to it, given to it or enabled for it. */
export const findVisible = (db: Executor, clientId: string): Promise<Set<string>> =>
  idsWhere(db, isVisible(sql`${clientId}::uuid`))

/** The inventories that some client of a manager knows of. */
export const findVisibleTo = (db: Executor, manager: Manager): Promise<Set<string>> =>
  idsWhere(
    db,
    sql`EXISTS (SELECT FROM memberships m
      WHERE m.user_id = ${manager.userId} AND m.role = 'manager' AND m.removed_at IS NULL
        AND ${isWithin('m.client_id', manager)} AND ${isVisible(sql`m.client_id`)})`,
  )

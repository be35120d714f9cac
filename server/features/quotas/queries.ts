import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface QuotaRow {
  inventory_id: string
  available: number
  purchased: number
}

export async function findQuotas(db: Executor, clientId: string): Promise<QuotaRow[]> {
  return db
    .selectFrom('quotas')
    .select(['inventory_id', 'available', 'purchased'])
    .where('client_id', '=', clientId)
    .execute()
}

/** Takes units where enough are left; false, and nothing changed, where not. The row lock orders parallel takers. */
export async function takeUnits(
  db: Executor,
  take: { clientId: string; inventoryId: string; units: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('quotas')
    .set((row) => ({ available: row('available', '-', take.units) }))
    .where('client_id', '=', take.clientId)
    .where('inventory_id', '=', take.inventoryId)
    .where('available', '>=', take.units)
    .returning('available')
    .executeTakeFirst()
  return taken !== undefined
}

export async function addUnits(
  db: Executor,
  add: { clientId: string; inventoryId: string; units: number; purchased: number },
): Promise<void> {
  await db
    .insertInto('quotas')
    .values({
      client_id: add.clientId,
      inventory_id: add.inventoryId,
      available: add.units,
      purchased: add.purchased,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'inventory_id']).doUpdateSet((row) => ({
        available: row('quotas.available', '+', add.units),
        purchased: row('quotas.purchased', '+', add.purchased),
      })),
    )
    .execute()
}

export interface NewEntry {
  id: string
  clientId: string
  inventoryId: string
  quantity: number
  kind: 'addition' | 'assignment' | 'return'
  assignmentId: string | null
  reason: string
  createdBy: string | null
}

export async function insertEntry(db: Executor, entry: NewEntry): Promise<Date> {
  const inserted = await db
    .insertInto('quota_entries')
    .values({
      id: entry.id,
      client_id: entry.clientId,
      inventory_id: entry.inventoryId,
      quantity: entry.quantity,
      kind: entry.kind,
      assignment_id: entry.assignmentId,
      reason: entry.reason,
      created_by: entry.createdBy,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return inserted.created_at
}

/** One debit for each assignment, in one statement. */
export async function insertDebits(
  db: Executor,
  debits: {
    clientId: string
    createdBy: string
    ids: string[]
    inventoryIds: string[]
    assignmentIds: string[]
  },
): Promise<void> {
  await sql`
    INSERT INTO quota_entries (client_id, id, inventory_id, quantity, kind, assignment_id, created_by)
    SELECT ${debits.clientId}::uuid, id, inventory_id, -1, 'assignment', assignment_id, ${debits.createdBy}::uuid
    FROM unnest(${debits.ids}::uuid[], ${debits.inventoryIds}::uuid[], ${debits.assignmentIds}::uuid[])
      AS t (id, inventory_id, assignment_id)`.execute(db)
}

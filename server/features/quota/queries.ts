import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { reservedUnits } from '#server/db/reserved.ts'
import type { Tables } from '#server/db/tables.ts'

export interface QuotaRow {
  inventory_id: string
  available: number
  purchased: number
  /** Units for places of registrations that nobody has taken. */
  reserved: number
}

export async function findQuotas(db: Executor, clientId: string): Promise<QuotaRow[]> {
  const { rows } = await sql<QuotaRow>`
    SELECT q.inventory_id, q.available, q.purchased, ${reservedUnits} AS reserved
    FROM quotas q WHERE q.client_id = ${clientId}`.execute(db)
  return rows
}

/** Finds the number of units left; locks the row until the transaction ends. */
export async function lockUnits(
  db: Executor,
  quota: { clientId: string; inventoryId: string },
): Promise<number> {
  const row = await db
    .selectFrom('quotas')
    .select('available')
    .where('client_id', '=', quota.clientId)
    .where('inventory_id', '=', quota.inventoryId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.available ?? 0
}

export type EntryKind = Tables['quota_entries']['kind']

export interface Booking {
  clientId: string
  inventoryId: string
  kind: EntryKind
  reason: string
  createdBy: string | null
  /** The id of the command: its bookings, in however many steps, are one movement of each inventory. */
  command: string
  /** The order of a purchase or a refund. */
  orderId?: string
  /** The registration of a reservation or a release. */
  registrationId?: string
  entries: readonly { id: string; quantity: number; assignmentId: string | null }[]
}

/** The most units of one inventory that a client can ever be given: their sums stay whole numbers everywhere. */
export const maxUnits = 100_000_000

/** The kinds of entries that use a client's units, give such back, or reserve them. */
const usesUnits: ReadonlySet<EntryKind> = new Set(['assignment', 'return', 'reservation', 'release'])

/**
 * Moves the balance and writes the ledger, in one statement: neither is ever written alone, so the entries always add up
 * to the balance. Undefined, and nothing changed, where the balance would fall below zero or more was given than a client
 * can have. The row lock orders parallel takers.
 */
export async function book(db: Executor, booking: Booking): Promise<{ bookedAt: Date } | undefined> {
  const { clientId, inventoryId, kind, reason, createdBy, command, entries } = booking
  const { orderId = null, registrationId = null } = booking
  const sum = entries.reduce((total, entry) => total + entry.quantity, 0)
  const purchased = usesUnits.has(kind) ? 0 : sum
  const moved =
    sum < 0
      ? sql`UPDATE quotas SET available = available + ${sum}, purchased = purchased + ${purchased}
            WHERE client_id = ${clientId} AND inventory_id = ${inventoryId} AND available + ${sum} >= 0
            RETURNING client_id, available`
      : sql`INSERT INTO quotas (client_id, inventory_id, available, purchased)
            VALUES (${clientId}, ${inventoryId}, ${sum}, ${purchased})
            ON CONFLICT (client_id, inventory_id) DO UPDATE
              SET available = quotas.available + excluded.available, purchased = quotas.purchased + excluded.purchased
              WHERE quotas.purchased + excluded.purchased <= ${maxUnits}
            RETURNING client_id, available`
  const { rows } = await sql<{ created_at: Date }>`
    WITH moved AS (${moved})
    INSERT INTO quota_entries
      (client_id, id, inventory_id, quantity, kind, assignment_id, order_id, registration_id, reason, created_by,
       command_id, opens, balance)
    SELECT moved.client_id, t.id, ${inventoryId}::uuid, t.quantity, ${kind}, t.assignment_id, ${orderId}::uuid,
           ${registrationId}::uuid, ${reason}, ${createdBy}::uuid, ${command}::uuid, t.place = 1 AND NOT EXISTS (
             SELECT FROM quota_entries e
             WHERE e.client_id = ${clientId} AND e.command_id = ${command} AND e.inventory_id = ${inventoryId}),
           moved.available - ${sum} + sum(t.quantity) OVER (ORDER BY t.place)
    FROM moved CROSS JOIN unnest(${entries.map((entry) => entry.id)}::uuid[],
      ${entries.map((entry) => entry.quantity)}::int[], ${entries.map((entry) => entry.assignmentId)}::uuid[])
      WITH ORDINALITY AS t (id, quantity, assignment_id, place)
    RETURNING created_at`.execute(db)
  return rows[0] && { bookedAt: rows[0].created_at }
}

/**
 * Gives one reserved unit of a registration to an assignment. The caller has locked the registration.
 * @returns false where none is left
 */
export async function nameReserved(
  db: Executor,
  unit: { clientId: string; registrationId: string; inventoryId: string; assignmentId: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE quota_entries SET assignment_id = ${unit.assignmentId}
    WHERE client_id = ${unit.clientId} AND id = (
      SELECT id FROM quota_entries
      WHERE client_id = ${unit.clientId} AND registration_id = ${unit.registrationId}
        AND inventory_id = ${unit.inventoryId} AND kind = 'reservation' AND assignment_id IS NULL
      ORDER BY id LIMIT 1)
    RETURNING id`.execute(db)
  return rows.length > 0
}

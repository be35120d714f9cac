import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface TransferOrder {
  id: string
  clientId: string
  clientName: string
  number: string
  status: 'pending' | 'paid' | 'approved' | 'cancelled'
  totalKurus: number
  reference: string
  /** The buyer's title, or name and surname, as the invoice will say; empty where there is none. */
  buyer: string
}

const columns = sql`o.id, o.client_id AS "clientId", c.name AS "clientName", o.number, o.status,
  o.total_kurus AS "totalKurus", o.eft_reference AS reference,
  coalesce(nullif(o.billing->>'title', ''), concat_ws(' ', o.billing->>'name', o.billing->>'surname')) AS buyer`

/** Orders by bank transfer that have one of these references or numbers, in any state, or are awaited with one of these amounts; the oldest first. */
export async function findTransferOrders(
  db: Executor,
  wanted: { references: readonly string[]; numbers: readonly string[]; amounts: readonly number[] },
): Promise<TransferOrder[]> {
  const { rows } = await sql<TransferOrder>`
    SELECT ${columns} FROM orders o JOIN clients c ON c.id = o.client_id
    WHERE o.eft_reference = ANY(${[...wanted.references]}::text[])
       OR (o.number = ANY(${[...wanted.numbers]}::text[]) AND o.payment_method = 'eft')
       OR (o.status = 'pending' AND o.payment_method = 'eft' AND o.total_kurus = ANY(${[...wanted.amounts]}::bigint[]))
    ORDER BY o.created_at, o.id`.execute(db)
  return rows
}

export async function findTransferOrdersById(db: Executor, ids: readonly string[]): Promise<TransferOrder[]> {
  const { rows } = await sql<TransferOrder>`
    SELECT ${columns} FROM orders o JOIN clients c ON c.id = o.client_id
    WHERE o.id = ANY(${[...ids]}::uuid[]) AND o.payment_method = 'eft'`.execute(db)
  return rows
}

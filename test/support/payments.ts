import type { Pool } from 'pg'
import { expect } from 'vitest'
import { getOrder } from '#contract/orders.ts'
import type { PaymentDeps } from '#server/features/payments/check.ts'
import { sweepRefunds } from '#server/features/payments/refund.ts'
import { sweepPayments } from '#server/features/payments/sweep.ts'
import { request } from './api.ts'
import type { TestBank } from './bank.ts'
import type { Cast } from './cast.ts'
import type { TestServer } from './server.ts'

/** The parts of a card payment that tests look at and control. */
export function watchPayments({
  server,
  bank,
  cast,
  deps,
}: {
  server: TestServer
  bank: TestBank
  cast: Cast
  deps: () => PaymentDeps
}) {
  const { pool } = server.database
  const read = async (orderId: string) =>
    (await request(server.url, getOrder, { token: cast.manager.token, params: { orderId } })).answer

  return {
    read,

    /** Advances time until every payment is checked, and runs the check. */
    async sweep() {
      await pool.query(
        `UPDATE payments SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL AND state <> 'created'`,
      )
      await pool.query(`UPDATE refunds SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL`)
      await sweepPayments(deps())
      await sweepRefunds(deps())
    },

    /** True for every payment: at most one charge, and quota, invoice and status agree. */
    async agree(orderId: string) {
      const [order, charged] = [await read(orderId), await bank.charges(orderId)]
      const { rows } = await pool.query<{ credited: number; invoices: number }>(
        `SELECT (SELECT coalesce(sum(quantity), 0)::int FROM quota_entries WHERE order_id = $1 AND kind = 'purchase') AS credited,
                (SELECT count(*)::int FROM invoices WHERE order_id = $1) AS invoices`,
        [orderId],
      )
      const paid = order.paymentStatus === 'paid'
      expect(rows[0]).toEqual({ credited: paid ? order.quantity : 0, invoices: paid ? 1 : 0 })
      expect(order.invoices.count).toBe(paid ? 1 : 0)
      if (paid) expect(charged).toMatchObject({ count: 1, total: order.totalAmount })
      return order
    },
  }
}

/** Rows of any table in which one of these regular expressions is found. */
export async function findInTables(pool: Pool, expressions: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT t::text AS text FROM ${name} t WHERE t::text ~ ANY ($1) LIMIT 1`,
      [expressions],
    )
    if (rows.length > 0) found.push(`${name}: ${rows[0]?.text.slice(0, 200)}`)
  }
  return found
}

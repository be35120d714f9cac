import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { orderAlerts } from '#contract/orders.ts'
import type { Executor } from '#server/db/database.ts'

export interface ExportRow {
  /** `extra`: a charge that no order needed, and its return. */
  kind: 'sale' | 'refund' | 'extra' | 'extra_returned'
  at: Date
  /** The place of the row in the month: its moment to the microsecond, which a Date has not, and what it is of. */
  key: { at: string; id: string }
  number: string
  client: string
  buyer: string
  tax_id: string
  payment_method: 'credit_card' | 'eft'
  net_kurus: number
  tax_kurus: number
  total_kurus: number
  /** The amount of the charge or the transfer; below 0 for refunds. */
  received_kurus: number
  invoice: string | null
  reference: string
}

const buyer = sql`coalesce(nullif(o.billing ->> 'title', ''), concat_ws(' ', o.billing ->> 'name', o.billing ->> 'surname'))`
const taxId = sql`coalesce(nullif(o.billing ->> 'taxNumber', ''), o.billing ->> 'identityNumber')`
const ofOrder = sql`o.number, c.name AS client, ${buyer} AS buyer, ${taxId} AS tax_id, o.payment_method`
const invoice = sql`(SELECT i.number FROM invoices i WHERE i.client_id = o.client_id AND i.order_id = o.id)`
const card = sql`'•••• ' || (p.card ->> 'lastFourDigits')`
const refundedBefore = sql`(SELECT coalesce(sum(e.amount_kurus), 0) FROM refunds e
  WHERE e.client_id = r.client_id AND e.order_id = r.order_id AND e.state = 'succeeded' AND (e.settled_at, e.id) < (r.settled_at, r.id))`
const taxIn = (kurus: RawBuilder<unknown>) =>
  sql`round((${kurus}) * o.tax_kurus::numeric / nullif(o.total_kurus, 0))`
/** A refund's part of the tax: all refunds of an order together have exactly the tax of its sale. */
const refundTax = sql`coalesce(${taxIn(sql`${refundedBefore} + r.amount_kurus`)} - ${taxIn(refundedBefore)}, 0)`

/** Sales, refunds and excess charges in a month of Turkey, oldest first, after the row given. */
export async function findMonth(
  db: Executor,
  month: string,
  after: ExportRow['key'] | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const from = sql`(${`${month}-01`}::date)::timestamp AT TIME ZONE 'Europe/Istanbul'`
  const to = sql`(${`${month}-01`}::date + interval '1 month')::timestamp AT TIME ZONE 'Europe/Istanbul'`
  const { rows } = await sql<ExportRow>`
    SELECT *, jsonb_build_object('at', at::text, 'id', id) AS key FROM (
      SELECT 'sale' AS kind, o.settled_at AS at, o.id, ${ofOrder}, o.net_kurus, o.tax_kurus, o.total_kurus,
        coalesce(p.paid_kurus, (o.transfer ->> 'amount')::bigint, o.total_kurus) AS received_kurus,
        ${invoice} AS invoice,
        coalesce(${card}, concat_ws(' ', o.transfer ->> 'date', o.transfer ->> 'sender')) AS reference
      FROM orders o JOIN clients c ON c.id = o.client_id
        LEFT JOIN payments p ON p.client_id = o.client_id AND p.order_id = o.id AND p.state = 'succeeded' AND p.surplus IS NULL
      WHERE o.settled_at >= ${from} AND o.settled_at < ${to}
      UNION ALL
      SELECT 'refund', r.settled_at, r.id, ${ofOrder},
        -(r.amount_kurus - ${refundTax}), -${refundTax}, -r.amount_kurus, -r.returned_kurus, ${invoice},
        CASE WHEN o.billing ->> 'taxNumber' <> '' THEN 'iade faturası' ELSE 'gider pusulası' END
      FROM refunds r JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_id JOIN clients c ON c.id = o.client_id
      WHERE r.settled_at >= ${from} AND r.settled_at < ${to} AND r.state = 'succeeded'
      UNION ALL
      SELECT 'extra', p.created_at, p.id, ${ofOrder}, 0, 0, 0, coalesce(p.paid_kurus, p.amount_kurus), NULL, coalesce(${card}, '')
      FROM payments p JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_id JOIN clients c ON c.id = o.client_id
      WHERE p.created_at >= ${from} AND p.created_at < ${to} AND p.surplus IS NOT NULL
      UNION ALL
      SELECT 'extra_returned', p.updated_at, p.id, ${ofOrder}, 0, 0, 0, -coalesce(p.paid_kurus, p.amount_kurus), NULL, coalesce(${card}, '')
      FROM payments p JOIN orders o ON o.client_id = p.client_id AND o.id = p.order_id JOIN clients c ON c.id = o.client_id
      WHERE p.updated_at >= ${from} AND p.updated_at < ${to} AND p.surplus = 'returned'
    ) AS month
    ${after === undefined ? sql`` : sql`WHERE (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY at, id LIMIT ${limit}`.execute(db)
  return rows
}

/** Counts the orders that an admin has to look at, by reason. */
export async function countAlerts(db: Executor): Promise<z.infer<typeof orderAlerts>> {
  const { rows } = await sql<z.infer<typeof orderAlerts>>`
    SELECT (SELECT count(*) FROM orders WHERE status = 'pending' AND payment_method = 'eft' AND due_at <= now())::int AS overdue,
      (SELECT count(*) FROM orders WHERE attention IS NOT NULL)::int AS attention,
      (SELECT count(*) FROM (
        SELECT client_id, order_id FROM payments WHERE state IN ('unknown', 'held') AND surplus IS NULL
        UNION SELECT client_id, order_id FROM refunds WHERE state = 'unknown') AS doubtful)::int AS "inDoubt",
      (SELECT count(*) FROM bank_statement_lines WHERE state = 'open')::int AS transfers,
      (SELECT count(*) FROM payments WHERE reason = 'provider_unreachable' AND created_at > now() - interval '1 hour')::int
        AS unreachable`.execute(db)
  return rows[0] ?? { overdue: 0, attention: 0, inDoubt: 0, transfers: 0, unreachable: 0 }
}

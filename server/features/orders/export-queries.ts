import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface ExportRow {
  kind: 'sale' | 'refund'
  at: Date
  order_id: string
  number: string
  client: string
  buyer: string
  tax_id: string
  payment_method: 'credit_card' | 'eft'
  net_kurus: number
  tax_kurus: number
  total_kurus: number
  invoice: string | null
  reference: string
}

const buyer = sql`coalesce(nullif(o.billing ->> 'title', ''), concat_ws(' ', o.billing ->> 'name', o.billing ->> 'surname'))`
const taxId = sql`coalesce(nullif(o.billing ->> 'taxNumber', ''), o.billing ->> 'identityNumber')`

/** What was sold and refunded in a month of Turkey, oldest first, after the row given. */
export async function findMonth(
  db: Executor,
  month: string,
  after: { at: Date; order_id: string } | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const from = sql`(${`${month}-01`}::date)::timestamp AT TIME ZONE 'Europe/Istanbul'`
  const to = sql`(${`${month}-01`}::date + interval '1 month')::timestamp AT TIME ZONE 'Europe/Istanbul'`
  const { rows } = await sql<ExportRow>`
    SELECT * FROM (
      SELECT 'sale' AS kind, o.settled_at AS at, o.id AS order_id, o.number, c.name AS client, ${buyer} AS buyer,
        ${taxId} AS tax_id, o.payment_method, o.net_kurus, o.tax_kurus, o.total_kurus,
        (SELECT i.number FROM invoices i WHERE i.client_id = o.client_id AND i.order_id = o.id) AS invoice,
        coalesce((SELECT '•••• ' || (p.card ->> 'lastFourDigits') FROM payments p
          WHERE p.client_id = o.client_id AND p.order_id = o.id AND p.state = 'succeeded' AND p.surplus IS NULL),
          concat_ws(' ', o.transfer ->> 'date', o.transfer ->> 'sender')) AS reference
      FROM orders o JOIN clients c ON c.id = o.client_id
      WHERE o.settled_at >= ${from} AND o.settled_at < ${to}
      UNION ALL
      SELECT 'refund', r.created_at, o.id, o.number, c.name, ${buyer}, ${taxId}, o.payment_method,
        -(r.amount_kurus - round(r.amount_kurus * o.tax_kurus::numeric / o.total_kurus)),
        -round(r.amount_kurus * o.tax_kurus::numeric / o.total_kurus), -r.amount_kurus,
        (SELECT i.number FROM invoices i WHERE i.client_id = o.client_id AND i.order_id = o.id),
        CASE WHEN o.billing ->> 'taxNumber' <> '' THEN 'iade faturası' ELSE 'gider pusulası' END
      FROM refunds r JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_id JOIN clients c ON c.id = o.client_id
      WHERE r.created_at >= ${from} AND r.created_at < ${to} AND r.state IN ('succeeded', 'unknown')
    ) AS month
    ${after === undefined ? sql`` : sql`WHERE (at, order_id) > (${after.at}, ${after.order_id})`}
    ORDER BY at, order_id LIMIT ${limit}`.execute(db)
  return rows
}

/** How many orders an admin has to look at, by why. */
export async function countAlerts(
  db: Executor,
): Promise<{ overdue: number; attention: number; inDoubt: number; unreachable: number }> {
  const { rows } = await sql<{ overdue: number; attention: number; inDoubt: number; unreachable: number }>`
    SELECT (SELECT count(*) FROM orders WHERE status = 'pending' AND payment_method = 'eft' AND due_at <= now())::int AS overdue,
      (SELECT count(*) FROM orders WHERE attention IS NOT NULL)::int AS attention,
      (SELECT count(*) FROM (
        SELECT client_id, order_id FROM payments WHERE state IN ('unknown', 'held')
        UNION SELECT client_id, order_id FROM refunds WHERE state = 'unknown') AS doubtful)::int AS "inDoubt",
      (SELECT count(*) FROM payments WHERE reason = 'provider_unreachable' AND created_at > now() - interval '1 hour')::int
        AS unreachable`.execute(db)
  return rows[0] ?? { overdue: 0, attention: 0, inDoubt: 0, unreachable: 0 }
}

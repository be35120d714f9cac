import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { connect } from '#server/db/database.ts'
import { askInTurn, Connection } from './http.ts'
import type { Figure } from './measure.ts'
import type { RunningServer } from './server.ts'
import { signIn } from './session.ts'

/** Order lists at 100,000 orders of 51 clients, one call at a time over HTTP, by an admin. */
export async function* measureOrders(server: RunningServer, url: string): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 1, (error) => console.error(error.message))
  // Filling takes longer than a statement may in the product.
  await sql`SET statement_timeout = 0`.execute(db)
  const clientId = await addOrders(db, 100_000)
  await close()
  const token = await signIn(server, 'admin')
  const connection = new Connection(server.port)
  const ask = async (name: string, paths: readonly string[]) => {
    const figure = await askInTurn(connection, token, name, paths)
    return { ...figure, limit: 25, note: 'value is the p95' }
  }
  const lists = [
    '',
    '?page=3',
    '?status=pending',
    '?paymentMethod=eft',
    '?search=099',
    '?ordering=-totalAmount',
  ]
  yield ask(
    'list_orders_100k',
    lists.map((query) => `/api/clients/${clientId}/orders/${query}`),
  )
  yield ask(
    'list_all_orders_100k',
    lists.map((query) => `/api/orders/${query}`),
  )
  yield ask('list_order_alerts_100k', [
    '/api/orders/?alert=in_doubt',
    '/api/orders/?alert=overdue',
    '/api/orders/alerts/',
  ])
  connection.close()
}

/** Half of the orders are of one client. @returns its id */
async function addOrders(db: Database, count: number): Promise<string> {
  await sql`
    CREATE TEMPORARY TABLE buyers AS
    SELECT gen_random_uuid() AS id, n FROM generate_series(0, 50) AS n`.execute(db)
  await sql`
    INSERT INTO clients (id, name, email, phone, status)
    SELECT id, 'Bench orders ' || n, 'bench@example.test', '0212 000 00 00', 'active' FROM buyers`.execute(db)
  await sql`
    CREATE TEMPORARY TABLE made AS
    SELECT gen_random_uuid() AS id, g.n, b.id AS client_id, now() - g.n * interval '5 minutes' AS at,
      CASE g.n % 4 WHEN 0 THEN 'pending' WHEN 1 THEN 'paid' WHEN 2 THEN 'approved' ELSE 'cancelled' END AS status
    FROM generate_series(1, ${count}::int) AS g (n)
    JOIN buyers b ON b.n = CASE WHEN g.n % 2 = 0 THEN 0 ELSE 1 + g.n / 2 % 50 END`.execute(db)
  await sql`
    INSERT INTO orders (client_id, id, number, payment_method, status, quantity, net_kurus, tax_kurus, total_kurus,
      tax_basis_points, billing, locale, terms_version, terms_accepted_at, created_at, created_by, updated_at, settled_at,
      cancelled_at, eft_reference, due_at, search_text)
    SELECT client_id, id, 'TRZ-2026-' || lpad(n::text, 6, '0'), CASE status WHEN 'paid' THEN 'credit_card' ELSE 'eft' END,
      status, 10, n * 100, n * 20, n * 120, 2000, '{}', 'tr', 'bench', at, at,
      (SELECT id FROM users ORDER BY id LIMIT 1), at,
      CASE WHEN status IN ('paid', 'approved') THEN at END, CASE status WHEN 'cancelled' THEN at END,
      CASE status WHEN 'paid' THEN NULL ELSE 'TRZ' || lpad(n::text, 7, '0') END,
      CASE status WHEN 'paid' THEN NULL ELSE at + interval '14 days' END,
      fold_text('TRZ-2026-' || lpad(n::text, 6, '0') || ' bench orders')
    FROM made`.execute(db)
  await sql`
    INSERT INTO order_lines (client_id, order_id, inventory_id, place, code, names, quantity, unit_price_kurus, net_kurus, tax_kurus)
    SELECT client_id, id, (SELECT id FROM inventories ORDER BY id LIMIT 1), 0, 'AYT', '{"tr": "AYT", "en": "AYT"}', 10,
      n * 10, n * 100, n * 20
    FROM made`.execute(db)
  await sql`
    INSERT INTO payments (client_id, id, order_id, provider, state, amount_kurus, paid_kurus, card, created_by)
    SELECT client_id, gen_random_uuid(), id, 'iyzico', CASE n % 1000 WHEN 1 THEN 'unknown' ELSE 'succeeded' END,
      n * 120, n * 120, '{"lastFourDigits": "0008", "cardType": "CREDIT_CARD", "cardFamily": "", "cardAssociation": "", "installment": 1}',
      (SELECT id FROM users ORDER BY id LIMIT 1)
    FROM made WHERE status = 'paid'`.execute(db)
  await sql`VACUUM ANALYZE payments`.execute(db)
  await sql`VACUUM ANALYZE orders`.execute(db)
  await sql`VACUUM ANALYZE order_lines`.execute(db)
  const [busiest] = (await sql<{ id: string }>`SELECT id FROM buyers WHERE n = 0`.execute(db)).rows
  return busiest?.id ?? ''
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { type InvoiceContent, invoiceContent } from './content.ts'

/** The next number of a series and year. Its row stays locked until the transaction ends, so no number is lost or given twice. */
export async function takeNumber(tx: Executor, series: string, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO invoice_series (series, year, last) VALUES (${series}, ${year}, 1)
    ON CONFLICT (series, year) DO UPDATE SET last = invoice_series.last + 1
    RETURNING last`.execute(tx)
  const last = rows[0]?.last
  if (last === undefined) throw new Error(`no number in the series ${series} of ${year}`)
  return last
}

export async function insertInvoice(
  tx: Executor,
  invoice: { clientId: string; id: string; orderId: string; content: InvoiceContent },
): Promise<void> {
  const { content } = invoice
  await tx
    .insertInto('invoices')
    .values({
      client_id: invoice.clientId,
      id: invoice.id,
      order_id: invoice.orderId,
      number: content.number,
      issued_at: new Date(content.issuedAt),
      net_kurus: content.netKurus,
      tax_kurus: content.taxKurus,
      total_kurus: content.totalKurus,
      content: JSON.stringify(content),
    })
    .execute()
}

/** Finds the content of an order's invoice, by its number, or the only one there is. */
export async function findContent(
  db: Executor,
  order: { clientId: string; orderId: string },
  number?: string,
): Promise<InvoiceContent | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select('content')
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? ''))
    .executeTakeFirst()
  return row && invoiceContent.parse(row.content)
}

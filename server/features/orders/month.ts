import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { clockOf } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { ordersCsv, ordersXlsx } from '#contract/order-documents.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { aboutSheet, madeBy } from '#server/features/platform/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { type Cell, csvOf } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import { type ExportRow, findMonth } from './export-queries.ts'

const columns = [
  'kind',
  'at',
  'number',
  'client',
  'buyer',
  'taxId',
  'method',
  'net',
  'tax',
  'total',
  'received',
  'difference',
  'invoice',
  'reference',
] as const
const rowsAtOnce = 500
const bookkeeping = 'Europe/Istanbul'

type Asked = Context<typeof ordersCsv | typeof ordersXlsx>

/** The accountant's list of what was settled, refunded and charged in excess in a month. */
export async function monthCsv(
  db: Executor,
  _platform: undefined,
  { month = thisMonth() }: QueryOf<typeof ordersCsv>,
  actor: Actor,
  { reply }: Asked,
) {
  await begin(db, month, actor, reply, 'csv')
  return Readable.from(csvOf(monthRows(db, month, actor.locale), actor.locale))
}

/** The same as a workbook. @throws Failure too_many_rows */
export async function monthXlsx(
  db: Executor,
  _platform: undefined,
  { month = thisMonth() }: QueryOf<typeof ordersXlsx>,
  actor: Actor,
  { deps, reply }: Asked,
) {
  const { caller, locale } = actor
  await begin(db, month, actor, reply, 'xlsx')
  const contents = translate(locale, 'exports:file.orders')
  const purpose = translate(locale, 'exports:about.purposeOrders', { month })
  const about = aboutSheet({ caller, timeZone: bookkeeping, contents, purpose }, locale)
  return Buffer.from(await deps.sheets.xlsxOf(pagesOf(contents, monthRows(db, month, locale), about)))
}

/** Records the export before the first row is read, and names the file. */
async function begin(db: Executor, month: string, actor: Actor, reply: FastifyReply, end: 'csv' | 'xlsx') {
  await recordAudit(db, { action: 'export', reason: `orders_${end}`, by: actor, details: { month } })
  const file = `${translate(actor.locale, 'exports:file.orders')} ${month}`
  reply.header('content-disposition', attachment(`${file} ${madeBy(actor, bookkeeping)}.${end}`))
}

const thisMonth = () => new Date(clockOf(new Date().toISOString(), bookkeeping)).toISOString().slice(0, 7)

async function* pagesOf(sheet: string, rows: AsyncIterable<Cell[][]>, about: SheetPage) {
  for await (const page of rows) yield { sheet, rows: page }
  yield about
}

/** A month piece by piece, the headings first. What went back has negative amounts. */
async function* monthRows(db: Executor, month: string, locale: Locale): AsyncGenerator<Cell[][]> {
  yield [columns.map((column) => translate(locale, `exports:orders.${column}`))]
  let last: ExportRow['key'] | undefined
  do {
    const page: ExportRow[] = await findMonth(db, month, last, rowsAtOnce)
    if (page.length > 0)
      yield page.map((row) => [
        translate(locale, `exports:orders.kinds.${row.kind}`),
        momentCell(row.at, locale, bookkeeping),
        row.number,
        row.client,
        row.buyer,
        row.tax_id,
        translate(locale, `orders:method.${row.payment_method}`),
        row.net_kurus / 100,
        row.tax_kurus / 100,
        row.total_kurus / 100,
        row.received_kurus / 100,
        (row.received_kurus - row.total_kurus) / 100,
        row.invoice ?? '',
        row.reference,
      ])
    last = page.length === rowsAtOnce ? page.at(-1)?.key : undefined
  } while (last !== undefined)
}

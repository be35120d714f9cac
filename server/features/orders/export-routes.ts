import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clockOf } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import { ordersCsv, ordersXlsx } from '#contract/order-documents.ts'
import { getOrderAlerts } from '#contract/orders.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { aboutSheet, madeBy } from '#server/features/exports/made.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { type Cell, csvOf } from '#server/sheets/csv.ts'
import { momentCell } from '#server/sheets/dates.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import { countAlerts, type ExportRow, findMonth } from './export-queries.ts'

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

/** What the accountant takes away each month, and what an admin has to look at. */
export function orderExportRoutes(app: FastifyInstance, { db, http, sheets }: Deps): void {
  type Asked = {
    month: string
    caller: Caller
    locale: Locale
    request: FastifyRequest
    reply: FastifyReply
  }
  const begin = async ({ month, caller, request, reply, locale }: Asked, end: 'csv' | 'xlsx') => {
    const entry = { actorId: caller.userId, address: request.ip, details: { month } }
    await recordAudit(db, { action: 'export', reason: `orders_${end}`, ...entry })
    const name = `${translate(locale, 'exports:file.orders')} ${month}`
    reply.header('content-disposition', attachment(`${name} ${madeBy(caller, bookkeeping)}.${end}`))
  }

  route(app, http, ordersCsv, {
    handle: async (input) => {
      const month = input.query.month ?? thisMonth()
      await begin({ ...input, month }, 'csv')
      return Readable.from(csvOf(monthRows(db, month, input.locale), input.locale))
    },
  })

  route(app, http, ordersXlsx, {
    handle: async (input) => {
      const { query, locale } = input
      const month = query.month ?? thisMonth()
      await begin({ ...input, month }, 'xlsx')
      const contents = translate(locale, 'exports:file.orders')
      const purpose = translate(locale, 'exports:about.purposeOrders', { month })
      const about = aboutSheet({ caller: input.caller, timeZone: bookkeeping, contents, purpose }, locale)
      return Buffer.from(await sheets.xlsxOf(pagesOf(contents, monthRows(db, month, locale), about)))
    },
  })

  route(app, http, getOrderAlerts, { handle: () => countAlerts(db) })
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

import { z } from 'zod'
import { isOperator } from '#contract/access.ts'
import { billing } from '#contract/billing.ts'
import { dayIn } from '#contract/clock.ts'
import { id, type Locale } from '#contract/fields.ts'
import type { Call, QueryOf } from '#contract/kit.ts'
import {
  cardInfo,
  declineReason,
  type listAllOrders,
  type Order,
  type OrderRow,
  orderEventKind,
} from '#contract/orders.ts'
import { referenceGroups } from '#contract/transferReference.ts'
import type { Sales } from '#server/config.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import type { AuthorizedOrder } from './access.ts'
import { chargeOf, receivedOf } from './charges.ts'
import { findDetails, findOrders, type OrderListRow } from './list-queries.ts'
import { refundedLinesOf } from './refund-lines.ts'

const names = z.object({ tr: z.string(), en: z.string() })
const storedLines = z.array(
  z.object({
    inventoryId: id,
    code: z.string(),
    names,
    quantity: z.number(),
    unitPriceKurus: z.number(),
    netKurus: z.number(),
    taxKurus: z.number(),
    refundedQuantity: z.number(),
  }),
)
const storedInvoices = z.array(z.object({ number: z.string(), date: z.string(), totalKurus: z.number() }))

/** The reader of an order: only admins see what needs an admin's attention. */
interface Reader {
  readonly locale: Locale
  readonly operator: boolean
  readonly sales: Sales | undefined
}

/** An order as a list shows it. */
function orderRowObject(row: OrderListRow, { locale, operator, sales }: Reader): OrderRow {
  const lines = storedLines.parse(row.lines)
  const invoices = storedInvoices.parse(row.invoices ?? [])
  const settled = row.status === 'paid' || row.status === 'approved'
  const refundedUnits = lines.reduce((sum, line) => sum + line.refundedQuantity, 0)
  return {
    id: row.id,
    orderId: row.id,
    number: row.number,
    client: { id: row.client_id, name: row.client_name },
    date: dayOf(row.created_at),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    createdBy: row.created_by,
    userName: row.user_name ?? '',
    quantity: row.quantity,
    quota: settled ? row.quantity - refundedUnits : 0,
    pricePerUnit: lines.length === 1 ? (lines[0]?.unitPriceKurus ?? null) : null,
    netAmount: row.net_kurus,
    taxAmount: row.tax_kurus,
    totalAmount: row.total_kurus,
    refundedAmount: row.refunded_kurus,
    refundInProgress: row.refund_in_progress,
    taxRate: row.tax_basis_points / 100,
    paymentMethod: row.payment_method,
    paymentStatus: row.status,
    overdue: row.overdue,
    attention: operator ? row.attention : null,
    lines: lines.map((line) => ({
      inventory: { id: line.inventoryId, code: line.code, name: line.names[locale] },
      quantity: line.quantity,
      pricePerUnit: line.unitPriceKurus,
      netAmount: line.netKurus,
      taxAmount: line.taxKurus,
      refundedQuantity: line.refundedQuantity,
    })),
    cardInfo: row.card === null ? null : cardInfo.parse(row.card),
    invoices: {
      count: invoices.length,
      list: invoices.map(({ number, date, totalKurus }) => ({ number, date, total: totalKurus })),
    },
    eft:
      row.eft_reference === null || row.due_at === null
        ? null
        : {
            recipient: sales?.seller.title ?? '',
            iban: sales?.iban ?? '',
            reference: referenceGroups(row.eft_reference),
            amount: row.total_kurus,
            dueAt: row.due_at.toISOString(),
          },
  }
}

/** The day in Turkey, whose law the documents follow. */
const dayOf = (at: Date) => dayIn(at.toISOString(), 'Europe/Istanbul')

const progressOf = {
  created: 'checking',
  challenge: 'open',
  authorizing: 'checking',
  unknown: 'checking',
  held: 'held',
  succeeded: 'succeeded',
  failed: 'failed',
} as const

const storedTransfer = z
  .object({ amount: z.number(), date: z.string(), sender: z.string(), accepted: z.string().default('') })
  .nullable()

/** Refusals of the provider are the platform's business: the buyer's money has not moved. */
const isForEveryone = ({ what }: { what: string }) => what !== 'refund_failed' && what !== 'refund_requested'

const eventDetails = z.object({ reason: declineReason.optional() })

/** One order with all that happened to it. @throws Failure not_found when it is gone */
export async function orderObject(
  db: Executor,
  { client, id: orderId }: AuthorizedOrder,
  reader: Reader,
): Promise<Order> {
  const slice = { limit: 1, offset: 0 }
  const found = await findOrders(db, { clientId: client.id, id: orderId }, 'created', slice)
  const listed = found.rows[0]
  if (listed === undefined) throw new Failure('not_found')
  const { row, payment, undecided, refunds, events } = await findDetails(db, {
    clientId: client.id,
    id: orderId,
  })
  const shown = orderRowObject(listed, reader)
  const pending = shown.paymentStatus === 'pending'
  // Nobody asks again about a charge that does not fit its order.
  const misfit = payment?.state === 'held' && payment.check_at === null
  const progress = payment && (misfit ? 'mismatch' : progressOf[payment.state])
  const isOpen = pending && progress !== 'checking' && progress !== 'held' && progress !== 'mismatch'
  const settled = shown.paymentStatus === 'paid' || shown.paymentStatus === 'approved'
  const transfer = storedTransfer.parse(row.transfer)
  const charge = settled ? await chargeOf(db, { clientId: client.id, orderId }) : undefined
  const received = receivedOf(
    shown.lines.map((line) => ({
      inventoryId: line.inventory.id,
      totalKurus: line.netAmount + line.taxAmount,
    })),
    { items: charge?.items ?? [], transfer: row.transfer },
  )
  return {
    ...shown,
    lines: shown.lines.map((line, at) => ({ ...line, receivedAmount: settled ? (received[at] ?? 0) : 0 })),
    billing: z.object(billing.shape).parse(row.billing),
    termsVersion: row.terms_version,
    settledAt: row.settled_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    payment:
      payment === undefined || progress === undefined
        ? null
        : {
            progress,
            reason: payment.reason === null ? null : declineReason.parse(payment.reason),
            updatedAt: payment.updated_at.toISOString(),
          },
    transfer: transfer && { ...transfer, accepted: reader.operator ? transfer.accepted : '' },
    refunds: refunds
      .filter(({ state }) => reader.operator || state !== 'failed')
      .map((refund) => ({
        id: refund.id,
        state: refund.state,
        amount: refund.amount_kurus,
        returnedAmount: refund.returned_kurus,
        quantity: refundedLinesOf(refund).reduce((sum, line) => sum + line.quantity, 0),
        reason: reader.operator ? refund.reason : '',
        createdAt: refund.created_at.toISOString(),
      })),
    events: events
      .filter((event) => reader.operator || isForEveryone(event))
      .map((event) => ({
        at: event.at.toISOString(),
        what: orderEventKind.parse(event.what),
        userName: event.name ?? '',
        reason: eventDetails.parse(event.details).reason ?? null,
      })),
    canPay: isOpen && shown.paymentMethod === 'credit_card',
    canCancel: isOpen,
    canDecidePayment: reader.operator && undecided,
    canRefund: reader.operator && settled && shown.refundedAmount < shown.totalAmount,
  }
}

/** The reader of an order. */
export const readerOf = ({ caller, locale }: Actor, sales: Sales | undefined): Reader => ({
  locale,
  operator: isOperator(caller),
  sales,
})

/** An action that changes an order; the answer is the order as it then is. */
export const orderAfter =
  <Input, C extends Call>(
    run: (tx: Tx, order: AuthorizedOrder, input: Input, actor: Actor, context: Context<C>) => Promise<void>,
  ) =>
  async (tx: Tx, order: AuthorizedOrder, input: Input, actor: Actor, context: Context<C>): Promise<Order> => {
    await run(tx, order, input, actor, context)
    return orderObject(tx, order, readerOf(actor, context.deps.config.sales))
  }

/** A page of orders as a list shows them. @param clientId null for those of all clients, which admins see */
export async function orderPage(
  db: Executor,
  clientId: string | null,
  query: QueryOf<typeof listAllOrders>,
  reader: Reader,
) {
  const found = await findOrders(db, { ...query, clientId }, query.ordering ?? '-created', sliceOf(query))
  return { count: found.count, rows: found.rows.map((row) => orderRowObject(row, reader)) }
}

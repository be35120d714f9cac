import type { Sales } from '#server/config.ts'
import type { Executor } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { issueInvoice } from '#server/features/orders/invoices/issue.ts'
import { creditOrder } from '#server/features/quota/quotas.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendInvoice, sendOrderSettled } from './jobs.ts'
import { contentOf } from './order-content.ts'
import {
  addSearchWord,
  lockOrder as findLocked,
  findOrder,
  hasOpenPayment,
  insertEvent,
  type LockedOrder,
  markSettled,
  setAttention,
} from './queries.ts'

/** An order with its lines, locked until the transaction ends: its state is changed only under this lock. */
export const lockOrder = findLocked

/** An order with its lines, as it is now. */
export const readOrder = findOrder

export type { LockedOrder } from './queries.ts'

/** True when the bank has to be asked before anything else may happen to an order. */
export const openPayment = hasOpenPayment

/** Puts down what happened to an order, for its timeline. */
export const addEvent = insertEvent

/** Says that an admin has to look at an order. */
export const flagOrder = setAttention

/**
 * Enters `paid` or `approved`: credits the quota and issues the invoice, in the caller's transaction, which has locked
 * the order. The caller has made sure that it is pending and that the money is what it costs.
 */
export async function settleOrder(
  tx: Executor,
  order: LockedOrder,
  settled: { status: 'paid' | 'approved'; by: string | null; transfer?: object; sales: Sales },
): Promise<void> {
  const { client_id: clientId, id: orderId, number, lines } = order
  const at = await markSettled(tx, order, { transfer: null, ...settled })
  await insertEvent(tx, { clientId, orderId, what: settled.status, userId: settled.by })
  await creditOrder(tx, {
    clientId,
    orderId,
    number,
    by: settled.by ?? order.created_by,
    lines: lines.map((line) => ({ inventoryId: line.inventory_id, quantity: line.quantity })),
  })
  const invoice = await issueInvoice(tx, {
    clientId,
    orderId,
    series: settled.sales.invoiceSeries,
    at,
    says: {
      orderNumber: number,
      seller: settled.sales.seller,
      ...contentOf(order, 'tr'),
      paymentMethod: order.payment_method,
    },
  })
  await addSearchWord(tx, order, invoice)
  await insertEvent(tx, { clientId, orderId, what: 'invoiced', userId: null })
  await addJob(tx, sendOrderSettled, { clientId, orderId })
  await addJob(tx, sendInvoice, { clientId, orderId })
  await recordEvents(tx, clientId, 'order.paid', [{ orderId }])
}

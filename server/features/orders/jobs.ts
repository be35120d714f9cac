import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { transferReminderDays } from '#contract/orders.ts'
import { addressOf } from '#contract/pages.ts'
import type { Database } from '#server/db/database.ts'
import { invoiceDocument } from '#server/features/invoices/documents.ts'
import { invoiceOf } from '#server/features/invoices/issue.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import {
  invoiceMail,
  orderCancelledMail,
  orderSettledMail,
  paymentReturnedMail,
  refundedMail,
  transferMail,
} from './emails.ts'
import { findDaysLeft, findPaid, findReader, type Reader } from './mail-queries.ts'
import { proformaOf } from './proforma.ts'
import { countReminder, findOrder, findRefund, findToRemind, insertEvent } from './queries.ts'
import { refundedLinesOf } from './refund-lines.ts'
import { refundStatement } from './refund-statement.ts'

const ofOrder = { clientId: id, orderId: id }

/** Mails how to pay by bank transfer, with the proforma; again as a reminder while the money has not come. */
export const sendTransferInstructions = defineJob({
  name: 'send_transfer_instructions',
  payload: z.strictObject({ ...ofOrder, reminder: z.number().int().min(0) }),
  async run({ clientId, orderId, reminder }, deps, current) {
    const { db, pdf, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    if (order.status !== 'pending' || config.sales === undefined) return
    const reader = await findReader(db, order)
    if (reader === undefined) return
    const { transfer, document } = proformaOf(order, config.sales)
    const daysLeft = reminder === 0 ? null : await findDaysLeft(db, order)
    // A reminder that was delayed until the order was overdue helps nobody.
    if (daysLeft !== null && daysLeft < 0) return
    const attachments = reader.verified
      ? [pdfFile(`${order.number} proforma`, await pdf.renderDocument(document))]
      : []
    const content = transferMail(aboutOrder(order, reader, config), transfer, {
      daysLeft,
      attached: reader.verified,
    })
    const kind = reminder === 0 ? 'transfer_instructions' : 'transfer_reminder'
    const message = { kind, eventKey: `${orderId} ${reminder}`, to: toReader(reader), content, attachments }
    await deliver(deps, message, reader.userId, current)
  },
})

/** Mails that an order is paid, with its invoice. */
export const sendOrderSettled = defineJob({
  name: 'send_order_settled',
  payload: z.strictObject(ofOrder),
  async run({ clientId, orderId }, deps, current) {
    const { db, pdf, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    const [reader, invoice] = [await findReader(db, order), await invoiceOf(db, { clientId, orderId })]
    if (reader === undefined || invoice === undefined) return
    const attachments = reader.verified
      ? [pdfFile(invoice.number, await pdf.renderDocument(invoiceDocument(invoice)))]
      : []
    const settled = {
      method: order.payment_method,
      quantity: order.quantity,
      totalKurus: order.total_kurus,
      invoiceNumber: invoice.number,
    }
    const content = orderSettledMail(aboutOrder(order, reader, config), settled, reader.verified)
    const message = {
      kind: 'order_settled',
      eventKey: orderId,
      to: toReader(reader),
      content,
      attachments,
    }
    await deliver(deps, message, reader.userId, current)
  },
})

/** Mails the invoice to the address that the buyer gave for invoices, where that is another one than the reader's. */
export const sendInvoice = defineJob({
  name: 'send_invoice',
  payload: z.strictObject(ofOrder),
  async run({ clientId, orderId }, deps, current) {
    const { db, pdf, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    const [reader, invoice] = [await findReader(db, order), await invoiceOf(db, { clientId, orderId })]
    const address = invoice?.buyer.email ?? ''
    if (invoice === undefined || address === '' || address.toLowerCase() === reader?.email.toLowerCase())
      return
    const about = {
      locale: order.locale,
      name: '',
      number: order.number,
      url: config.publicUrl + addressOf('order', { orderId }),
    }
    const content = invoiceMail(about, { number: invoice.number, totalKurus: order.total_kurus })
    const attachments = [pdfFile(invoice.number, await pdf.renderDocument(invoiceDocument(invoice)))]
    const message = { kind: 'invoice', eventKey: orderId, to: { name: '', address }, content, attachments }
    await deliver(deps, message, order.created_by, current)
  },
})

/** Mails that an order was cancelled. */
export const sendOrderCancelled = defineJob({
  name: 'send_order_cancelled',
  payload: z.strictObject(ofOrder),
  async run({ clientId, orderId }, deps, current) {
    const { db, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    const reader = await findReader(db, order)
    if (order.cancel_reason === null || reader === undefined) return
    const cancelled = { totalKurus: order.total_kurus, why: order.cancel_reason }
    const content = orderCancelledMail(aboutOrder(order, reader, config), cancelled)
    const message = { kind: 'order_cancelled', eventKey: orderId, to: toReader(reader), content }
    await deliver(deps, message, reader.userId, current)
  },
})

/** Mails that a charge that the order did not need went back to the card. */
export const sendPaymentReturned = defineJob({
  name: 'send_payment_returned',
  payload: z.strictObject({ ...ofOrder, paymentId: id }),
  async run({ clientId, orderId, paymentId }, deps, current) {
    const { db, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    const [reader, kurus] = [await findReader(db, order), await findPaid(db, { clientId, id: paymentId })]
    if (reader === undefined || kurus === undefined) return
    const content = paymentReturnedMail(aboutOrder(order, reader, config), kurus)
    const message = { kind: 'payment_returned', eventKey: paymentId, to: toReader(reader), content }
    await deliver(deps, message, reader.userId, current)
  },
})

/** Mails that a refund is on its way, with its statement. */
export const sendRefunded = defineJob({
  name: 'send_refunded',
  payload: z.strictObject({ ...ofOrder, refundId: id }),
  async run({ clientId, orderId, refundId }, deps, current) {
    const { db, pdf, config } = deps
    const order = await findOrder(db, { clientId, id: orderId })
    const refund = await findRefund(db, { clientId, orderId, id: refundId })
    const [reader, invoice] = [await findReader(db, order), await invoiceOf(db, { clientId, orderId })]
    if (refund === undefined || reader === undefined || invoice === undefined) return
    const refunded = {
      method: order.payment_method,
      quantity: refundedLinesOf(refund).reduce((sum, line) => sum + line.quantity, 0),
      kurus: refund.returned_kurus,
      invoicedKurus: refund.amount_kurus,
      company: invoice.buyer.taxNumber !== '',
      invoiceNumber: invoice.number,
    }
    const statement = refundStatement(order, refund, invoice, { locale: reader.locale, operator: false })
    const attachments = reader.verified
      ? [pdfFile(`${order.number} ${refundId.slice(-4)}`, await pdf.renderDocument(statement))]
      : []
    const content = refundedMail(aboutOrder(order, reader, config), refunded, reader.verified)
    const message = { kind: 'order_refunded', eventKey: refundId, to: toReader(reader), content, attachments }
    await deliver(deps, message, reader.userId, current)
  },
})

// What the buyer typed, tax numbers among it, and the reader's name go to the reader's address only once it is verified. The
// address for invoices is never verified: the buyer chose it, and the invoice goes there.
const nameOf = (reader: Reader) => (reader.verified ? reader.name : '')
const toReader = (reader: Reader) => ({ name: nameOf(reader), address: reader.email })
const aboutOrder = (
  order: { id: string; number: string },
  reader: Reader,
  { publicUrl }: { publicUrl: string },
) => ({
  locale: reader.locale,
  name: nameOf(reader),
  number: order.number,
  url: publicUrl + addressOf('order', { orderId: order.id }),
})
const pdfFile = (name: string, content: Uint8Array) => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  content,
})

/** Reminds of bank transfers that are still awaited. @returns how many */
export async function remindOfTransfers(db: Database): Promise<number> {
  let reminded = 0
  for (const { clientId, id: orderId, reminder } of await findToRemind(db, transferReminderDays)) {
    await db.transaction().execute(async (tx) => {
      if (!(await countReminder(tx, { clientId, id: orderId, reminder }))) return
      await insertEvent(tx, { clientId, orderId, what: 'reminded', userId: null })
      await addJob(tx, sendTransferInstructions, { clientId, orderId, reminder })
      reminded += 1
    })
  }
  return reminded
}

const scheduledReminders = scheduleJob({
  name: 'remind_of_transfers',
  every: '7 6-14 * * *',
  async run({ db, log }) {
    const reminders = await remindOfTransfers(db)
    if (reminders > 0) log.info({ reminders }, 'reminded of bank transfers')
  },
})

export const orderJobs = [
  sendTransferInstructions,
  sendOrderSettled,
  sendInvoice,
  sendOrderCancelled,
  sendPaymentReturned,
  sendRefunded,
  scheduledReminders,
]

import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { transferReminderDays } from '#contract/orders.ts'
import { addressOf } from '#contract/pages.ts'
import type { Database } from '#server/db/database.ts'
import { invoiceDocument } from '#server/features/orders/invoices/documents.ts'
import { invoiceOf } from '#server/features/orders/invoices/issue.ts'
import { addJob } from '#server/jobs/add.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import { defineMail, type Rows, type Say, type Written } from '#server/mail/define.ts'
import { findDaysLeft, findPaid, findReader } from './mail-queries.ts'
import { proformaOf } from './proforma.ts'
import { countReminder, findOrder, findRefund, findToRemind, insertEvent } from './queries.ts'
import { refundedLinesOf } from './refund-lines.ts'
import { refundStatement } from './refund-statement.ts'

const orderKey = { clientId: id, orderId: id }

/** An order and the reader of its mails; undefined where nobody can be written to. */
async function findOrderMail(db: Database, { clientId, orderId }: { clientId: string; orderId: string }) {
  const order = await findOrder(db, { clientId, id: orderId })
  const reader = await findReader(db, order)
  // The reader's name and what the buyer typed (tax numbers too) go to an address only once it is verified.
  return (
    reader && { ...reader, name: reader.verified ? reader.name : '', order, words: { number: order.number } }
  )
}

/** The parts that all mails about an order have in common. */
const orderParts = (
  say: Say,
  { id: orderId, number }: { id: string; number: string },
  rows: Rows,
): Written => ({
  rows: [[say('number'), number], ...rows],
  action: addressOf('order', { orderId }),
})

const pdfFile = (name: string, content: Uint8Array) => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  content,
})

/** Mails how to pay by bank transfer, with the proforma; again as a reminder while the money has not come. */
export const sendTransferInstructions = defineMail({
  name: 'send_transfer_instructions',
  kind: 'transfer_instructions',
  payload: z.strictObject({ ...orderKey, reminder: z.number().int().min(0) }),
  async find({ clientId, orderId, reminder }, { db, pdf, config: { sales } }) {
    const mail = await findOrderMail(db, { clientId, orderId })
    if (mail === undefined || mail.order.status !== 'pending' || sales === undefined) return undefined
    const { order, locale, verified } = mail
    const { transfer, document } = proformaOf(order, sales)
    const daysLeft = reminder === 0 ? null : await findDaysLeft(db, order)
    // A reminder that was delayed until the order was overdue helps nobody.
    if (daysLeft !== null && daysLeft < 0) return undefined
    const day = formatDate(lastMoment(transfer.dueAt), locale, 'Europe/Istanbul')
    const amount = formatMoney(transfer.totalKurus, locale)
    return {
      ...mail,
      transfer,
      daysLeft,
      words: { ...mail.words, day, amount, count: daysLeft ?? 0 },
      kind: reminder === 0 ? 'transfer_instructions' : 'transfer_reminder',
      eventKey: `${orderId} ${reminder}`,
      attachments: verified ? [pdfFile(`${order.number} proforma`, await pdf.renderDocument(document))] : [],
    }
  },
  texts: ['mail:transfer.', 'mail:order.'],
  write(say, { order, verified, transfer, daysLeft, words: { day, amount } }) {
    const time = daysLeft === null ? 'first' : daysLeft === 0 ? 'lastDay' : 'reminder'
    return {
      ...orderParts(say, order, [
        [say('recipient'), transfer.recipient],
        [say('iban'), transfer.iban.replace(/(.{4})(?=.)/g, '$1 ')],
        [say('amount'), amount],
        [say('reference'), transfer.reference],
        [say('due'), day],
      ]),
      subject: say(`subject.${time}`),
      paragraphs: [say(`lead.${time}`)],
      notes: [
        say('onlyReference'),
        say('when'),
        verified ? say('attached') : say('notAttached'),
        daysLeft !== null && say('alreadyPaid'),
      ],
    }
  },
})

/** Mails that an order is paid, with its invoice. */
export const sendOrderSettled = defineMail({
  name: 'send_order_settled',
  kind: 'order_settled',
  payload: z.strictObject(orderKey),
  async find({ clientId, orderId }, { db, pdf }) {
    const mail = await findOrderMail(db, { clientId, orderId })
    const invoice = await invoiceOf(db, { clientId, orderId })
    if (mail === undefined || invoice === undefined) return undefined
    return {
      ...mail,
      invoice,
      words: { ...mail.words, count: mail.order.quantity },
      eventKey: orderId,
      attachments: mail.verified
        ? [pdfFile(invoice.number, await pdf.renderDocument(invoiceDocument(invoice)))]
        : [],
    }
  },
  texts: ['mail:orderSettled.', 'mail:order.'],
  write: (say, { locale, order, verified, invoice }) => ({
    ...orderParts(say, order, [
      [say('added'), say('units')],
      [say('total'), formatMoney(order.total_kurus, locale)],
      [say('invoice'), invoice.number],
    ]),
    paragraphs: [say(`lead.${order.payment_method}`)],
    notes: [verified ? say('attached') : say('notAttached'), say('draft')],
  }),
})

/**
 * Mails the invoice to the address that the buyer gave for invoices, where that is another one than the reader's. It is never
 * verified: the buyer chose it.
 */
export const sendInvoice = defineMail({
  name: 'send_invoice',
  kind: 'invoice',
  payload: z.strictObject(orderKey),
  async find({ clientId, orderId }, { db, pdf }) {
    const order = await findOrder(db, { clientId, id: orderId })
    const [reader, invoice] = [await findReader(db, order), await invoiceOf(db, { clientId, orderId })]
    const email = invoice?.buyer.email ?? ''
    if (invoice === undefined || email === '' || email.toLowerCase() === reader?.email.toLowerCase())
      return undefined
    return {
      userId: order.created_by,
      name: '',
      email,
      locale: order.locale,
      order,
      invoice,
      words: { number: order.number },
      eventKey: orderId,
      attachments: [pdfFile(invoice.number, await pdf.renderDocument(invoiceDocument(invoice)))],
    }
  },
  texts: ['mail:invoice.', 'mail:orderSettled.', 'mail:order.'],
  write: (say, { locale, order, invoice }) => ({
    ...orderParts(say, order, [
      [say('invoice'), invoice.number],
      [say('total'), formatMoney(order.total_kurus, locale)],
    ]),
    preheader: say('lead'),
    notes: [say('draft')],
  }),
})

/** Mails that an order was cancelled by somebody else than its buyer, or because nobody paid it by card. */
export const sendOrderCancelled = defineMail({
  name: 'send_order_cancelled',
  kind: 'order_cancelled',
  payload: z.strictObject(orderKey),
  async find(key, { db }) {
    const mail = await findOrderMail(db, key)
    if (mail === undefined || mail.order.cancel_reason === null) return undefined
    return { ...mail, why: mail.order.cancel_reason, eventKey: key.orderId }
  },
  texts: ['mail:orderCancelled.', 'mail:order.'],
  write: (say, { locale, order, why }) => ({
    ...orderParts(say, order, [[say('total'), formatMoney(order.total_kurus, locale)]]),
    paragraphs: [say(`lead.${why}`)],
    notes: [say('again')],
  }),
})

/** Mails that a charge that the order did not need went back to the card. */
export const sendPaymentReturned = defineMail({
  name: 'send_payment_returned',
  kind: 'payment_returned',
  payload: z.strictObject({ ...orderKey, paymentId: id }),
  async find({ clientId, orderId, paymentId }, { db }) {
    const mail = await findOrderMail(db, { clientId, orderId })
    const kurus = await findPaid(db, { clientId, id: paymentId })
    if (mail === undefined || kurus === undefined) return undefined
    return { ...mail, kurus, eventKey: paymentId }
  },
  texts: ['mail:paymentReturned.', 'mail:refunded.', 'mail:order.'],
  write: (say, { locale, order, kurus }) => ({
    ...orderParts(say, order, [[say('amount'), formatMoney(kurus, locale)]]),
    notes: [say('when.credit_card')],
  }),
})

/** Mails that a refund is on its way, with its statement. It names what goes back, and what of the invoice that is. */
export const sendRefunded = defineMail({
  name: 'send_refunded',
  kind: 'order_refunded',
  payload: z.strictObject({ ...orderKey, refundId: id }),
  async find({ clientId, orderId, refundId }, { db, pdf }) {
    const mail = await findOrderMail(db, { clientId, orderId })
    const refund = await findRefund(db, { clientId, orderId, id: refundId })
    const invoice = await invoiceOf(db, { clientId, orderId })
    if (refund === undefined || mail === undefined || invoice === undefined) return undefined
    const { order, locale, verified } = mail
    const statement = refundStatement(order, refund, invoice, { locale, operator: false })
    const name = `${order.number} ${refundId.slice(-4)}`
    return {
      ...mail,
      invoice,
      words: {
        ...mail.words,
        amount: formatMoney(refund.returned_kurus, locale),
        invoiced: formatMoney(refund.amount_kurus, locale),
        count: refundedLinesOf(refund).reduce((sum, line) => sum + line.quantity, 0),
      },
      eventKey: refundId,
      attachments: verified ? [pdfFile(name, await pdf.renderDocument(statement))] : [],
    }
  },
  texts: ['mail:refunded.', 'mail:order.'],
  write: (say, { order, verified, invoice, words: { amount } }) => ({
    ...orderParts(say, order, [
      [say('amount'), amount],
      [say('takenBack'), say('units')],
      [say('invoice'), invoice.number],
    ]),
    paragraphs: [say(`lead.${order.payment_method}`)],
    notes: [
      say(`when.${order.payment_method}`),
      invoice.buyer.taxNumber !== '' && say('company'),
      verified ? say('attached') : say('notAttached'),
    ],
  }),
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

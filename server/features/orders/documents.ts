import { isOperator } from '#contract/access.ts'
import type {
  getInvoicePdf,
  getInvoiceXml,
  getProforma,
  getRefundStatement,
} from '#contract/order-documents.ts'
import type { Executor } from '#server/db/database.ts'
import { invoiceDocument } from '#server/features/orders/invoices/documents.ts'
import { invoiceOf } from '#server/features/orders/invoices/issue.ts'
import { ublInvoice } from '#server/features/orders/invoices/ubl.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import type { AuthorizedOrder } from './access.ts'
import { proformaOf } from './proforma.ts'
import { findOrder, findRefund } from './queries.ts'
import { refundStatement } from './refund-statement.ts'

async function needInvoice(db: Executor, { client, id }: AuthorizedOrder, number?: string) {
  const found = await invoiceOf(db, { clientId: client.id, orderId: id }, number)
  if (found === undefined) throw new Failure('not_found')
  return found
}

/** An invoice as PDF. */
export async function invoicePdf(
  db: Executor,
  order: AuthorizedOrder,
  _query: undefined,
  _actor: Actor,
  { deps, params, reply }: Context<typeof getInvoicePdf>,
) {
  const content = await needInvoice(db, order, params.number)
  reply.header('content-disposition', attachment(`${content.number}.pdf`))
  return deps.pdf.renderDocument(invoiceDocument(content))
}

/** The same as a draft for an integrator. */
export async function invoiceXml(
  db: Executor,
  order: AuthorizedOrder,
  _query: undefined,
  _actor: Actor,
  { params, reply }: Context<typeof getInvoiceXml>,
) {
  const content = await needInvoice(db, order, params.number)
  reply.header('content-disposition', attachment(`${content.number}.xml`))
  return Buffer.from(ublInvoice(content), 'utf8')
}

/** Instructions for paying by bank transfer, as PDF. @throws Failure payment_method_unavailable, and as `proformaOf` does */
export async function proformaPdf(
  db: Executor,
  { client, id }: AuthorizedOrder,
  _query: undefined,
  _actor: Actor,
  { deps, reply }: Context<typeof getProforma>,
) {
  const { pdf, config } = deps
  if (config.sales === undefined) throw new Failure('payment_method_unavailable')
  const order = await findOrder(db, { clientId: client.id, id })
  const { document } = proformaOf(order, config.sales)
  reply.header('content-disposition', attachment(`${order.number} proforma.pdf`))
  return pdf.renderDocument(document)
}

/** A refund's document, as PDF. */
export async function refundPdf(
  db: Executor,
  subject: AuthorizedOrder,
  _query: undefined,
  { caller, locale }: Actor,
  { deps, params, reply }: Context<typeof getRefundStatement>,
) {
  const clientId = subject.client.id
  const order = await findOrder(db, { clientId, id: subject.id })
  const refund = await findRefund(db, { clientId, orderId: subject.id, id: params.refundId })
  // One in doubt may still fail: nothing has been given back yet.
  if (refund?.state !== 'succeeded') throw new Failure('not_found')
  const reader = { locale, operator: isOperator(caller) }
  const statement = refundStatement(order, refund, await needInvoice(db, subject), reader)
  reply.header('content-disposition', attachment(`${order.number} ${params.refundId.slice(-4)}.pdf`))
  return deps.pdf.renderDocument(statement)
}

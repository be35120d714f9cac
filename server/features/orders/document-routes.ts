import type { FastifyInstance } from 'fastify'
import { isOperator } from '#contract/access.ts'
import { getInvoicePdf, getInvoiceXml, getProforma, getRefundStatement } from '#contract/order-documents.ts'
import type { Deps } from '#server/deps.ts'
import { invoiceDocument } from '#server/features/invoices/documents.ts'
import { invoiceOf } from '#server/features/invoices/issue.ts'
import { ublInvoice } from '#server/features/invoices/ubl.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { type AuthorizedOrder, authorizeOrder } from './access.ts'
import { proformaOf } from './proforma.ts'
import { findOrder, findRefund } from './queries.ts'
import { refundStatement } from './refund-statement.ts'

/** The files of an order: invoice as PDF and as a draft for an integrator, proforma, refund statement. */
export function orderDocumentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, http, pdf, config } = deps
  const load = ({ params, caller }: { params: { orderId: string }; caller: Caller }) =>
    authorizeOrder(db, caller, params.orderId)
  const invoice = async ({ client, id }: AuthorizedOrder, number?: string) => {
    const found = await invoiceOf(db, { clientId: client.id, orderId: id }, number)
    if (found === undefined) throw new Failure('not_found')
    return found
  }

  route(app, http, getInvoicePdf, {
    load,
    handle: async ({ subject, params, reply }) => {
      const content = await invoice(subject, params.number)
      reply.header('content-disposition', attachment(`${content.number}.pdf`))
      return pdf.renderDocument(invoiceDocument(content))
    },
  })

  route(app, http, getInvoiceXml, {
    load,
    handle: async ({ subject, params, reply }) => {
      const content = await invoice(subject, params.number)
      reply.header('content-disposition', attachment(`${content.number}.xml`))
      return Buffer.from(ublInvoice(content), 'utf8')
    },
  })

  route(app, http, getProforma, {
    load,
    handle: async ({ subject, reply }) => {
      if (config.sales === undefined) throw new Failure('payment_method_unavailable')
      const order = await findOrder(db, { clientId: subject.client.id, id: subject.id })
      const { document } = proformaOf(order, config.sales)
      reply.header('content-disposition', attachment(`${order.number} proforma.pdf`))
      return pdf.renderDocument(document)
    },
  })

  route(app, http, getRefundStatement, {
    load,
    handle: async ({ subject, params, locale, caller, reply }) => {
      const ref = { clientId: subject.client.id, orderId: subject.id }
      const [order, refund] = [
        await findOrder(db, { clientId: ref.clientId, id: ref.orderId }),
        await findRefund(db, { ...ref, id: params.refundId }),
      ]
      // One in doubt may still fail: nothing has been given back yet.
      if (refund?.state !== 'succeeded') throw new Failure('not_found')
      const reader = { locale, operator: isOperator(caller) }
      reply.header('content-disposition', attachment(`${order.number} ${params.refundId.slice(-4)}.pdf`))
      return pdf.renderDocument(refundStatement(order, refund, await invoice(subject), reader))
    },
  })
}

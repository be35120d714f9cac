import { z } from 'zod'
import { id, line } from './fields.ts'
import { call } from './kit.ts'
import { orderId } from './orders.ts'

const invoiceParams = z.object({ orderId: id, number: line(20) })

export const getInvoicePdf = call({
  name: 'getInvoicePdf',
  method: 'GET',
  path: '/orders/:orderId/invoices/:number.pdf',
  tag: 'Orders',
  summary: 'An invoice as PDF; a draft until an integrator has issued it',
  access: 'manager',
  readers: 'refused',
  subject: 'order',
  params: invoiceParams,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

export const getInvoiceXml = call({
  name: 'getInvoiceXml',
  method: 'GET',
  path: '/orders/:orderId/invoices/:number.xml',
  tag: 'Orders',
  summary: 'An invoice as a UBL-TR 1.2 draft for an integrator; unsigned',
  access: 'manager',
  readers: 'refused',
  subject: 'order',
  params: invoiceParams,
  answer: { status: 200, file: 'application/xml' },
  errors: ['not_found'],
})

export const getProforma = call({
  name: 'getProforma',
  method: 'GET',
  path: '/orders/:orderId/proforma.pdf',
  tag: 'Orders',
  summary: 'How to pay an order by bank transfer, as PDF',
  access: 'manager',
  readers: 'refused',
  subject: 'order',
  params: orderId,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'order_not_pending', 'order_not_eft', 'payment_method_unavailable'],
})

export const getRefundStatement = call({
  name: 'getRefundStatement',
  method: 'GET',
  path: '/orders/:orderId/refunds/:refundId.pdf',
  tag: 'Orders',
  summary:
    'A refund as PDF, with the document that the accountant has to obtain or issue; not an invoice. Only admins read its reason',
  access: 'manager',
  readers: 'refused',
  subject: 'order',
  params: z.object({ orderId: id, refundId: id }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

const month = z.strictObject({
  /** `2026-11`; the present month in Turkey unless given. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'format' })
    .optional(),
})

export const ordersCsv = call({
  name: 'ordersCsv',
  method: 'GET',
  path: '/orders/export.csv',
  tag: 'Orders',
  summary:
    'For the accountant: a row for each order settled, each refund done and each charge that no order needed in a month, with payment and invoice. Amounts in TRY',
  access: 'admin',
  query: month,
  answer: { status: 200, file: 'text/csv' },
  errors: [],
})

export const ordersXlsx = call({
  name: 'ordersXlsx',
  method: 'GET',
  path: '/orders/export.xlsx',
  tag: 'Orders',
  summary: 'The same as an Excel file',
  access: 'admin',
  query: month,
  answer: { status: 200, file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: ['too_many_rows'],
})

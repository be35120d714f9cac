import { z } from 'zod'
import {
  getInvoicePdf,
  getInvoiceXml,
  getProforma,
  getRefundStatement,
  ordersCsv,
  ordersXlsx,
} from '#contract/order-documents.ts'
import {
  approveOrder as approveCall,
  cancelOrder as cancelCall,
  createOrder as createCall,
  getOrder,
  getOrderAlerts,
  listAllOrders,
  listOrders,
} from '#contract/orders.ts'
import { getPriceList } from '#contract/price-list.ts'
import { onClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { onOrder } from './access.ts'
import { approveOrder, cancelOrder } from './change.ts'
import { createOrder } from './create.ts'
import { invoicePdf, invoiceXml, proformaPdf, refundPdf } from './documents.ts'
import { countAlerts } from './export-queries.ts'
import { monthCsv, monthXlsx } from './month.ts'
import { orderAfter, orderObject, orderPage, readerOf } from './order-object.ts'
import { priceListObject } from './prices.ts'

export const orderRoutes: readonly Route[] = [
  onClient.read(getPriceList, priceListObject),
  onClient.write(createCall, {
    run: createOrder,
    kept: z.object({ id: z.string() }),
    answer: (tx, client, { id }, actor, { deps }) =>
      orderObject(tx, { client, id }, readerOf(actor, deps.config.sales)),
  }),
  onClient.list(listOrders, (db, { id }, query, actor, { deps }) =>
    orderPage(db, id, query, readerOf(actor, deps.config.sales)),
  ),
  onPlatform.list(listAllOrders, (db, _platform, query, actor, { deps }) =>
    orderPage(db, null, query, readerOf(actor, deps.config.sales)),
  ),
  onPlatform.read(getOrderAlerts, countAlerts),
  onPlatform.run(ordersCsv, monthCsv),
  onPlatform.run(ordersXlsx, monthXlsx),

  onOrder.read(getOrder, (db, order, _query, actor, { deps }) =>
    orderObject(db, order, readerOf(actor, deps.config.sales)),
  ),
  onOrder.write(cancelCall, orderAfter(cancelOrder)),
  onOrder.write(
    approveCall,
    orderAfter((tx, order, body, actor, { deps }) => approveOrder(tx, order, body, actor, deps.config.sales)),
  ),
  onOrder.read(getInvoicePdf, invoicePdf),
  onOrder.read(getInvoiceXml, invoiceXml),
  onOrder.read(getProforma, proformaPdf),
  onOrder.read(getRefundStatement, refundPdf),
]

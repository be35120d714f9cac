import { referenceGroups } from '#contract/transferReference.ts'
import type { Sales } from '#server/config.ts'
import { proformaDocument } from '#server/features/orders/invoices/documents.ts'
import { Failure } from '#server/http/failure.ts'
import { contentOf } from './order-content.ts'
import type { LockedOrder } from './queries.ts'

/**
 * The document with the details for paying an order by bank transfer.
 * @throws Failure order_not_eft, order_not_pending
 */
export function proformaOf(order: LockedOrder, sales: Sales) {
  if (order.eft_reference === null || order.due_at === null) throw new Failure('order_not_eft')
  if (order.status !== 'pending') throw new Failure('order_not_pending')
  const transfer = {
    recipient: sales.seller.title,
    iban: sales.iban ?? '',
    reference: referenceGroups(order.eft_reference),
    totalKurus: order.total_kurus,
    dueAt: order.due_at.toISOString(),
  }
  const document = proformaDocument({
    locale: order.locale,
    seller: sales.seller,
    number: order.number,
    createdAt: order.created_at.toISOString(),
    ...contentOf(order, order.locale),
    transfer,
  })
  return { transfer, document }
}

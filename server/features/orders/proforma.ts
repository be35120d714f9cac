import { z } from 'zod'
import { billing } from '#contract/billing.ts'
import { referenceGroups } from '#contract/transferReference.ts'
import type { Sales } from '#server/config.ts'
import { proformaDocument } from '#server/features/orders/invoices/documents.ts'
import { Failure } from '#server/http/failure.ts'
import type { LockedOrder } from './queries.ts'

const lineNames = z.object({ tr: z.string(), en: z.string() })

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
    buyer: z.object(billing.shape).parse(order.billing),
    number: order.number,
    createdAt: order.created_at.toISOString(),
    lines: order.lines.map((line) => ({
      code: line.code,
      name: lineNames.parse(line.names)[order.locale],
      quantity: line.quantity,
      unitPriceKurus: line.unit_price_kurus,
      netKurus: line.net_kurus,
      taxKurus: line.tax_kurus,
    })),
    taxBasisPoints: order.tax_basis_points,
    netKurus: order.net_kurus,
    taxKurus: order.tax_kurus,
    totalKurus: order.total_kurus,
    transfer,
  })
  return { transfer, document }
}

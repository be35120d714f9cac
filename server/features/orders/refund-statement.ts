import type { Locale } from '#contract/fields.ts'
import type { InvoiceContent } from '#server/features/orders/invoices/content.ts'
import { refundDocument } from '#server/features/orders/invoices/documents.ts'
import { lineName } from './order-content.ts'
import type { findRefund, LockedOrder } from './queries.ts'
import { refundedLinesOf } from './refund-lines.ts'

/** The statement of a refund. Its reason was written for the platform: a buyer reads the statement without it. */
export function refundStatement(
  order: LockedOrder,
  refund: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
  invoice: InvoiceContent,
  { locale, operator }: { locale: Locale; operator: boolean },
) {
  const lines = refundedLinesOf(refund).flatMap(({ inventoryId, quantity, kurus }) => {
    const line = order.lines.find((one) => one.inventory_id === inventoryId)
    return line ? [{ code: line.code, name: lineName(line, locale), quantity, kurus }] : []
  })
  const at = (refund.settled_at ?? refund.created_at).toISOString()
  const reason = operator ? refund.reason : null
  return refundDocument({ locale, invoice, at, reason, lines, returnedKurus: refund.returned_kurus })
}

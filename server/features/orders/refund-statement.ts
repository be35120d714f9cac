import { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { InvoiceContent } from '#server/features/orders/invoices/content.ts'
import { refundDocument } from '#server/features/orders/invoices/documents.ts'
import type { findRefund, LockedOrder } from './queries.ts'
import { refundedLinesOf } from './refund-lines.ts'

const lineNames = z.object({ tr: z.string(), en: z.string() })

/** The statement of a refund. Its reason was written for the platform: a buyer reads the statement without it. */
export function refundStatement(
  order: LockedOrder,
  refund: NonNullable<Awaited<ReturnType<typeof findRefund>>>,
  invoice: InvoiceContent,
  { locale, operator }: { locale: Locale; operator: boolean },
) {
  const lines = refundedLinesOf(refund).flatMap(({ inventoryId, quantity, kurus }) => {
    const line = order.lines.find((one) => one.inventory_id === inventoryId)
    return line ? [{ code: line.code, name: lineNames.parse(line.names)[locale], quantity, kurus }] : []
  })
  const at = (refund.settled_at ?? refund.created_at).toISOString()
  const reason = operator ? refund.reason : null
  return refundDocument({ locale, invoice, at, reason, lines, returnedKurus: refund.returned_kurus })
}

import { z } from 'zod'
import { billing } from '#contract/billing.ts'
import type { Locale } from '#contract/fields.ts'
import type { LockedOrder } from './queries.ts'

const names = z.object({ tr: z.string(), en: z.string() })

/** The name of a line's test, as it was when the order was placed. */
export const lineName = (line: LockedOrder['lines'][number], locale: Locale): string =>
  names.parse(line.names)[locale]

/** Buyer, lines and amounts, as proforma and invoice have them. */
export const contentOf = (order: LockedOrder, locale: Locale) => ({
  buyer: z.object(billing.shape).parse(order.billing),
  lines: order.lines.map((line) => ({
    code: line.code,
    name: lineName(line, locale),
    quantity: line.quantity,
    unitPriceKurus: line.unit_price_kurus,
    netKurus: line.net_kurus,
    taxKurus: line.tax_kurus,
  })),
  taxBasisPoints: order.tax_basis_points,
  netKurus: order.net_kurus,
  taxKurus: order.tax_kurus,
  totalKurus: order.total_kurus,
})

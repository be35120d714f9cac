import { z } from 'zod'
import { amountsOf, tierFor } from '#contract/orderAmounts.ts'
import type { PriceList } from '#contract/price-list.ts'
import { tabDrafts } from '../../app/tabDrafts.ts'

/** The wanted units of each test, by the test's id. */
const draft = z.record(z.string(), z.number().int().min(0))
export type PurchaseDraft = z.infer<typeof draft>

/** Kept for the tab: the payment page and a reload find what was chosen. */
export const { read: readPurchase, write: writePurchase } = tabDrafts('terazi.purchase', draft)

/** The cost of the chosen units at these prices; tests without a price are left out. */
export function purchaseOf(list: PriceList, chosen: PurchaseDraft) {
  const lines = list.tests.flatMap((test) => {
    const quantity = chosen[test.inventory.id] ?? 0
    const tier = tierFor(test.tiers, quantity)
    return quantity > 0 && tier !== undefined && tier.unitPriceKurus > 0
      ? [{ test, quantity, unitPriceKurus: tier.unitPriceKurus }]
      : []
  })
  const amounts = amountsOf(lines, Math.round(list.taxRate * 100))
  return {
    ...amounts,
    lines: lines.map((line, at) => ({ ...line, netKurus: amounts.lines[at]?.netKurus ?? 0 })),
  }
}
export type Purchase = ReturnType<typeof purchaseOf>

import { z } from 'zod'
import { sharesOf } from '#contract/orderAmounts.ts'
import { findCharge } from './queries.ts'

/** The charge that paid an order: what the provider calls it and its items. */
export const chargeOf = findCharge

const charged = z.array(z.object({ id: z.string(), paidKurus: z.number() }))
const transferred = z.object({ amount: z.number() })

/**
 * The amounts received for the lines of a paid order, in integer kuruş: the card's charge for each, or its share of
 * the transfer. An order's refunds never give back more.
 */
export function receivedOf(
  lines: readonly { readonly inventoryId: string; readonly totalKurus: number }[],
  paid: { items: unknown; transfer: unknown },
): number[] {
  if (paid.transfer !== null) {
    const costs = lines.map((line) => line.totalKurus)
    return sharesOf(costs, transferred.parse(paid.transfer).amount)
  }
  const items = charged.parse(paid.items ?? [])
  return lines.map((line) => items.find(({ id }) => id === line.inventoryId)?.paidKurus ?? line.totalKurus)
}

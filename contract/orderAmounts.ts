import type { PriceTier } from './prices.ts'

/** Half-up division of whole numbers that are not negative, exact beyond 2^53. */
function dividedHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor))
}

interface LineAmounts {
  readonly netKurus: number
  readonly taxKurus: number
}

/**
 * The amounts of an order. The tax of each line is rounded half-up to a whole kuruş, then the lines are added up.
 * @param lines units from 1 and their prices without KDV, in kuruş
 * @param basisPoints the KDV rate in hundredths of a percent: 2000 is 20 %
 * @returns integer kuruş; `totalKurus` is net and tax of all lines
 */
export function amountsOf(
  lines: readonly { readonly quantity: number; readonly unitPriceKurus: number }[],
  basisPoints: number,
): { lines: LineAmounts[]; netKurus: number; taxKurus: number; totalKurus: number } {
  const amounts = lines.map(({ quantity, unitPriceKurus }) => {
    const netKurus = quantity * unitPriceKurus
    return { netKurus, taxKurus: dividedHalfUp(BigInt(netKurus) * BigInt(basisPoints), 10_000n) }
  })
  const netKurus = amounts.reduce((sum, line) => sum + line.netKurus, 0)
  const taxKurus = amounts.reduce((sum, line) => sum + line.taxKurus, 0)
  return { lines: amounts, netKurus, taxKurus, totalKurus: netKurus + taxKurus }
}

/** The tier that a quantity gets, of tiers in ascending order; undefined where there are none. */
export const tierFor = (tiers: readonly PriceTier[], quantity: number): PriceTier | undefined =>
  tiers.findLast((tier) => tier.fromQuantity <= quantity)

/** The next tier that costs less; undefined where there is none. */
export function nextTier(tiers: readonly PriceTier[], quantity: number): PriceTier | undefined {
  const now = tierFor(tiers, quantity)
  return tiers.find(
    (tier) => tier.fromQuantity > quantity && (now === undefined || tier.unitPriceKurus < now.unitPriceKurus),
  )
}

/**
 * The tier with the lowest price, and how much less than the first priced tier it costs.
 * @returns `percent` 0 to 100, unrounded; undefined where no tier is cheaper
 */
export function largestDiscount(
  tiers: readonly PriceTier[],
): { fromQuantity: number; percent: number } | undefined {
  const [first, ...later] = tiers.filter((tier) => tier.unitPriceKurus > 0)
  if (first === undefined) return undefined
  const cheapest = later.reduce(
    (best, tier) => (tier.unitPriceKurus < best.unitPriceKurus ? tier : best),
    first,
  )
  if (cheapest === first) return undefined
  const percent = ((first.unitPriceKurus - cheapest.unitPriceKurus) * 100) / first.unitPriceKurus
  return { fromQuantity: cheapest.fromQuantity, percent }
}

/**
 * An amount split over lines in proportion to what they cost, to the kuruş: the shares add up to it.
 * @param costs integer kuruş of each line; where all of them are 0, so are the shares
 */
export function sharesOf(costs: readonly number[], amountKurus: number): number[] {
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  if (total === 0) return costs.map(() => 0)
  const upTo = (cost: number) => dividedHalfUp(BigInt(amountKurus) * BigInt(cost), BigInt(total))
  let before = 0
  return costs.map((cost) => {
    const share = upTo(before + cost) - upTo(before)
    before += cost
    return share
  })
}

/**
 * The amount to give back for some units of a line, in integer kuruş: the worth of the units refunded so far and these
 * together, less what was given back before. However a line is split, its refunds end at what was paid for it.
 * @param line what was paid for all its units
 * @param refunded units refunded before
 * @param quantity units refunded now; with `refunded` at most `line.quantity`
 */
export function refundOf(
  line: { readonly quantity: number; readonly paidKurus: number },
  refunded: number,
  quantity: number,
): number {
  const worth = (units: number) =>
    dividedHalfUp(BigInt(line.paidKurus) * BigInt(units), BigInt(line.quantity))
  return worth(refunded + quantity) - worth(refunded)
}

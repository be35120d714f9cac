import { formatNumber } from '#contract/format.ts'
import { type PriceTier, priceTier } from '#contract/prices.ts'
import { numberOf, wholeNumber } from '../../../app/numbers.ts'

/** The typed values of one price: the lowest quantity, and the price of one unit. */
export interface TierFields {
  /** Identifies the line, and nothing else. */
  key: string
  from: string
  price: string
}

export type TierProblem = 'fromWrong' | 'fromOrder' | 'priceWrong' | 'priceNone'

/** The highest number of prices of an inventory. */
export const maxTiers = 20

export const emptyTier = (from = ''): TierFields => ({ key: crypto.randomUUID(), from, price: '' })

/** Prices as they are typed; without any, one that is empty. */
export function fieldsOf(tiers: readonly PriceTier[], locale: string): TierFields[] {
  if (tiers.length === 0) return [emptyTier('1')]
  return tiers.map(({ fromQuantity, unitPriceKurus }) => ({
    key: String(fromQuantity),
    from: formatNumber(fromQuantity, locale),
    price: formatNumber(unitPriceKurus / 100, locale, 2, 2),
  }))
}

/**
 * An amount in kuruş as people write it in either language: `12,5`, `1.250,00`, `1,250.00`. One or two digits after the
 * last mark are kuruş, three are a group. NaN for anything else.
 */
export function kurusOf(text: string): number {
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\p{Sc}\s]/gu, '')) ?? []
  return wholeNumber(whole) * 100 + Number(part.padEnd(2, '0'))
}

/**
 * The problems of the prices, line by line in their order.
 * @param free whether a price may be 0
 */
export function problemsOf(tiers: readonly TierFields[], free = true) {
  let before = 0
  return tiers.map(({ from, price }, at) => {
    const quantity = at === 0 ? 1 : numberOf(priceTier.shape.fromQuantity, from)
    const kurus = kurusOf(price)
    const problem: { from?: TierProblem; price?: TierProblem } = {
      ...(quantity === undefined
        ? { from: 'fromWrong' as const }
        : quantity <= before && { from: 'fromOrder' as const }),
      ...(kurus === 0 && !free && { price: 'priceNone' as const }),
      ...(!priceTier.shape.unitPriceKurus.safeParse(kurus).success && { price: 'priceWrong' as const }),
    }
    before = Math.max(before, quantity ?? 0)
    return problem
  })
}

export const hasProblem = (tiers: readonly TierFields[], free = true): boolean =>
  problemsOf(tiers, free).some((one) => Object.keys(one).length > 0)

/** The prices to send: the first price counts from one unit on. */
export const tiersOf = (tiers: readonly TierFields[]) =>
  tiers.map(({ from, price }, at) => ({
    fromQuantity: at === 0 ? 1 : wholeNumber(from),
    unitPriceKurus: kurusOf(price),
  }))

import { quantityOf } from '../clients/quotaForm.ts'

/** What is typed of one price: from how many on, and what one unit costs. */
export interface TierFields {
  /** Only tells the lines apart. */
  key: string
  from: string
  price: string
}

export type TierProblem = 'fromWrong' | 'fromOrder' | 'priceWrong'

/**
 * An amount in kuruş as people write it in either language: `12,5`, `1.250,00`, `1,250.00`. One or two digits after the
 * last mark are kuruş, three are a group. NaN for anything else.
 */
export function kurusOf(text: string): number {
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\p{Sc}\s]/gu, '')) ?? []
  return quantityOf(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** What is wrong with the prices, line by line in their order. */
export function problemsOf(tiers: readonly TierFields[]) {
  let before = 0
  return tiers.map(({ from, price }, at) => {
    const quantity = at === 0 ? 1 : quantityOf(from)
    const valid = quantity >= 1 && quantity <= 1_000_000
    const kurus = kurusOf(price)
    const problem: { from?: TierProblem; price?: TierProblem } = {
      ...(!valid ? { from: 'fromWrong' as const } : quantity <= before && { from: 'fromOrder' as const }),
      ...(!(kurus >= 0 && kurus <= 100_000_000) && { price: 'priceWrong' as const }),
    }
    if (valid) before = Math.max(before, quantity)
    return problem
  })
}

/** What is sent: the first price counts from one unit on. */
export const tiersOf = (tiers: readonly TierFields[]) =>
  tiers.map(({ from, price }, at) => ({
    fromQuantity: at === 0 ? 1 : quantityOf(from),
    unitPriceKurus: kurusOf(price),
  }))

import { z } from 'zod'
import { sharesOf } from '#contract/orderAmounts.ts'
import { decimalOf, kurusOf } from '#server/payments/decimal.ts'
import type { BankPayment } from '../state.ts'

/** An amount of a request, in kuruş. */
export const price = z.union([z.string(), z.number()]).transform((value, context) => {
  const kurus = kurusOf(value)
  if (kurus === undefined) context.addIssue({ code: 'custom' })
  return kurus ?? 0
})

/** An amount of an answer. */
export const number = (kurus: number) => Number(decimalOf(kurus))

/** The items with what the card was charged for each: its part of an instalment surcharge included. */
export function paidItems(one: BankPayment) {
  const costs = one.items.map((item) => item.kurus)
  const shares = sharesOf(costs, one.paidKurus)
  return one.items.map((item, at) => ({ ...item, paidKurus: shares[at] ?? 0 }))
}

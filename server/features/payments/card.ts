import { z } from 'zod'
import type { Card } from '#server/payments/provider.ts'

/** The fields of the card form. */
export const cardFields = ['cardHolderName', 'cardNumber', 'expireMonth', 'expireYear', 'cvc'] as const
export type CardField = (typeof cardFields)[number]

const digits = z.string().transform((value) => value.replace(/[\s-]/g, ''))
const typed = z
  .object({
    cardHolderName: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .regex(/^\P{Cc}+$/u),
    cardNumber: digits.pipe(
      z
        .string()
        .regex(/^\d{12,19}$/)
        .refine(isCardNumber),
    ),
    expireMonth: digits
      .pipe(z.string().regex(/^(0?[1-9]|1[0-2])$/))
      .transform((month) => month.padStart(2, '0')),
    expireYear: digits
      .pipe(z.string().regex(/^(20)?\d{2}$/))
      .transform((year) => (year.length === 2 ? `20${year}` : year)),
    cvc: digits.pipe(z.string().regex(/^\d{3,4}$/)),
    installment: z
      .string()
      .regex(/^\d{1,2}$/)
      .transform(Number)
      .optional(),
  })
  .transform(({ installment, ...card }) => ({ card, installment }))

/**
 * Reads what was typed into the card form.
 * @returns the fields that cannot be right; never what was typed into them
 */
export function readCard(
  body: unknown,
  now: Date,
): { card: Card; installment: number | undefined } | { wrong: readonly CardField[] } {
  const read = typed.safeParse(body)
  if (!read.success) {
    const names = new Set(read.error.issues.map((issue) => issue.path[0]))
    return { wrong: cardFields.filter((field) => names.has(field)) }
  }
  const { cardHolderName, cardNumber, expireMonth, expireYear, cvc } = read.data.card
  // A card is good to the end of its month, wherever its bank is.
  const end = Date.UTC(Number(expireYear), Number(expireMonth), 2)
  if (end < now.getTime()) return { wrong: ['expireMonth', 'expireYear'] }
  const card = { holderName: cardHolderName, number: cardNumber, expireMonth, expireYear, cvc }
  return { card, installment: read.data.installment }
}

/** ISO 7812: every second digit from the right counts double, and the sum ends in 0. */
function isCardNumber(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

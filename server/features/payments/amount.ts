import type { Sales } from '#server/config.ts'

/** The charge of a card, in kuruş: the order's total, and the cost of this number of instalments. */
export function amountDue(
  totalKurus: number,
  installment: number,
  { installments }: Sales,
): number | undefined {
  const chosen = installments.find((one) => one.count === installment)
  if (chosen === undefined) return undefined
  return totalKurus + Math.round((totalKurus * chosen.surchargeBasisPoints) / 10_000)
}

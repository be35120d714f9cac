import type { Sales } from '#server/config.ts'

/** What a card is charged, in kuruş: the order's total, and above it what this number of instalments costs. */
export function amountDue(
  totalKurus: number,
  installment: number,
  { installments }: Sales,
): number | undefined {
  const chosen = installments.find((one) => one.count === installment)
  if (chosen === undefined) return undefined
  return totalKurus + Math.round((totalKurus * chosen.surchargeBasisPoints) / 10_000)
}

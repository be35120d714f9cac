/** Kuruş as the provider writes amounts: 612000 is 6120.00. */
export const decimalOf = (kurus: number): string =>
  `${Math.trunc(kurus / 100)}.${String(kurus % 100).padStart(2, '0')}`

/**
 * An amount of the provider in kuruş.
 * @returns undefined for what is no amount, or has more than two decimals
 */
export function kurusOf(amount: unknown): number | undefined {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string') return undefined
  const [, whole = '', decimals = ''] = /^(\d{1,13})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || /[1-9]/.test(decimals.slice(2))) return undefined
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
}

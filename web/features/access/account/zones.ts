import { formatOffset } from '#contract/format.ts'

/**
 * Folds a text for searching: without case, Turkish dots and marks, so that `istanbul`, `İSTANBUL` and `ISTANBUL` are one.
 */
export const foldZone = (text: string): string =>
  text
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('_', ' ')
    .trim()

/** The zones that the browser knows and the server takes, each with its distance from Greenwich today. */
export function zones(chosen: string): { value: string; label: string }[] {
  const names = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${formatOffset(value)})`,
  }))
}

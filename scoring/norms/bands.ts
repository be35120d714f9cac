import type { BandSet } from '#scoring/definition/scale-schema.ts'

/**
 * The band an unrounded value falls into (`from` inclusive, `to` exclusive, open at both ends), null when not scored.
 */
export function findBand(bandSet: BandSet | undefined, value: number | null): string | null {
  if (bandSet === undefined || value === null) return null
  const { bands } = bandSet
  return bands.find(({ from, to }) => (from ?? -Infinity) <= value && value < (to ?? Infinity))?.id ?? null
}

/** The number a band set is read against: raw, T or percentage of one result. */
export function bandOf(
  bandSet: BandSet | undefined,
  result: { raw?: number | null; T?: number | null; percentage?: number | null },
): string | null {
  return bandSet === undefined ? null : findBand(bandSet, result[bandSet.on] ?? null)
}

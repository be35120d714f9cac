import type { BandSet } from '#scoring/definition/scale-schema.ts'

type CutBands =
  | { readonly bandSet: BandSet; readonly reason: null }
  | {
      readonly bandSet: null
      readonly reason: /** Not one more band than cuts, a band twice, or no cut. */
        | 'bands_do_not_fit'
        /** A cut that isn't above the one before it, so a band would be empty. */
        | 'not_rising'
        /** A cut at or below the lowest score, or above the highest one: nobody could be on one of its sides. */
        | 'outside_scores'
    }

/**
 * Bands between cut scores, on unrounded raw points: a score equal to a cut is in the band above it.
 * @param cuts raw points, the lowest first; none is rounded
 * @param bands ids of the bands, the lowest first
 */
export function bandsAt(
  cuts: readonly number[],
  { bands, min, max }: { readonly bands: readonly string[]; readonly min: number; readonly max: number },
): CutBands {
  const refuse = (reason: NonNullable<CutBands['reason']>): CutBands => ({ bandSet: null, reason })
  if (cuts.length === 0 || bands.length !== cuts.length + 1 || new Set(bands).size < bands.length)
    return refuse('bands_do_not_fit')
  if (!cuts.every((cut, i) => i === 0 || cut > (cuts[i - 1] ?? cut))) return refuse('not_rising')
  if (!cuts.every((cut) => cut > min && cut <= max)) return refuse('outside_scores')
  return {
    bandSet: {
      on: 'raw',
      bands: bands.map((id, i) => {
        const [from, to] = [cuts[i - 1], cuts[i]]
        return { id, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      }),
    },
    reason: null,
  }
}

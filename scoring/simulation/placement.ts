import type { Placement } from '#scoring/definition/scale-schema.ts'
import type { RightCurve } from './curves.ts'
import type { TraitScale } from './scales.ts'

/**
 * The distance from the middle of one level to that of the next, in standard deviations of the people: six levels reach
 * from −1.6 to 1.6, so that 5 % are below the middle of the lowest and 5 % above that of the highest.
 */
const levelWidth = 0.65

/** Slopes of the items in turn, logits: 0.75, 1 and 1.25 in the normal metric, what placement items have after a tryout. */
const slopes = [1.3, 1.7, 2.1] as const

/**
 * Curves of a placement's items by their place. An item of a level is known by half of those in the middle of that level
 * (docs/decisions/0021: why half), and guessed by the others. A section named after a level rises from half
 * a level below it to half a level above; the lowest and the highest of such sections, which have to serve the levels
 * beside them too, a whole level further inwards (A1 ends at A2, C1 begins at B2). Any other section rises from the
 * second level to the last but one.
 */
export function placementCurves(placement: Placement, scale: TraitScale): RightCurve[] {
  const ids = placement.levels.map(({ id }) => id.toLowerCase())
  const middle = (level: number) => levelWidth * (level - (ids.length - 1) / 2)
  const named = placement.scales
    .flatMap((key) => ids.indexOf(key.toLowerCase()))
    .filter((level) => level >= 0)
    .sort((a, b) => a - b)
  const level = ids.indexOf(scale.key.toLowerCase())
  const from = level < 0 ? 1 : level - (level === named.at(-1) ? 1 : 0.5)
  const to = level < 0 ? ids.length - 2 : level + (level === named[0] ? 1 : 0.5)
  const last = Math.max(1, scale.members.length - 1)
  return scale.members.map(({ guess }, i) => ({
    a: slopes[i % slopes.length] ?? slopes[1],
    b: middle(from) + ((middle(to) - middle(from)) * i) / last,
    c: guess,
  }))
}

import type { Norm } from '#scoring/definition/scale-schema.ts'
import { type Curve, expectedFigures } from './moments.ts'
import type { Member, TraitScale } from './scales.ts'

/** Three numbers that place all items of a scale. */
export interface Shape {
  /** Slope of every curve, logits per standard deviation of the trait. */
  readonly slope: number
  /** Trait in the middle of the items' difficulties (right or wrong) or of the points (statements). */
  readonly centre: number
  /**
   * The distance from the middle to the easiest and the hardest item; between two neighbouring points of a statement.
   */
  readonly spread: number
}

/** True when a scale is answered on points. */
export const isGraded = ({ members }: TraitScale) => members[0]?.points !== undefined

/** The curves of a scale's items, in their order. Statements differ a little in how easily people agree to them. */
export function curvesOf(scale: TraitScale, { slope, centre, spread }: Shape): Curve[] {
  const last = Math.max(1, scale.members.length - 1)
  return scale.members.map((member, i): Curve => {
    if (member.points === undefined)
      return { a: slope, b: centre + spread * ((2 * i) / last - 1), c: member.guess }
    return { a: slope, thresholds: thresholdsOf(member, centre + easeOf(i), spread) }
  })
}

function thresholdsOf({ worth }: Member, middle: number, spread: number): number[] {
  const count = worth.length - 1
  return Array.from({ length: count }, (_, j) => middle + spread * (j - (count - 1) / 2))
}

/** −0.4 to 0.4, spread evenly over however many statements there are (multiples of the golden section). */
const easeOf = (i: number) => 0.8 * (((i + 1) * 0.618034) % 1) - 0.4

/** Ranges of real tests' items, in which fitting stays: beyond them a norm asks for what its items cannot give. */
const ranges = { slope: [0.5, 3], centre: [-4, 4], spread: [0.2, 2.5] } as const
const sizes = ['slope', 'centre', 'spread'] as const

/**
 * The shape whose people come as near as the ranges let it to the norm of the scale: its mean first of all, then its
 * standard deviation and its reliability (least squares by Levenberg and Marquardt, in 40 steps). Without a norm, the
 * middle of what tests have.
 */
export function fitShape(scale: TraitScale): Shape {
  let shape: Shape = isGraded(scale)
    ? { slope: 1.7, centre: scale.family === 'distress' ? 1.2 : -0.6, spread: 1.1 }
    : { slope: 1.4, centre: 0, spread: 1.2 }
  const { norm } = scale
  if (norm === undefined) return shape
  const misses = (at: Shape) => missesOf(expectedFigures(scale, curvesOf(scale, at)), norm)
  let missed = misses(shape)
  let damping = 0.01
  for (let step = 0; step < 40 && damping < 1e3 && square(missed) > 1e-8; step++) {
    const from = shape
    const columns = sizes.map((size) => {
      const moved = misses({ ...from, [size]: from[size] + 1e-4 })
      return moved.map((miss, i) => (miss - (missed[i] ?? 0)) / 1e-4)
    })
    const tried = within(moved(shape, leastSquares(columns, missed, damping)))
    const then = misses(tried)
    if (square(then) < 0.9999 * square(missed)) {
      shape = tried
      missed = then
      damping /= 4
    } else damping *= 6
  }
  return shape
}

/** The distances of figures from a norm's, the mean counting most: in standard deviations, logarithms and shares. */
function missesOf(got: { mean: number; sd: number; reliability: number }, norm: Norm): number[] {
  const { reliability = got.reliability } = norm
  return [
    (10 * (got.mean - norm.mean)) / norm.sd,
    Math.log(got.sd / norm.sd),
    2 * (got.reliability - reliability),
  ]
}

const square = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0)

function moved(shape: Shape, by: readonly number[]): Shape {
  const [slope = 0, centre = 0, spread = 0] = by
  return { slope: shape.slope + slope, centre: shape.centre + centre, spread: shape.spread + spread }
}

function within(shape: Shape): Shape {
  const clamped = (size: (typeof sizes)[number]) =>
    Math.min(ranges[size][1], Math.max(ranges[size][0], shape[size]))
  return { slope: clamped('slope'), centre: clamped('centre'), spread: clamped('spread') }
}

/** The step x that makes |columns · x + missed|² + damping |x|² least: three equations by Cramer's rule. */
function leastSquares(columns: readonly number[][], missed: readonly number[], damping: number): number[] {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)
  const matrix = columns.map((one, i) => columns.map((two, j) => dot(one, two) + (i === j ? damping : 0)))
  const right = columns.map((one) => -dot(one, missed))
  const whole = determinant(matrix)
  return matrix.map((_, k) => determinant(matrix.map((row, i) => row.with(k, right[i] ?? 0))) / whole)
}

function determinant(rows: readonly number[][]): number {
  const [[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []] = rows
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A smooth line through points that stand in order of x: monotone cubic (Fritsch and Carlson), which never swings past a
 * value, so that a count of nothing does not dip under zero.
 */
export function curveThrough(points: readonly Point[]): string {
  const [first] = points
  if (first === undefined) return ''
  const slopes = points.slice(1).map((point, at) => {
    const before = points[at] ?? point
    return (point.y - before.y) / (point.x - before.x)
  })
  const tangents = points.map((_, at) => tangent(slopes[at - 1], slopes[at]))
  const parts = points.slice(1).map((point, at) => {
    const before = points[at] ?? point
    const third = (point.x - before.x) / 3
    const from = before.y + third * (tangents[at] ?? 0)
    const to = point.y - third * (tangents[at + 1] ?? 0)
    return `C${[before.x + third, from, point.x - third, to, point.x, point.y].map(round).join(' ')}`
  })
  return `M${round(first.x)} ${round(first.y)}${parts.join('')}`
}

/** Level where the line turns, else the harmonic mean of the slopes on either side; at an end the one slope there is. */
function tangent(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return before ?? after ?? 0
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
}

const round = (value: number) => Math.round(value * 10) / 10

/** The lines of a scale from nothing to at least this count: four steps or fewer, each a whole number. */
export function scaleTo(highest: number): number[] {
  const raw = Math.max(highest, 4) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw && one >= 1) ?? raw
  const count = Math.ceil(Math.max(highest, 4) / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

import { circle, ink, label, type Point, path, polygon, turned } from './svg.ts'

/** Wheels that drive each other: meshed gears and crossed belts turn the other way round, an open belt the same way. */
export type Way = 1 | -1
export type Link = { from: number; to: number; by: 'mesh' | 'open' | 'crossed' }

const other = (way: Way): Way => (way === 1 ? -1 : 1)

/**
 * The way every wheel turns when the first one turns clockwise (1). Throws when a wheel is not driven at all or is
 * driven both ways, which would block them all.
 */
export function ways(count: number, links: readonly Link[]): Way[] {
  const known = new Map<number, Way>([[0, 1]])
  for (let round = 0; round < count; round++) {
    for (const { from, to, by } of links) {
      for (const [a, b] of [[from, to] as const, [to, from] as const]) {
        const way = known.get(a)
        if (way === undefined) continue
        const next = by === 'open' ? way : other(way)
        if (known.has(b) && known.get(b) !== next) throw new Error(`wheel ${b + 1} is blocked`)
        known.set(b, next)
      }
    }
  }
  return Array.from({ length: count }, (_, i) => {
    const way = known.get(i)
    if (way === undefined) throw new Error(`wheel ${i + 1} is not driven`)
    return way
  })
}

const at = ([x, y]: Point, r: number, degrees: number): Point => {
  const angle = (degrees / 180) * Math.PI
  return [x + r * Math.sin(angle), y - r * Math.cos(angle)]
}

/** An arrow round the middle, clockwise (1) or not. */
export function wayArrow(middle: Point, r: number, way: Way): string {
  const from = at(middle, r, -130 * way)
  const to = at(middle, r, 110 * way)
  const tip = at(middle, r, 145 * way)
  const head = [at(middle, r + 8, 108 * way), tip, at(middle, r - 8, 108 * way)]
  const arc = `M${from.map((v) => v.toFixed(1)).join(' ')}A${r} ${r} 0 1 ${way === 1 ? 1 : 0} ${to.map((v) => v.toFixed(1)).join(' ')}`
  return path(arc, { stroke: ink.accent, width: 4 }) + polygon(head, { fill: ink.accent, stroke: ink.accent })
}

/** Teeth of 5 units, so that gears with as many units between their axles as half their teeth times 3 mesh. */
export const gearRadius = (teeth: number) => (teeth * 10) / (2 * Math.PI)
export function gear(middle: Point, teeth: number, words: string, phase = 0): string {
  const r = gearRadius(teeth)
  const pitch = (2 * Math.PI * r) / teeth / 2
  const dash = `${pitch.toFixed(2)} ${pitch.toFixed(2)}`
  return (
    turned(phase, middle, circle(middle[0], middle[1], r, { width: 6, dash })) +
    circle(middle[0], middle[1], r - 3, { fill: ink.pale }) +
    (words === '' ? '' : label(middle[0], middle[1], words, 18))
  )
}

export const wheel = ([x, y]: Point, r: number, words: string) =>
  circle(x, y, r, { fill: ink.pale }) + label(x, y, words, 18)

/** What two of the wheels do: one option. */
export type Pair = readonly [Way, Way]
/** All four answers about two wheels, in one order for every question. */
export const fourPairs: readonly [Pair, Pair, Pair, Pair] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]

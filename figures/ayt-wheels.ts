import { puzzle } from './puzzles.ts'
import { line, type Point, svg } from './svg.ts'
import { fourPairs, gear, gearRadius, type Link, type Pair, wayArrow, ways, wheel } from './wheels.ts'

/** The first wheel turns clockwise: which way do two others turn? The answers are all four pairs of ways. */
type Train = {
  id: string
  wheels: readonly Point[]
  links: readonly Link[]
  asked: readonly [number, number]
}

const wayKey = (pair: Pair) => pair.join('/')
/** The two wheels that are asked for, with their numbers and arrows. */
function drawPair([first, second]: readonly [number, number], [a, b]: Pair) {
  const one = (x: number, index: number, way: Pair[0]) =>
    wheel([x, 50], 17, String(index + 1)) + wayArrow([x, 50], 27, way)
  return svg(148, 96, one(36, first, a), one(112, second, b))
}
const make = ({ id, wheels, links, asked }: Train, prompt: string) => {
  const all = ways(wheels.length, links)
  return puzzle<Pair>(id, {
    prompt,
    options: fourPairs,
    draw: (pair) => drawPair(asked, pair),
    right: ([a, b]) => a === all[asked[0]] && b === all[asked[1]],
    key: wayKey,
  })
}

const teeth = 20
const step = gearRadius(teeth) * 2 + 2
export const gears: Train = {
  id: 'mc04',
  wheels: [
    [44, 44],
    [44 + step, 44],
    [44 + step * 2, 44],
    [44 + step * 2, 44 + step],
  ],
  links: [
    { from: 0, to: 1, by: 'mesh' },
    { from: 1, to: 2, by: 'mesh' },
    { from: 2, to: 3, by: 'mesh' },
  ],
  asked: [1, 3],
}
const drawGears = ({ wheels }: Train) =>
  svg(
    232,
    150,
    ...wheels.map((middle, i) => gear(middle, teeth, String(i + 1), (i % 2) * (180 / teeth))),
    ...wheels.slice(0, 1).map((middle) => wayArrow(middle, 20, 1)),
  )

const r = 30
export const belts: Train = {
  id: 'mc09',
  wheels: [
    [48, 48],
    [192, 48],
    [192, 152],
    [48, 152],
  ],
  links: [
    { from: 0, to: 1, by: 'open' },
    { from: 1, to: 2, by: 'crossed' },
    { from: 2, to: 3, by: 'open' },
  ],
  asked: [1, 3],
}

/** The straight parts of a belt between two wheels of one size. */
function belt([ax, ay]: Point, [bx, by]: Point, kind: Link['by']): string {
  const distance = Math.hypot(bx - ax, by - ay)
  const [ux, uy] = [(bx - ax) / distance, (by - ay) / distance]
  const lean = kind === 'crossed' ? (2 * r) / distance : 0
  const up = Math.sqrt(1 - lean * lean)
  return [1, -1]
    .map((side) => {
      const [nx, ny] = [ux * lean - uy * up * side, uy * lean + ux * up * side]
      const far = kind === 'crossed' ? -1 : 1
      return line([ax + nx * r, ay + ny * r], [bx + nx * r * far, by + ny * r * far], { width: 3 })
    })
    .join('')
}
const drawBelts = ({ wheels, links }: Train) => {
  const place = (i: number): Point => wheels[i] ?? [0, 0]
  return svg(
    240,
    200,
    ...wheels.map((middle, i) => wheel(middle, r, String(i + 1))),
    ...links.map(({ from, to, by }) => belt(place(from), place(to), by)),
    wayArrow(place(0), 20, 1),
  )
}

export const puzzles = [make(gears, drawGears(gears)), make(belts, drawBelts(belts))]

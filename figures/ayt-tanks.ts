import { optionIds, puzzle } from './puzzles.ts'
import { ink, label, line, type Point, polyline, rect, svg } from './svg.ts'

/** Tanks, open above; a pipe leaves its tank at a height (share of it) and ends above another tank. */
export type Pipe = { to: number; height: number; blocked: boolean }
export type Tank = { x: number; y: number; pipes: readonly Pipe[] }

/**
 * The number of the tank that is full first when water runs slowly into the first: it rises to the lowest open pipe
 * and goes on from there. Throws when pipes lead in a circle.
 */
export function fullFirst(tanks: readonly Tank[], from = 0, seen: readonly number[] = []): number {
  if (seen.includes(from)) throw new Error(`tank ${from + 1} fills itself`)
  const open = (tanks[from]?.pipes ?? []).filter(({ blocked }) => !blocked)
  const lowest = open.toSorted((a, b) => a.height - b.height)[0]
  return lowest === undefined ? from : fullFirst(tanks, lowest.to, [...seen, from])
}

const width = 56
const height = 52
export const tanks: readonly Tank[] = [
  {
    x: 92,
    y: 34,
    pipes: [
      { to: 1, height: 0.6, blocked: false },
      { to: 2, height: 0.25, blocked: true },
    ],
  },
  { x: 8, y: 88, pipes: [{ to: 3, height: 0.45, blocked: false }] },
  { x: 176, y: 88, pipes: [] },
  { x: 92, y: 142, pipes: [] },
]

function pipe(from: Tank, { to, height: share, blocked }: Pipe): string {
  const target = tanks[to]
  if (target === undefined) return ''
  const toRight = target.x > from.x
  const y = from.y + height * (1 - share)
  const start = toRight ? from.x + width : from.x
  const end = toRight ? target.x + 14 : target.x + width - 14
  const points: Point[] = [
    [start, y],
    [end, y],
    [end, target.y - 2],
  ]
  const middle = (start + end) / 2
  return (
    polyline(points, { width: 10 }) +
    polyline([[start + (toRight ? -2 : 2), y], ...points.slice(1)], { width: 6, stroke: ink.paper }) +
    (blocked ? rect(middle - 4, y - 9, 8, 18, { fill: ink.line }) : '')
  )
}
const tank = ({ x, y }: Tank, i: number) =>
  polyline(
    [
      [x, y],
      [x, y + height],
      [x + width, y + height],
      [x + width, y],
    ],
    { width: 3 },
  ) + label(x + width / 2, y + height - 14, String(i + 1), 18)

const tap =
  rect(112, 4, 16, 10, { fill: ink.solid }) +
  [18, 25].map((y) => line([120, y], [120, y + 3], { stroke: ink.accent, width: 3 })).join('')

export const puzzles = [
  puzzle<number>('mc12', {
    prompt: svg(
      240,
      204,
      ...tanks.map(tank),
      ...tanks.flatMap((from) => from.pipes.map((each) => pipe(from, each))),
      tap,
    ),
    options: [0, 1, 2, 3],
    draw: (option) => svg(96, 96, label(48, 50, String(option + 1), 44)),
    right: (option) => option === fullFirst(tanks),
    key: (option) => optionIds[option] ?? '',
  }),
]

import { circle, ink, line, type Paint, type Point, path, polygon, rect, svg } from './svg.ts'

/** The figural questions' model of one cell: marks, each in a square from -1 to 1 both ways. */
export type Form = 'circle' | 'triangle' | 'square' | 'pentagon' | 'hexagon' | 'arrow' | 'bar' | 'hook'
export type Fill = 'open' | 'half' | 'solid'
export type Mark = {
  form: Form
  at: Point
  /** Radius of the circle around it. */
  size: number
  fill: Fill
  /** Degrees clockwise. */
  turn: number
  /** Seen in a mirror, before it is turned; only for the hook, the one form that shows it. */
  flipped?: true
}
export type Cell = readonly Mark[]

export const mark = (form: Form, look: Partial<Mark> = {}): Mark => ({
  form,
  at: [0, 0],
  size: 0.7,
  fill: 'open',
  turn: 0,
  ...look,
})

export const corners = { circle: 0, triangle: 3, square: 4, pentagon: 5, hexagon: 6 } as const
export type Plain = keyof typeof corners
const isPlain = (form: Form): form is Plain => form in corners

/** After this many degrees the form looks the same. */
function period(form: Form): number {
  if (form === 'bar') return 180
  return isPlain(form) ? 360 / corners[form] : 360
}
const within = (value: number, modulus: number) => ((value % modulus) + modulus) % modulus

/** Two cells look the same exactly when their keys are equal. */
export function cellKey(cell: Cell): string {
  const keys = cell.map(({ form, at: [x, y], size, fill, turn, flipped }) => [
    form,
    ...[x, y, size].map((each) => Math.round(each * 1000) + 0),
    fill,
    form === 'circle' ? 0 : within(turn, period(form)),
    flipped,
  ])
  return keys.map(String).sort().join(' ')
}

/** The cell turned around its middle, or seen in a mirror beside it. */
export const turnedCell = (cell: Cell, degrees: number): Cell =>
  cell.map((each) => ({ ...each, at: spun(each.at, degrees), turn: each.turn + degrees }))
export const mirroredCell = (cell: Cell): Cell =>
  cell.map(({ flipped, ...each }) => ({
    ...each,
    at: [-each.at[0], each.at[1]],
    turn: -each.turn,
    ...(each.form === 'hook' && !flipped && { flipped: true as const }),
  }))

function spun([x, y]: Point, degrees: number): Point {
  const angle = (degrees / 180) * Math.PI
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}

const outlines: Record<'arrow' | 'bar' | 'hook', readonly Point[]> = {
  arrow: [
    [0, -1],
    [0.62, -0.25],
    [0.22, -0.25],
    [0.22, 0.95],
    [-0.22, 0.95],
    [-0.22, -0.25],
    [-0.62, -0.25],
  ],
  bar: [
    [-0.09, -1],
    [0.09, -1],
    [0.09, 1],
    [-0.09, 1],
  ],
  hook: [
    [-0.45, -0.9],
    [-0.1, -0.9],
    [-0.1, 0.5],
    [0.6, 0.5],
    [0.6, 0.85],
    [-0.45, 0.85],
  ],
}

function outline({ form, flipped, turn }: Mark): Point[] {
  const points = isPlain(form)
    ? Array.from({ length: corners[form] }, (_, i) =>
        spun([0, -1], (360 / corners[form]) * (i + (form === 'square' ? 0.5 : 0))),
      )
    : outlines[form].map(([x, y]): Point => [flipped ? -x : x, y])
  return points.map((point) => spun(point, turn))
}

/** The part of a convex outline below a height. */
function below(points: readonly Point[], height: number): Point[] {
  return points.flatMap((from, i) => {
    const to = points[(i + 1) % points.length] ?? from
    const crossing = from[1] < height !== to[1] < height
    const share = (height - from[1]) / (to[1] - from[1])
    return [
      ...(from[1] >= height ? [from] : []),
      ...(crossing ? [[from[0] + share * (to[0] - from[0]), height] as const] : []),
    ]
  })
}

/** Path data with one decimal: small files, exact enough for a phone. */
const data = (strings: TemplateStringsArray, ...values: number[]) =>
  strings.map((words, i) => words + (values[i] === undefined ? '' : Math.round(values[i] * 10) / 10)).join('')
const closed = (points: readonly Point[]) =>
  `${points.map(([x, y], i) => data`${0}${x} ${y}`.replace('0', i ? 'L' : 'M')).join('')}Z`

/** The outline of a mark, and of its lower half. */
function traced(each: Mark, [cx, cy]: Point, half: number): { outer: string; lower: string } {
  const x = cx + each.at[0] * half
  const y = cy + each.at[1] * half
  const exact = each.size * half
  const r = Math.round(exact * 10) / 10
  if (each.form === 'circle') {
    const lower = data`M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0`
    return { outer: `${lower}${data`a${r} ${r} 0 0 0 ${-2 * r} 0`}Z`, lower: `${lower}Z` }
  }
  const points = outline(each).map(([px, py]): Point => [x + px * exact, y + py * exact])
  const heights = points.map((point) => point[1])
  const middle = (Math.min(...heights) + Math.max(...heights)) / 2
  return { outer: closed(points), lower: closed(below(points, middle)) }
}

const frame = ([x, y]: Point, half: number) =>
  data`M${x - half} ${y - half}h${half * 2}v${half * 2}h${-half * 2}Z`

/** A cell around a point; marks of one look are one path. */
function marks(cell: Cell, at: Point, half: number): string {
  const all = (fill: Fill, part: 'outer' | 'lower', look: Paint) => {
    const d = cell.flatMap((each) => (each.fill === fill ? traced(each, at, half)[part] : []))
    return d.length === 0 ? '' : path(d.join(''), look)
  }
  return (
    all('half', 'lower', { fill: ink.solid, stroke: 'none' }) +
    all('half', 'outer', {}) +
    all('open', 'outer', {}) +
    all('solid', 'outer', { fill: ink.solid })
  )
}

/** Cells in their frames, each around its point. */
export const drawCells = (cells: readonly (readonly [Cell, Point])[], half: number) =>
  path(cells.map(([, at]) => frame(at, half)).join(''), { stroke: ink.grey }) +
  cells.map(([cell, at]) => marks(cell, at, half)).join('')

/** The empty place that asks for its figure. */
export const askedCell = ([x, y]: Point, half: number) =>
  rect(x - half, y - half, half * 2, half * 2, { stroke: ink.accent, dash: '6 5' }, 4) +
  path(`M${x - 8} ${y - 7}c0 -11 16 -11 16 0c0 6 -8 6 -8 13`, { stroke: ink.accent, width: 3 }) +
  circle(x, y + 14, 1, { stroke: ink.accent, width: 2 })

export const optionCell = (cell: Cell) => svg(96, 96, drawCells([[cell, [48, 48]]], 44))

/** An arrow from one figure to the other. */
export const leadsTo = ([x, y]: Point) =>
  line([x - 9, y], [x + 7, y], { width: 3 }) +
  polygon(
    [
      [x + 4, y - 6],
      [x + 12, y],
      [x + 4, y + 6],
    ],
    { fill: ink.line },
  )

/** A number of small marks in the arrangement of dice. */
export const dice = (n: number, form: Form, fill: Fill): Cell =>
  (places[n] ?? []).map((at) => mark(form, { at, fill, size: form === 'circle' ? 0.23 : 0.28 }))
const places: Record<number, readonly Point[]> = {
  1: [[0, 0]],
  2: [
    [-0.42, 0],
    [0.42, 0],
  ],
  3: [
    [0, -0.42],
    [-0.45, 0.4],
    [0.45, 0.4],
  ],
  4: [
    [-0.45, -0.45],
    [0.45, -0.45],
    [-0.45, 0.45],
    [0.45, 0.45],
  ],
  5: [
    [-0.55, -0.55],
    [0.55, -0.55],
    [0, 0],
    [-0.55, 0.55],
    [0.55, 0.55],
  ],
  6: [
    [-0.5, -0.6],
    [0.5, -0.6],
    [-0.5, 0],
    [0.5, 0],
    [-0.5, 0.6],
    [0.5, 0.6],
  ],
}

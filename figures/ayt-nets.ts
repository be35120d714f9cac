import { closes, type Net, type View, views } from './nets.ts'
import { type Four, puzzle } from './puzzles.ts'
import { ink, type Point, path, polygon, svg } from './svg.ts'

/** A point of a face, from -1 to 1 both ways, as a point of the drawing. */
type Onto = (x: number, y: number) => Point

/**
 * Faces that stay distinct at any quarter turn and slant: no item depends on which way up a sign is. Dot, ring, plus,
 * four dots, open square, solid square.
 */
const signs: readonly ((onto: Onto) => string)[] = [
  (onto) => polygon(round(onto, 0.55), { fill: ink.solid }),
  (onto) => polygon(round(onto, 0.55), { width: 3 }),
  (onto) => strokes(onto, [0, -0.65, 0, 0.65], [-0.65, 0, 0.65, 0]),
  (onto) =>
    [-0.42, 0.42].flatMap((x) => [-0.42, 0.42].map((y) => strokes(onto, [x, y, x, y + 0.01]))).join(''),
  (onto) => polygon(box(onto, 0.55), { width: 3 }),
  (onto) => polygon(box(onto, 0.55), { fill: ink.solid }),
]
const whole = ([x, y]: Point): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
const round = (onto: Onto, r: number) =>
  Array.from({ length: 16 }, (_, i) =>
    whole(onto(r * Math.cos((i * Math.PI) / 8), r * Math.sin((i * Math.PI) / 8))),
  )
const strokes = (onto: Onto, ...ends: readonly (readonly [number, number, number, number])[]) =>
  path(
    ends
      .map(([x1, y1, x2, y2]) => `M${whole(onto(x1, y1)).join(' ')}L${whole(onto(x2, y2)).join(' ')}`)
      .join(''),
    { width: 6 },
  )
const box = (onto: Onto, r: number) => [onto(-r, -r), onto(r, -r), onto(r, r), onto(-r, r)].map(whole)
const square = (onto: Onto) => box(onto, 1)

const flat =
  (left: number, top: number, half: number) =>
  ([row, column]: readonly [number, number]): Onto =>
  (x, y) => [left + (column * 2 + 1 + x) * half, top + (row * 2 + 1 + y) * half]

/** The net in the question: the square with number i has sign i. */
export const signed: Net = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 2],
]
const drawSigned = () =>
  svg(
    208,
    160,
    ...signed.map((cell, i) => {
      const onto = flat(8, 8, 24)(cell)
      return polygon(square(onto)) + (signs[i]?.(onto) ?? '')
    }),
  )

const half = 21
const wide = half * Math.sqrt(3)
const cubeFaces: readonly Onto[] = [
  (x, y) => [48 + ((x - y) * wide) / 2, 28 + ((x + y) * half) / 2],
  (x, y) => [48 - wide / 2 + (x * wide) / 2, 28 + half * 1.5 + y * half + (x * half) / 2],
  (x, y) => [48 + wide / 2 + (x * wide) / 2, 28 + half * 1.5 + y * half - (x * half) / 2],
]
const drawView = (view: View) =>
  svg(
    96,
    96,
    ...view.map((face, i) => {
      const onto = cubeFaces[i] ?? cubeFaces[0]
      return onto === undefined
        ? ''
        : polygon(square(onto), { fill: ink.paper }) + (signs[face]?.(onto) ?? '')
    }),
  )
const viewKey = ([top, left, right]: View) =>
  [`${top}${left}${right}`, `${left}${right}${top}`, `${right}${top}${left}`].sort().join(' ')

const cubes: Four<View> = [
  [2, 5, 3],
  [2, 3, 5],
  [1, 2, 3],
  [5, 0, 3],
]

/** Which of these folds to a closed cube? */
export const nets: Four<Net> = [
  [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
    [2, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [1, 2],
    [1, 3],
    [0, 2],
  ],
  [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 3],
    [2, 3],
  ],
]
const drawNet = (net: Net) => {
  const [rows, columns] = [0, 1].map((axis) => 1 + Math.max(...net.map((cell) => cell[axis] ?? 0)))
  const cell = flat(48 - (columns ?? 0) * 11.5, 48 - (rows ?? 0) * 11.5, 11.5)
  return svg(96, 96, ...net.map((each) => polygon(square(cell(each)), { fill: ink.pale })))
}
/** The same net, wherever it lies on the grid. */
const netKey = (net: Net) => net.map(String).sort().join(' ')

const possible = new Set(views(signed).map(viewKey))
export const puzzles = [
  puzzle<Net>('mc13', { options: nets, draw: drawNet, right: closes, key: netKey }),
  puzzle<View>('mc15', {
    prompt: drawSigned(),
    options: cubes,
    draw: drawView,
    right: (view) => possible.has(viewKey(view)),
    key: viewKey,
  }),
]

import { drawGrid } from './grids.ts'
import { type Four, puzzle } from './puzzles.ts'
import { circle, ink, mirrored, moved, type Point, path, polygon, polyline, svg } from './svg.ts'

/** Somebody walks along streets, seen from above: which turns do they take, from their own point of view? */
export type Turn = 'left' | 'right'
export const walked: readonly Point[] = [
  [0, 3],
  [0, 1],
  [2, 1],
  [2, 3],
  [4, 3],
  [4, 0],
]

/** The turns at the corners of a way; `y` grows downwards. Throws where it goes straight on or back. */
export function turnsOf(way: readonly Point[]): Turn[] {
  return way.slice(1, -1).map((corner, i) => {
    const before = way[i] ?? corner
    const after = way[i + 2] ?? corner
    const cross =
      (corner[0] - before[0]) * (after[1] - corner[1]) - (corner[1] - before[1]) * (after[0] - corner[0])
    if (cross === 0) throw new Error('no turn')
    return cross > 0 ? 'right' : 'left'
  })
}

const right = turnsOf(walked)
const opposite = (turn: Turn): Turn => (turn === 'left' ? 'right' : 'left')
const except = (corner: number) => right.map((turn, i) => (i === corner ? opposite(turn) : turn))
export const options: Four<readonly Turn[]> = [right, right.map(opposite), except(1), except(3)]

/** An arrow that turns to the right in a field 34 wide; seen in a mirror, to the left. */
const rightArrow =
  path('M11 42V26Q11 16 21 16H24', { width: 4 }) +
  polygon(
    [
      [22, 8],
      [32, 16],
      [22, 24],
    ],
    { fill: ink.line },
  )
const draw = (turns: readonly Turn[]) =>
  svg(
    148,
    72,
    ...turns.map((turn, i) =>
      moved(4 + i * 35, 14, turn === 'right' ? rightArrow : mirrored(36, rightArrow)),
    ),
  )

const at = ([x, y]: Point): Point => [28 + x * 40, 28 + y * 40]
const goal = at(walked.at(-1) ?? [0, 0])
const prompt = svg(
  216,
  176,
  drawGrid([28, 28], 3, 4, 40),
  polyline(walked.map(at), { stroke: ink.accent, width: 5 }),
  circle(...at(walked[0] ?? [0, 0]), 9, { fill: ink.solid }),
  polygon(
    [
      [goal[0] - 9, goal[1] + 6],
      [goal[0], goal[1] - 12],
      [goal[0] + 9, goal[1] + 6],
    ],
    { fill: ink.accent, stroke: ink.accent },
  ),
)

export const puzzles = [
  puzzle<readonly Turn[]>('mc05', {
    prompt,
    options,
    draw,
    right: (turns) => String(turns) === String(right),
    key: String,
  }),
]

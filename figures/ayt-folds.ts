import { drawGrid, flipColumns, flipRows, type Place, type Places, placesKey } from './grids.ts'
import { type Four, puzzle } from './puzzles.ts'
import { circle, ink, line, path, polyline, rect, svg } from './svg.ts'

/** A square paper: its right half is folded over the left one, then the lower half over the upper one; then punched. */
export const side = 4
export const punched: Place = [0, 0]

/** The holes after unfolding: what lies on each other has the same holes, seen as in a mirror. */
export function unfolded(hole: Place): Places {
  const half = [hole, ...flipRows(side, [hole])]
  return [...half, ...flipColumns(side, half)]
}

const [row, column] = punched
const shifted: Places = [punched, [row, column + 2], [row + 2, column], [row + 2, column + 2]]
const mixed: Places = [punched, [row, side - 1 - column], [row + 2, column], [row + 2, side - 1 - column]]
const once: Places = [punched, ...flipColumns(side, [punched])]
export const options: Four<Places> = [unfolded(punched), shifted, once, mixed]

const cell = 21
const draw = (places: Places) =>
  svg(
    96,
    96,
    drawGrid([6, 6], side, side, cell),
    ...places.map(([r, c]) => circle(6 + (c + 0.5) * cell, 6 + (r + 0.5) * cell, 6, { fill: ink.solid })),
  )

const small = 18
const away = { stroke: ink.grey, dash: '4 4' }
/** A bowed arrow from a folded part to where it comes to lie. */
const bow = (d: string, head: readonly (readonly [number, number])[]) =>
  path(d, { stroke: ink.accent, width: 3 }) + polyline(head, { stroke: ink.accent, width: 3 })
const prompt = svg(
  300,
  104,
  drawGrid([10, 16], 4, 4, small),
  line([46, 16], [46, 88], { dash: '5 4' }),
  bow('M70 46C62 30 44 28 30 44', [
    [30, 33],
    [29, 45],
    [41, 43],
  ]),
  rect(114, 16, 72, 72, away),
  drawGrid([114, 16], 4, 2, small),
  line([114, 52], [150, 52], { dash: '5 4' }),
  bow('M126 78C140 70 142 54 132 38', [
    [143, 41],
    [131, 37],
    [129, 49],
  ]),
  rect(218, 16, 72, 72, away),
  drawGrid([218, 16], 2, 2, small),
  circle(218 + (column + 0.5) * small, 16 + (row + 0.5) * small, 6, { fill: ink.solid }),
)

export const puzzles = [
  puzzle<Places>('mc14', {
    prompt,
    options,
    draw,
    right: (places) => placesKey(places) === placesKey(unfolded(punched)),
    key: placesKey,
  }),
]

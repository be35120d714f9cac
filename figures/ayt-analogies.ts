import {
  askedCell,
  type Cell,
  cellKey,
  drawCells,
  type Fill,
  leadsTo,
  mark,
  optionCell,
  type Plain,
} from './cells.ts'
import { puzzle } from './puzzles.ts'
import { type Point, svg } from './svg.ts'

/** The first figure becomes the second; the third becomes what in the same way? */
export type Analogy<Look> = {
  id: string
  first: Look
  third: Look
  change: (look: Look) => Look
  figure: (look: Look) => Cell
  /** What the wrong options have instead. Over all four options each property is as often right as wrong. */
  slips: readonly [Partial<Look>, Partial<Look>, Partial<Look>]
}

const half = 44
function make<Look>({ id, first, third, change, figure, slips: [x, y, z] }: Analogy<Look>) {
  const right = change(third)
  const wrong = (slip: Partial<Look>): Look => ({ ...right, ...slip })
  const place = (column: number, row: number): Point => [52 + column * 136, 50 + row * 100]
  return puzzle<Look>(id, {
    prompt: svg(
      240,
      200,
      drawCells(
        [
          [figure(first), place(0, 0)],
          [figure(change(first)), place(1, 0)],
          [figure(third), place(0, 1)],
        ],
        half,
      ),
      leadsTo([120, 50]),
      leadsTo([120, 150]),
      askedCell(place(1, 1), half),
    ),
    options: [right, wrong(x), wrong(y), wrong(z)],
    draw: (look) => optionCell(figure(look)),
    right: (look) => cellKey(figure(look)) === cellKey(figure(right)),
    key: (look) => cellKey(figure(look)),
  })
}

export const shrinking: Analogy<{ form: Plain; size: number; fill: Fill }> = {
  id: 'fg04',
  first: { form: 'square', size: 0.8, fill: 'open' },
  third: { form: 'triangle', size: 0.8, fill: 'open' },
  change: (look) => ({ ...look, size: 0.4, fill: 'solid' }),
  figure: ({ form, size, fill }) => [mark(form, { size, fill })],
  slips: [{ size: 0.8 }, { fill: 'open' }, { size: 0.8, fill: 'open' }],
}

/** The outer and the inner form, and a dot in one of four corners, counted clockwise. */
type Nested = { outer: Plain; inner: Plain; innerFill: Fill; corner: number }
const cornerAt: readonly Point[] = [
  [-0.78, -0.78],
  [0.78, -0.78],
  [0.78, 0.78],
  [-0.78, 0.78],
]
export const swapping: Analogy<Nested> = {
  id: 'fg09',
  first: { outer: 'circle', inner: 'triangle', innerFill: 'solid', corner: 0 },
  third: { outer: 'pentagon', inner: 'square', innerFill: 'solid', corner: 1 },
  change: ({ outer, inner, corner }) => ({
    outer: inner,
    inner: outer,
    innerFill: 'open',
    corner: (corner + 2) % 4,
  }),
  figure: ({ outer, inner, innerFill, corner }) => [
    mark(outer, { size: outer === 'square' ? 0.76 : 0.66 }),
    mark(inner, { size: 0.28, fill: innerFill }),
    mark('circle', { at: cornerAt[corner] ?? [0, 0], size: 0.12, fill: 'solid' }),
  ],
  slips: [
    { corner: 1, innerFill: 'solid' },
    { corner: 1, outer: 'pentagon', inner: 'square' },
    { innerFill: 'solid', outer: 'pentagon', inner: 'square' },
  ],
}

export const puzzles = [make(shrinking), make(swapping)]

import {
  askedCell,
  type Cell,
  cellKey,
  dice,
  drawCells,
  type Fill,
  mark,
  optionCell,
  type Plain,
} from './cells.ts'
import { puzzle } from './puzzles.ts'
import { type Point, svg } from './svg.ts'

/** Figures in rows and columns: every property follows a rule of its own, and the last place is asked for. */
export type Matrix<Look> = {
  id: string
  side: 2 | 3
  rules: { [property in keyof Look]: (row: number, column: number) => Look[property] }
  figure: (look: Look) => Cell
  /** What the wrong options have instead. Over all four options each property is as often right as wrong. */
  slips: readonly [Partial<Look>, Partial<Look>, Partial<Look>]
}

export function lookAt<Look>(rules: Matrix<Look>['rules'], row: number, column: number): Look {
  const look = {} as Look
  for (const property in rules) look[property] = rules[property](row, column)
  return look
}

function make<Look>({ id, side, rules, figure, slips: [x, y, z] }: Matrix<Look>) {
  const half = side === 2 ? 44 : 36
  const width = side * (half * 2 + 6) + 6
  const last = side - 1
  const place = (i: number) => 6 + half + i * (half * 2 + 6)
  const right = lookAt(rules, last, last)
  const cells = Array.from({ length: side * side - 1 }, (_, i) => {
    const row = Math.floor(i / side)
    const column = i % side
    return [figure(lookAt(rules, row, column)), [place(column), place(row)]] as const
  })
  const wrong = (slip: Partial<Look>): Look => ({ ...right, ...slip })
  return puzzle<Look>(id, {
    prompt: svg(width, width, drawCells(cells, half), askedCell([place(last), place(last)], half)),
    options: [right, wrong(x), wrong(y), wrong(z)],
    draw: (look) => optionCell(figure(look)),
    right: (look) => cellKey(figure(look)) === cellKey(figure(right)),
    key: (look) => cellKey(figure(look)),
  })
}

type Kinds = readonly [Plain, Plain, Plain]
const kinds: Kinds = ['circle', 'square', 'triangle']
const fills: readonly [Fill, Fill, Fill] = ['open', 'half', 'solid']
const of = <T>(three: readonly [T, T, T], i: number): T => three[((i % 3) + 3) % 3] ?? three[0]

type Single = { form: Plain; fill: Fill }
const single = ({ form, fill }: Single): Cell => [mark(form, { fill, size: 0.62 })]
export const pairs: Matrix<Single> = {
  id: 'fg05',
  side: 2,
  rules: {
    form: (row) => (row === 0 ? 'square' : 'circle'),
    fill: (_, column) => (column === 0 ? 'open' : 'solid'),
  },
  figure: single,
  slips: [{ form: 'square' }, { fill: 'open' }, { form: 'square', fill: 'open' }],
}

type Counted = { count: number; form: Plain; fill: Fill }
const counted = ({ count, form, fill }: Counted) => dice(count, form, fill)
export const rows: Matrix<Counted> = {
  id: 'fg07',
  side: 3,
  rules: { form: (row) => of(kinds, row), count: (_, column) => column + 1, fill: () => 'open' },
  figure: counted,
  slips: [{ count: 2 }, { form: 'square' }, { count: 2, form: 'square' }],
}
export const latin: Matrix<Single> = {
  id: 'fg10',
  side: 3,
  rules: { form: (row, column) => of(kinds, row + column), fill: (row) => of(fills, row) },
  figure: single,
  slips: [{ form: 'triangle' }, { fill: 'half' }, { form: 'triangle', fill: 'half' }],
}

/** Parts that lie over each other, as a set of numbers. */
type Parts = { parts: readonly number[] }
export const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])].sort()
export const either = (a: readonly number[], b: readonly number[]) =>
  [...a, ...b].filter((part) => a.includes(part) !== b.includes(part)).sort()

/** The third of each row and column is made of the first two. */
function overlaid(
  corner: readonly [readonly number[], readonly number[], readonly number[], readonly number[]],
  join: typeof union,
) {
  const [a, b, c, d] = corner
  const top = [a, b, join(a, b)]
  const middle = [c, d, join(c, d)]
  const grid = [top, middle, top.map((part, i) => join(part, middle[i] ?? []))]
  return { parts: (row: number, column: number) => grid[row]?.[column] ?? [] }
}

const layers: Cell = [
  mark('bar', { size: 0.8 }),
  mark('bar', { size: 0.8, turn: 90 }),
  mark('bar', { size: 0.8, turn: 45 }),
  mark('circle', { size: 0.55 }),
  mark('bar', { size: 0.8, turn: 135 }),
].map((layer) => (layer.form === 'bar' ? { ...layer, fill: 'solid' as const } : layer))
export const joined: Matrix<Parts> = {
  id: 'fg13',
  side: 3,
  rules: overlaid([[0], [1], [2], [1, 3]], union),
  figure: ({ parts }) => parts.flatMap((part) => layers[part] ?? []),
  slips: [{ parts: [1, 2, 3] }, { parts: [0, 1, 2] }, { parts: [1, 2] }],
}

const ninth = (part: number): Point => [((part % 3) - 1) * 0.58, (Math.floor(part / 3) - 1) * 0.58]
export const cancelled: Matrix<Parts> = {
  id: 'fg14',
  side: 3,
  rules: overlaid(
    [
      [0, 1, 2, 4],
      [2, 4, 6],
      [1, 3, 4, 5],
      [3, 4, 6, 8],
    ],
    either,
  ),
  figure: ({ parts }) => parts.map((part) => mark('circle', { at: ninth(part), size: 0.2, fill: 'solid' })),
  slips: [{ parts: [0, 3, 5, 8] }, { parts: [0, 5] }, { parts: [0, 3, 5] }],
}

export const threefold: Matrix<Counted> = {
  id: 'fg15',
  side: 3,
  rules: {
    form: (row, column) => of(kinds, row + column),
    fill: (row, column) => of(fills, row - column + 1),
    count: (row, column) =>
      [
        [1, 2, 3],
        [1, 1, 2],
        [2, 3, 5],
      ][row]?.[column] ?? 0,
  },
  figure: counted,
  slips: [
    { fill: 'open', count: 4 },
    { fill: 'open', form: 'circle' },
    { count: 4, form: 'circle' },
  ],
}

export const puzzles = [make(pairs), make(rows), make(latin), make(joined), make(cancelled), make(threefold)]

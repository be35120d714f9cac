import { askedCell, type Cell, cellKey, dice, drawCells, type Fill, mark, optionCell } from './cells.ts'
import { puzzle } from './puzzles.ts'
import { type Point, svg } from './svg.ts'

/** What comes next: every property of the figure follows a rule of its own from step to step. */
export type Series<Look> = {
  id: string
  rules: { [property in keyof Look]: (step: number) => Look[property] }
  figure: (look: Look) => Cell
  /** What the wrong options have instead. Over all four options each property is as often right as wrong. */
  slips: readonly [Partial<Look>, Partial<Look>, Partial<Look>]
}

const shown = 4
const half = 29

export function lookAt<Look>(rules: Series<Look>['rules'], step: number): Look {
  const looks = {} as Look
  for (const property in rules) looks[property] = rules[property](step)
  return looks
}

function make<Look>({ id, rules, figure, slips: [x, y, z] }: Series<Look>) {
  const place = (i: number): Point => [34 + i * 63, 36]
  const right = lookAt(rules, shown)
  const steps = Array.from({ length: shown }, (_, i) => [figure(lookAt(rules, i)), place(i)] as const)
  const wrong = (slip: Partial<Look>): Look => ({ ...right, ...slip })
  return puzzle<Look>(id, {
    // Room below: the player's magnifier is in the lower right corner.
    prompt: svg(320, 104, drawCells(steps, half), askedCell(place(shown), half)),
    options: [right, wrong(x), wrong(y), wrong(z)],
    draw: (look) => optionCell(figure(look)),
    right: (look) => cellKey(figure(look)) === cellKey(figure(right)),
    key: (look) => cellKey(figure(look)),
  })
}

/** Eight places around the middle, from the upper left corner clockwise. */
const around: readonly Point[] = [
  [-0.6, -0.6],
  [0, -0.6],
  [0.6, -0.6],
  [0.6, 0],
  [0.6, 0.6],
  [0, 0.6],
  [-0.6, 0.6],
  [-0.6, 0],
]
const every =
  <T>(...values: [T, ...T[]]) =>
  (step: number): T =>
    values[step % values.length] ?? values[0]

type Counted = { count: number; form: 'circle' | 'square' | 'triangle'; fill: Fill }
const counted = ({ count, form, fill }: Counted) => dice(count, form, fill)

export const practice: Series<Counted> = {
  id: 'fg00',
  rules: { count: every(1), form: every('circle', 'square'), fill: every('open') },
  figure: ({ form, fill }) => [mark(form, { fill, size: 0.6 })],
  slips: [{ form: 'square' }, { fill: 'solid' }, { form: 'square', fill: 'solid' }],
}
export const growing: Series<Counted> = {
  id: 'fg01',
  rules: { count: (step) => step + 1, form: every('circle'), fill: every('solid') },
  figure: counted,
  slips: [{ count: 4 }, { form: 'square' }, { count: 4, form: 'square' }],
}
export const turning: Series<{ turn: number }> = {
  id: 'fg02',
  rules: { turn: (step) => step * 45 },
  figure: ({ turn }) => [mark('arrow', { turn, fill: 'solid', size: 0.75 })],
  slips: [{ turn: 225 }, { turn: 0 }, { turn: 45 }],
}
export const wandering: Series<{ place: number; fill: Fill }> = {
  id: 'fg06',
  rules: { place: (step) => step, fill: every('solid', 'open') },
  figure: ({ place, fill }) => [
    mark('square', { size: 0.36 }),
    mark('circle', { at: around[place] ?? [0, 0], size: 0.24, fill }),
  ],
  slips: [{ fill: 'open' }, { place: 5 }, { place: 5, fill: 'open' }],
}
const rim = (degrees: number): Point => {
  const angle = (degrees / 180) * Math.PI
  return [0.7 * Math.sin(angle), -0.7 * Math.cos(angle)]
}
export const orbiting: Series<{ hand: number; dot: number }> = {
  id: 'fg11',
  rules: { hand: (step) => 45 + step * 45, dot: (step) => -90 * step },
  figure: ({ hand, dot }) => [
    mark('circle', { size: 0.92 }),
    mark('arrow', { turn: hand, size: 0.42, fill: 'solid' }),
    mark('circle', { at: rim(dot), size: 0.17 }),
  ],
  slips: [{ dot: 270 }, { hand: 180 }, { dot: 270, hand: 180 }],
}

export const puzzles = [make(practice), make(growing), make(turning), make(wandering), make(orbiting)]

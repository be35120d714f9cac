import { type Cell, cellKey, corners, mark, optionCell, type Plain, turnedCell } from './cells.ts'
import { puzzle } from './puzzles.ts'
import type { Point } from './svg.ts'

/** Three figures follow the rule, one does not: that one is asked for. */
export type Odd<Look> = {
  id: string
  options: readonly [Look, Look, Look, Look]
  figure: (look: Look) => Cell
  follows: (look: Look) => boolean
}

const make = <Look>({ id, options, figure, follows }: Odd<Look>) =>
  puzzle<Look>(id, {
    options,
    draw: (look) => optionCell(figure(look)),
    right: (look) => !follows(look),
    key: (look) => cellKey(figure(look)),
  })

/** The form inside is the one outside. */
export const alike: Odd<{ outer: Plain; inner: Plain }> = {
  id: 'fg03',
  options: [
    { outer: 'square', inner: 'square' },
    { outer: 'triangle', inner: 'triangle' },
    { outer: 'pentagon', inner: 'pentagon' },
    { outer: 'circle', inner: 'square' },
  ],
  figure: ({ outer, inner }) => [mark(outer, { size: 0.84 }), mark(inner, { size: 0.3 })],
  follows: ({ outer, inner }) => outer === inner,
}

/** As many dots as the form has corners; the dots form a ring, so that no number has a dot in the middle. */
export const dotted: Odd<{ form: Plain; dots: number }> = {
  id: 'fg08',
  options: [
    { form: 'pentagon', dots: 5 },
    { form: 'triangle', dots: 3 },
    { form: 'hexagon', dots: 4 },
    { form: 'square', dots: 4 },
  ],
  figure: ({ form, dots }) => [
    mark(form, { size: 0.92 }),
    ...Array.from({ length: dots }, (_, i) => {
      const angle = (2 * Math.PI * (i + (dots === 4 ? 0.5 : 0))) / dots
      const at: Point = [0.36 * Math.sin(angle), -0.36 * Math.cos(angle)]
      return mark('circle', { at, size: 0.12, fill: 'solid' })
    }),
  ],
  follows: ({ form, dots }) => corners[form] === dots,
}

/** One figure turned; only a mirror makes the odd one of it. */
export const flipped: Odd<{ turn: number; mirror: boolean }> = {
  id: 'fg12',
  options: [
    { turn: 180, mirror: true },
    { turn: 90, mirror: false },
    { turn: 0, mirror: false },
    { turn: 270, mirror: false },
  ],
  figure: ({ turn, mirror }) => {
    const side = mirror ? -1 : 1
    return turnedCell(
      [
        mark('hook', { size: 0.82, ...(mirror && { flipped: true as const }) }),
        mark('circle', { at: [side * 0.42, -0.4], size: 0.2, fill: 'solid' }),
      ],
      turn,
    )
  },
  follows: ({ mirror }) => !mirror,
}

export const puzzles = [make(alike), make(dotted), make(flipped)]

import { expect, test } from 'vitest'
import { shrinking, swapping } from './ayt-analogies.ts'
import {
  cancelled,
  joined,
  latin,
  lookAt as lookInMatrix,
  type Matrix,
  pairs,
  rows,
  threefold,
} from './ayt-matrices.ts'
import { growing, lookAt as lookInSeries, orbiting, type Series, turning, wandering } from './ayt-series.ts'
import { type Cell, cellKey, corners, mirroredCell, turnedCell } from './cells.ts'

/** The options of one question as somebody sees them who covers the question: the right one comes first. */
type Options<Look> = { looks: readonly Look[]; figure: (look: Look) => Cell }
const withRight = <Look>(
  right: Look,
  slips: readonly Partial<Look>[],
  figure: (look: Look) => Cell,
): Options<Look> => ({ looks: [right, ...slips.map((slip) => ({ ...right, ...slip }))], figure })
const ofSeries = <Look>({ rules, slips, figure }: Series<Look>) =>
  withRight(lookInSeries(rules, 4), slips, figure)
const ofMatrix = <Look>({ rules, side, slips, figure }: Matrix<Look>) =>
  withRight(lookInMatrix(rules, side - 1, side - 1), slips, figure)

const questions: Record<string, Cell[]> = {
  fg01: cells(ofSeries(growing)),
  fg02: cells(ofSeries(turning)),
  fg04: cells(withRight(shrinking.change(shrinking.third), shrinking.slips, shrinking.figure)),
  fg05: cells(ofMatrix(pairs)),
  fg06: cells(ofSeries(wandering)),
  fg07: cells(ofMatrix(rows)),
  fg09: cells(withRight(swapping.change(swapping.third), swapping.slips, swapping.figure)),
  fg10: cells(ofMatrix(latin)),
  fg11: cells(ofSeries(orbiting)),
  fg13: cells(ofMatrix(joined)),
  fg14: cells(ofMatrix(cancelled)),
  fg15: cells(ofMatrix(threefold)),
}
function cells<Look>({ looks, figure }: Options<Look>): Cell[] {
  return looks.map(figure)
}

const sorted = (values: readonly (string | number)[]) => values.map(String).sort().join()
/** What can be seen of an option, and compared with the other three. */
const features: Record<string, (cell: Cell) => unknown> = {
  'number of marks': (cell) => cell.length,
  forms: (cell) => sorted([...new Set(cell.map(({ form }) => form))]),
  'largest form': (cell) => cell.toSorted((a, b) => b.size - a.size)[0]?.form,
  'smallest form': (cell) => cell.toSorted((a, b) => a.size - b.size)[0]?.form,
  fills: (cell) => sorted(cell.map(({ fill }) => fill)),
  'a solid mark': (cell) => cell.some(({ fill }) => fill === 'solid'),
  sizes: (cell) => sorted([...new Set(cell.map(({ size }) => size))]),
  places: (cell) => sorted(cell.map(({ at: [x, y] }) => `${x.toFixed(2)} ${y.toFixed(2)}`)),
  'something in the middle': (cell) => cell.some(({ at: [x, y] }) => Math.hypot(x, y) < 0.1),
  turns: (cell) => sorted(cell.map(({ form, turn }) => (form === 'circle' ? 0 : turn % 360))),
  'upright or aslant': (cell) => cell.some(({ turn }) => turn % 90 !== 0),
  'upper or lower half': (cell) => Math.sign(Math.round(cell.reduce((sum, { at }) => sum + at[1], 0) * 100)),
  'left or right half': (cell) => Math.sign(Math.round(cell.reduce((sum, { at }) => sum + at[0], 0) * 100)),
  'number of corners': (cell) =>
    cell.reduce((sum, { form }) => sum + (form in corners ? corners[form as keyof typeof corners] : 0), 0),
  'left is like right': (cell) => cellKey(mirroredCell(cell)) === cellKey(cell),
  'above is like below': (cell) => cellKey(turnedCell(mirroredCell(cell), 180)) === cellKey(cell),
  'upside down is the same': (cell) => cellKey(turnedCell(cell, 180)) === cellKey(cell),
}

/** How many of the other options share each feature of an option, added up. */
function votes(options: readonly Cell[]): number[] {
  const seen = options.map((option) => Object.values(features).map((feature) => String(feature(option))))
  return seen.map((own) =>
    seen
      .flatMap((other) => other.filter((value, i) => value === own[i]))
      .reduce((sum) => sum + 1, -own.length),
  )
}
/** The chance of hitting the first option when one of the best is taken. */
function hit(scores: readonly number[]): number {
  const best = scores.filter((score) => score === Math.max(...scores))
  return scores[0] === best[0] ? 1 / best.length : 0
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('who sees only the options gains nothing by taking the most or the least usual one', () => {
  const all = Object.values(questions).map(votes)
  expect(all).toHaveLength(12)
  for (const strategy of [all, all.map((scores) => scores.map((score) => -score))]) {
    const share = mean(strategy.map(hit))
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.4)
  }
})

test('nor by a single feature', () => {
  for (const [name, feature] of Object.entries(features)) {
    const shares = Object.values(questions).map((options) => {
      const values = options.map(feature)
      return hit(values.map((value) => values.filter((other) => other === value).length))
    })
    expect(mean(shares), name).toBeLessThan(0.4)
  }
})

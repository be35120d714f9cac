import { describe, expect, test } from 'vitest'
import * as analogies from './ayt-analogies.ts'
import * as matrices from './ayt-matrices.ts'
import * as series from './ayt-series.ts'
import { type Cell, cellKey, mark, mirroredCell, turnedCell } from './cells.ts'

/** A wrong option differs from the right one in exactly one property, and can be seen to. */
function breaksOneRule<Look extends object>(right: Look, slip: Partial<Look>, figure: (look: Look) => Cell) {
  const broken = (Object.keys(slip) as (keyof Look)[]).filter(
    (property) => slip[property] !== right[property],
  )
  expect(broken).toHaveLength(1)
  expect(cellKey(figure({ ...right, ...slip }))).not.toBe(cellKey(figure(right)))
}

describe('series', () => {
  const { practice, growing, turning, wandering, orbiting, lookAt } = series
  const prove = <Look extends object>({ rules, figure, slips }: series.Series<Look>) => {
    for (const slip of slips) breaksOneRule(lookAt(rules, 4), slip, figure)
    const steps = [0, 1, 2, 3, 4].map((step) => lookAt(rules, step))
    // A property that stands still, or comes back, still has to be seen at least twice.
    expect(
      steps.slice(1).every((look, i) => cellKey(figure(look)) !== cellKey(figure(steps[i] ?? look))),
    ).toBe(true)
  }
  test('each rule gives one next figure; each wrong one breaks one rule', () => {
    for (const each of [practice, growing]) prove(each)
    prove(turning)
    prove(wandering)
    prove(orbiting)
  })
  test('the next figures by hand', () => {
    expect(lookAt(practice.rules, 4).form).toBe('circle')
    expect(lookAt(growing.rules, 4)).toEqual({ count: 5, form: 'circle', fill: 'solid' })
    expect(lookAt(turning.rules, 4)).toEqual({ turn: 180 })
    expect(lookAt(wandering.rules, 4)).toEqual({ place: 4, fill: 'solid' })
    expect(lookAt(orbiting.rules, 4)).toEqual({ hand: 225, dot: -360 })
  })
})

describe('matrices', () => {
  const { pairs, rows, latin, joined, cancelled, threefold, lookAt, union, either } = matrices
  const prove = <Look extends object>({ side, rules, figure, slips }: matrices.Matrix<Look>) => {
    for (const slip of slips) breaksOneRule(lookAt(rules, side - 1, side - 1), slip, figure)
  }
  const line = <Look>(matrix: matrices.Matrix<Look>, cell: (i: number) => readonly [number, number]) =>
    [0, 1, 2].map((i) => lookAt(matrix.rules, ...cell(i)))
  const lines = <Look>(matrix: matrices.Matrix<Look>) =>
    [0, 1, 2].flatMap((n) => [line(matrix, (i) => [n, i]), line(matrix, (i) => [i, n])])

  test('each wrong one breaks one rule', () => {
    for (const each of [rows, threefold]) prove(each)
    for (const each of [pairs, latin]) prove(each)
    for (const each of [joined, cancelled]) prove(each)
  })
  test('rows and columns lead to the same figure', () => {
    for (const [a, b, c] of lines(joined)) expect(c?.parts).toEqual(union(a?.parts ?? [], b?.parts ?? []))
    for (const [a, b, c] of lines(cancelled)) expect(c?.parts).toEqual(either(a?.parts ?? [], b?.parts ?? []))
    for (const [a, b, c] of lines(threefold)) expect(c?.count).toBe((a?.count ?? 0) + (b?.count ?? 0))
    for (const looks of [...lines(latin), ...lines(threefold)])
      expect(new Set(looks.map(({ form }) => form)).size).toBe(3)
    for (const looks of lines(threefold)) expect(new Set(looks.map(({ fill }) => fill)).size).toBe(3)
  })
  test('the asked figures by hand', () => {
    expect(lookAt(pairs.rules, 1, 1)).toEqual({ form: 'circle', fill: 'solid' })
    expect(lookAt(rows.rules, 2, 2)).toEqual({ form: 'triangle', count: 3, fill: 'open' })
    expect(lookAt(latin.rules, 2, 2)).toEqual({ form: 'square', fill: 'solid' })
    expect(lookAt(joined.rules, 2, 2).parts).toEqual([0, 1, 2, 3])
    expect(lookAt(cancelled.rules, 2, 2).parts).toEqual([0, 5, 8])
    expect(lookAt(threefold.rules, 2, 2)).toEqual({ form: 'square', fill: 'half', count: 5 })
  })
  test('dots that cancel out are not simply put together', () => {
    const parts = (row: number, column: number) => lookAt(cancelled.rules, row, column).parts
    expect(union(parts(0, 0), parts(0, 1))).not.toEqual(parts(0, 2))
  })
})

describe('analogies', () => {
  test('each wrong one breaks one rule', () => {
    const { shrinking, swapping } = analogies
    for (const slip of shrinking.slips)
      breaksOneRule(shrinking.change(shrinking.third), slip, shrinking.figure)
    for (const slip of swapping.slips) breaksOneRule(swapping.change(swapping.third), slip, swapping.figure)
    expect(swapping.change(swapping.third)).toEqual({
      outer: 'square',
      inner: 'pentagon',
      innerFill: 'open',
      corner: 3,
    })
  })
})

describe('what looks the same is the same', () => {
  test.each([
    ['square', 90],
    ['triangle', 120],
    ['pentagon', 72],
    ['hexagon', 60],
    ['bar', 180],
    ['circle', 17],
  ] as const)('a %s turned by %d', (form, turn) => {
    expect(cellKey([mark(form, { turn })])).toBe(cellKey([mark(form)]))
    expect(cellKey([mark(form, { turn: turn / 2 })]) === cellKey([mark(form)])).toBe(form === 'circle')
  })
  test('a hook is told from its mirror image however it is turned', () => {
    const hook = [mark('hook'), mark('circle', { at: [0.4, -0.4], size: 0.2 })]
    const turned = [0, 90, 180, 270].map((degrees) => cellKey(turnedCell(hook, degrees)))
    for (const degrees of [0, 90, 180, 270])
      expect(turned).not.toContain(cellKey(turnedCell(mirroredCell(hook), degrees)))
    expect(cellKey(mirroredCell(mirroredCell(hook)))).toBe(cellKey(hook))
  })
})

import { describe, expect, test } from 'vitest'
import * as analogies from './ayt-analogies.ts'
import * as matrices from './ayt-matrices.ts'
import * as series from './ayt-series.ts'
import { type Cell, cellKey, mark, mirroredCell, turnedCell } from './cells.ts'

/** Each property is right in two of the four options or in all of them, so that no option is the usual one. */
function balanced<Look extends object>(
  right: Look,
  slips: readonly Partial<Look>[],
  figure: (look: Look) => Cell,
) {
  const looks = [right, ...slips.map((slip): Look => ({ ...right, ...slip }))]
  expect(new Set(looks.map((look) => cellKey(figure(look)))).size).toBe(4)
  for (const property of Object.keys(right) as (keyof Look)[]) {
    const values = looks.map((look) => look[property])
    expect([2, 4], String(property)).toContain(values.filter((value) => value === right[property]).length)
  }
}

describe('series', () => {
  const { practice, growing, turning, wandering, orbiting, lookAt } = series
  const prove = <Look extends object>({ rules, figure, slips }: series.Series<Look>) => {
    balanced(lookAt(rules, 4), slips, figure)
    const steps = [0, 1, 2, 3, 4].map((step) => lookAt(rules, step))
    // A property that does not change, or comes back, has to be seen at least twice.
    expect(
      steps.slice(1).every((look, i) => cellKey(figure(look)) !== cellKey(figure(steps[i] ?? look))),
    ).toBe(true)
  }
  test('each rule gives one next figure; the wrong ones break each rule as often as they keep it', () => {
    for (const each of [practice, growing]) prove(each)
    prove(wandering)
    prove(orbiting)
  })
  test('of the arrows two are upright and two aslant, two point up and two down', () => {
    const turns = [lookAt(turning.rules, 4), ...turning.slips].map(({ turn = 0 }) => turn)
    expect(turns.filter((turn) => turn % 90 === 0)).toHaveLength(2)
    expect(turns.filter((turn) => Math.cos((turn / 180) * Math.PI) < 0)).toHaveLength(2)
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
    balanced(lookAt(rules, side - 1, side - 1), slips, figure)
  }
  const line = <Look>(matrix: matrices.Matrix<Look>, cell: (i: number) => readonly [number, number]) =>
    [0, 1, 2].map((i) => lookAt(matrix.rules, ...cell(i)))
  const lines = <Look>(matrix: matrices.Matrix<Look>) =>
    [0, 1, 2].flatMap((n) => [line(matrix, (i) => [n, i]), line(matrix, (i) => [i, n])])

  test('the wrong ones break each rule as often as they keep it', () => {
    for (const each of [rows, threefold]) prove(each)
    for (const each of [pairs, latin]) prove(each)
    for (const { rules, slips } of [joined, cancelled]) {
      const options = [lookAt(rules, 2, 2), ...slips].map(({ parts = [] }) => parts)
      for (const part of new Set(options.flat()))
        expect([2, 4]).toContain(options.filter((parts) => parts.includes(part)).length)
    }
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
  test('the wrong ones break each rule as often as they keep it', () => {
    const { shrinking, swapping } = analogies
    balanced(shrinking.change(shrinking.third), shrinking.slips, shrinking.figure)
    balanced(swapping.change(swapping.third), swapping.slips, swapping.figure)
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
  test('a hook differs from its mirror image at every turn', () => {
    const hook = [mark('hook'), mark('circle', { at: [0.4, -0.4], size: 0.2 })]
    const turned = [0, 90, 180, 270].map((degrees) => cellKey(turnedCell(hook, degrees)))
    for (const degrees of [0, 90, 180, 270])
      expect(turned).not.toContain(cellKey(turnedCell(mirroredCell(hook), degrees)))
    expect(cellKey(mirroredCell(mirroredCell(hook)))).toBe(cellKey(hook))
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wilson } from '#scoring/statistics/counts.ts'
import expected from '#test/fixtures/analysis/expected.json' with { type: 'json' }
import { matrixOf, readAnswers } from '#test/fixtures/analysis/load.ts'
import { mantelHaenszel } from './dif.ts'
import { omegaTotal, oneFactor } from './factor.ts'
import { analyseLikert } from './likert.ts'
import { type CodeMatrix, keyedPoints, likertPoints, MatrixBuilder, scoredPoints } from './matrix.ts'
import { ordinalDif } from './ordinal-dif.ts'
import { responseQuality } from './quality.ts'
import { conditionalSem } from './reliability.ts'
import { analyseScored } from './scored.ts'

// Figures that the command line prints are compared with R in server/cli/analysis.test.ts, the others here.

const places = (matrix: CodeMatrix, items: readonly string[]) =>
  items.map((item) => matrix.items.indexOf(item))
const five = { min: 1, max: 5 }
const likert = (
  matrix: CodeMatrix,
  { items = matrix.items, reverse = [] as string[], min = 1, max = 5 } = {},
) =>
  analyseLikert(
    matrix,
    likertPoints(matrix, { min, max, reverse: new Set(reverse) }),
    places(matrix, items),
    {
      min,
      max,
    },
  )
const scored = (rows: readonly (readonly (number | string)[])[]) => {
  const items = (rows[0] ?? []).map((_, i) => `q${i + 1}`)
  const matrix = matrixOf(
    items,
    rows.map((row) => row.map(String)),
  )
  return analyseScored(
    matrix,
    scoredPoints(matrix),
    items.map(() => 1),
  )
}

describe('equal R:', () => {
  test('the intervals of alpha and of item-rest correlations', () => {
    const matrix = readAnswers('likert')
    for (const [items, of] of [
      [['a1', 'a2', 'a3', 'a4', 'a5'], expected.likert.A],
      [['b1', 'b2', 'b3'], expected.likert.B],
    ] as const) {
      const found = likert(matrix, { items: [...items], reverse: ['a2', 'b3'] })
      expect(found.alphaInterval?.lower).toBeCloseTo(of.interval.lower, 9)
      expect(found.alphaInterval?.upper).toBeCloseTo(of.interval.upper, 9)
      for (const [i, { itemRest }] of found.items.entries()) {
        expect(itemRest?.lower).toBeCloseTo(of.items[i]?.lower ?? 0, 9)
        expect(itemRest?.upper).toBeCloseTo(of.items[i]?.upper ?? 0, 9)
      }
    }
  })
  test('the intervals of shares', () => {
    for (const { count, n, lower, upper } of expected.wilson) {
      expect(wilson(count, n).lower).toBeCloseTo(lower, 12)
      expect(wilson(count, n).upper).toBeCloseTo(upper, 12)
    }
  })
  test('even against odd, over six scales', () => {
    const matrix = readAnswers('even-odd')
    const raw = likertPoints(matrix, { min: 1, max: 4, reverse: new Set() })
    const points = likertPoints(matrix, { min: 1, max: 4, reverse: new Set(['e2', 'e7']) })
    const scales = Array.from({ length: 6 }, (_, s) => [0, 1, 2, 3].map((i) => 4 * s + i))
    const found = responseQuality(matrix, { raw, points, scales })
    for (const [i, { evenOddConsistency }] of found.entries())
      expect(evenOddConsistency).toBeCloseTo(expected.even_odd[i] ?? 0, 9)
  })
  test('cumulative logits', () => {
    const { category, total, focal, deltaR2, chi2, p } = expected.ordinal
    const people = category.map((one, i) => ({
      category: one,
      total: total[i] ?? 0,
      focal: focal[i] ?? false,
    }))
    const found = ordinalDif(people)
    expect(found.deltaR2).toBeCloseTo(deltaR2, 7)
    expect(found.chi2).toBeCloseTo(chi2, 5)
    expect(found.p).toBeCloseTo(p, 8)
  })
})

test("Lord's error is largest in the middle and 0 at both ends", () => {
  // √(15 · 15 / 29)
  expect(conditionalSem(15, 30)).toBeCloseTo(2.78543, 6)
  expect([0, 30].map((x) => conditionalSem(x, 30))).toEqual([0, 0])
})

test('one factor finds the loadings that made the correlations', () => {
  const loadings = [0.8, 0.7, 0.6, 0.5, 0.4]
  const values = loadings.flatMap((a, i) => loadings.map((b, j) => (i === j ? 1 : a * b)))
  const found = oneFactor({ size: 5, values: Float64Array.from(values) })
  for (const [i, loading] of loadings.entries()) expect(found[i]).toBeCloseTo(loading, 9)
  expect(omegaTotal(found)).toBeCloseTo(9 / (9 + 5 - 1.9), 9)
})

test('parts of points have alpha and a mean share, but no biserial', () => {
  const rows = [
    [0, 0, 0],
    [2, 1, 0.5],
    [1, 1, 1],
    [2, 0, 1],
    [0, 1, 0],
  ]
  const matrix = matrixOf(
    ['a', 'b', 'c'],
    rows.map((row) => row.map(String)),
  )
  const { kr20, items, ceiling } = analyseScored(matrix, scoredPoints(matrix), [2, 1, 1])
  expect(kr20).toBeCloseTo(likert(matrix, { min: 0, max: 2 }).rawAlpha ?? 0, 12)
  expect(items.map(({ p }) => p)).toEqual([0.5, 0.6, 0.5])
  expect(items[0]).toMatchObject({ biserialRest: null, reasons: { biserialRest: 'not_dichotomous' } })
  expect(items[0]?.pInterval).toBeNull()
  expect(ceiling).toBe(0)
})

test('blanks count as wrong, are counted where they were not reached, and leave out who did not get the item', () => {
  const found = scored([
    [1, 1, 1],
    [1, 0, '#not_reached'],
    [0, '', '#not_reached'],
    [1, 1, '#not_presented'],
    [0, 1, 0],
  ])
  expect(found).toMatchObject({ n: 4, mean: 1.25, unfinished: 0.5, floor: 0.25, ceiling: 0.25 })
  expect(found.items.map(({ notReached }) => notReached)).toEqual([0, 0, 2])
  expect(found.items.map(({ p }) => p)).toEqual([0.5, 0.5, 0.25])
})

test('people with the same total are in the upper and lower group in the order of the file', () => {
  // round half up(.27 × 6) = 2. Totals 1, 1, 1, 2, 2, 2: the lower are the first two, the upper the last two.
  const found = scored([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, 1],
  ])
  expect(found.items.map(({ pLower27, pUpper27 }) => [pLower27, pUpper27])).toEqual([
    [0.5, 0.5],
    [0.5, 0.5],
    [0, 1],
  ])
})

describe('bad input is null with a reason:', () => {
  const all = [...Array(6)].map(() => [1, 1, 1])
  const noNaN = (value: unknown) =>
    expect(
      JSON.stringify(value, (_, one) =>
        Number.isNaN(one) || one === Infinity || one === -Infinity ? 'BAD' : one,
      ),
    ).not.toContain('BAD')
  test.each([
    ['nobody', [], { kr20: 'too_few_people', mean: 'too_few_people' }],
    [
      'two people',
      [
        [1, 0, 1],
        [0, 0, 1],
      ],
      { kr20: 'too_few_people', sdSample: 'too_few_people' },
    ],
    ['one item', [[1], [0], [1], [1]], { kr20: 'too_few_items', sem: 'too_few_items' }],
    ['everybody right', all, { kr20: 'everybody_right', sem: 'everybody_right' }],
    ['nobody right', all.map((row) => row.map(() => 0)), { kr20: 'nobody_right' }],
    [
      'the same total for all',
      [
        [1, 0],
        [0, 1],
        [1, 0],
        [0, 1],
      ],
      { kr20: 'constant' },
    ],
  ] as const)('%s', (_, rows, reasons) => {
    const found = scored(rows)
    expect(found.reasons).toMatchObject(reasons)
    for (const name of Object.keys(reasons)) expect(found).toHaveProperty(name, null)
    noNaN(found)
  })
  test('an item that everybody has right', () => {
    const { items, kr20 } = scored([
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ])
    expect(kr20).not.toBeNull()
    expect(items[0]).toMatchObject({
      p: 1,
      pointBiserialRest: null,
      biserialRest: null,
      reasons: { pointBiserialRest: 'everybody_right', biserialRest: 'everybody_right' },
    })
    noNaN(items)
  })
  test('a Likert scale of one answer, of one item, of nobody who answered all', () => {
    const constant = likert(
      matrixOf(
        ['a', 'b', 'c'],
        [
          ['3', '3', '3'],
          ['3', '3', '3'],
          ['3', '3', '3'],
        ],
      ),
    )
    expect(constant).toMatchObject({
      rawAlpha: null,
      sumSd: 0,
      reasons: { rawAlpha: 'constant', omegaTotal: 'constant' },
    })
    const one = likert(matrixOf(['a'], [['1'], ['3'], ['2']]))
    expect(one).toMatchObject({ sumMean: 2, rawAlpha: null, reasons: { rawAlpha: 'too_few_items' } })
    const none = likert(
      matrixOf(
        ['a', 'b'],
        [
          ['1', ''],
          ['', '2'],
          ['3', ''],
        ],
      ),
    )
    expect(none).toMatchObject({ n: 0, sumMean: null, reasons: { sumMean: 'too_few_people' } })
    // One column never changes: alpha is there, what is standardised is not.
    const still = likert(
      matrixOf(
        ['a', 'b', 'c'],
        [
          ['1', '3', '2'],
          ['4', '3', '5'],
          ['2', '3', '1'],
          ['5', '3', '4'],
        ],
      ),
    )
    expect(still).toMatchObject({ stdAlpha: null, omegaTotal: null, reasons: { averageR: 'constant' } })
    expect(still.rawAlpha).toBeGreaterThan(0)
    for (const found of [constant, one, none, still]) noNaN(found)
  })
  test('a matrix that cannot be inverted, and who answered one item', () => {
    const matrix = matrixOf(
      ['a', 'b'],
      [
        ['1', '1'],
        ['2', '2'],
        ['4', '4'],
        ['5', ''],
      ],
    )
    const raw = likertPoints(matrix, { ...five, reverse: new Set() })
    const found = responseQuality(matrix, { raw, points: raw, scales: [[0, 1]] })
    expect(found[0]).toMatchObject({
      longstring: 2,
      irv: 0,
      mahalanobisD2: null,
      evenOddConsistency: null,
      rte: null,
      reasons: { mahalanobisD2: 'singular', evenOddConsistency: 'missing_answers', rte: 'missing_answers' },
    })
    expect(found[3]).toMatchObject({ irv: null, reasons: { irv: 'missing_answers' } })
    noNaN(found)
  })
  test('groups of which one is empty, or an item all have right', () => {
    const matrix = matrixOf(
      ['a', 'b'],
      [
        ['1', '0'],
        ['1', '1'],
        ['1', '0'],
        ['1', '1'],
      ],
    )
    for (const groups of [
      Uint8Array.of(0, 0, 0, 0),
      Uint8Array.of(0, 1, 1, 0),
      Uint8Array.of(255, 255, 255, 255),
    ]) {
      const found = mantelHaenszel(matrix, scoredPoints(matrix), groups)
      expect(found.items[0]).toMatchObject({
        alphaMh: null,
        etsClass: null,
        reasons: { alphaMh: 'nothing_to_compare', chi2Continuity: 'nothing_to_compare' },
      })
      noNaN(found)
    }
    expect(ordinalDif([{ category: 0, total: 1, focal: true }])).toMatchObject({ deltaR2: null })
  })
})

test('no small matrix gives a number that is none, and every null has its reason', () => {
  const row = fc.array(fc.constantFrom('', '0', '1', '2', '#not_presented'), { minLength: 3, maxLength: 3 })
  const sound = (value: unknown): void => {
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
    if (typeof value !== 'object' || value === null) return
    const { reasons } = Object(value)
    for (const [name, inner] of Object.entries(value)) {
      // Intervals and the shares at both ends are null together with a figure that has the reason.
      if (inner === null && !/interval|itemRest|floor|ceiling|unfinished|etsClass/i.test(name))
        expect(reasons, name).toHaveProperty(name)
      sound(inner)
    }
  }
  fc.assert(
    fc.property(fc.array(row, { maxLength: 7 }), fc.integer({ min: 1, max: 3 }), (rows, k) => {
      const matrix = matrixOf(['a', 'b', 'c'].slice(0, k), rows)
      const items = [0, 1, 2].slice(0, k)
      const raw = likertPoints(matrix, { min: 0, max: 2, reverse: new Set() })
      const turned = likertPoints(matrix, { min: 0, max: 2, reverse: new Set(['a']) })
      sound(likert(matrix, { min: 0, max: 2, reverse: ['a'] }))
      sound(analyseScored(matrix, scoredPoints(matrix), [2, 2, 2].slice(0, k)))
      sound(analyseScored(matrix, keyedPoints(matrix, ['1', '0', '2'].slice(0, k)), [1, 1, 1].slice(0, k)))
      sound(responseQuality(matrix, { raw, points: turned, scales: [items, items.slice(1)] }))
      const groups = Uint8Array.from(rows, (_, i) => i % 3)
      sound(mantelHaenszel(matrix, keyedPoints(matrix, ['1', '0', '2']), groups))
      sound(
        ordinalDif(
          rows.map((one, i) => ({ category: i % 2, total: one.length + (i % 4), focal: i % 3 === 1 })),
        ),
      )
    }),
    { numRuns: 400 },
  )
})

describe('a matrix', () => {
  test('refuses what has no code', () => {
    const builder = new MatrixBuilder(['a', 'b'], { cells: 600, valid: (_, value) => value !== 'x' })
    expect(builder.add(['1', 'x'])).toEqual({ item: 1, why: 'invalid' })
    for (let i = 0; i < 250; i += 1) expect(builder.add([String(i), ' 1 '])).toBeUndefined()
    expect(builder.add(['250', '1'])).toEqual({ item: 0, why: 'too_many_options' })
    expect(builder.build()).toMatchObject({ people: 250, options: [{ length: 250 }, ['1']] })
    for (let i = 0; i < 50; i += 1) expect(builder.add(['1', ''])).toBeUndefined()
    expect(builder.add(['1', ''])).toEqual({ item: 0, why: 'too_many_cells' })
  })
})

describe('what stays the same', () => {
  const answers = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 }), {
    minLength: 5,
    maxLength: 25,
  })
  const near = (found: number | null, of: number | null) =>
    found === null || of === null ? expect(found).toBe(of) : expect(found).toBeCloseTo(of, 9)
  const text = (rows: number[][]) => rows.map((row) => row.map(String))
  test('when items change places or all are reversed', () => {
    fc.assert(
      fc.property(answers, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (rows, order) => {
        const names = ['a', 'b', 'c', 'd']
        const matrix = matrixOf(names, text(rows))
        const found = likert(matrix)
        const moved = likert(matrix, { items: order.map((i) => names[i] ?? '') })
        const reversed = likert(matrix, { reverse: names })
        const back = likert(matrixOf(names, text(rows.map((row) => row.map((x) => 6 - x)))), {
          reverse: names,
        })
        for (const other of [moved, reversed, back]) {
          for (const name of ['rawAlpha', 'stdAlpha', 'averageR', 'sumSd', 'semOfSum'] as const)
            near(other[name], found[name])
        }
        near(back.sumMean, found.sumMean)
        for (const [at, i] of order.entries())
          near(moved.items[at]?.itemRestR ?? null, found.items[i]?.itemRestR ?? null)
      }),
    )
  })
  test('alpha of right and wrong is KR-20', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 }), {
          minLength: 5,
          maxLength: 25,
        }),
        (rows) => {
          const matrix = matrixOf(['a', 'b', 'c', 'd'], text(rows))
          const test = scored(rows)
          const scale = likert(matrix, { min: 0, max: 1 })
          near(test.kr20, scale.rawAlpha)
          for (const [i, item] of test.items.entries()) {
            near(item.pointBiserialRest, scale.items[i]?.itemRestR ?? null)
            near(item.alphaIfDropped, scale.items[i]?.alphaIfDropped ?? null)
          }
        },
      ),
    )
  })
  test('a key by letters scores as 0 and 1 do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 3, maxLength: 3 }), {
          minLength: 5,
          maxLength: 20,
        }),
        (rows) => {
          const key = ['a', 'c', 'b']
          const matrix = matrixOf(['q1', 'q2', 'q3'], rows)
          const found = analyseScored(matrix, keyedPoints(matrix, key), [1, 1, 1])
          const other = scored(rows.map((row) => row.map((cell, i) => Number(cell === key[i]))))
          expect({ ...found, items: found.items.map((item) => ({ ...item, options: [] })) }).toEqual({
            ...other,
            items: other.items.map((item) => ({ ...item, options: [] })),
          })
        },
      ),
    )
  })
  test('swapped groups give the inverse ratio of odds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 1 }),
            fc.integer({ min: 0, max: 1 }),
            fc.integer({ min: 0, max: 1 }),
          ),
          { minLength: 8, maxLength: 40 },
        ),
        (rows) => {
          const matrix = matrixOf(
            ['a', 'b'],
            rows.map(([a, b]) => [String(a), String(b)]),
          )
          const groups = Uint8Array.from(rows, ([, , group]) => group)
          const one = mantelHaenszel(matrix, scoredPoints(matrix), groups).items[0]
          const other = mantelHaenszel(
            matrix,
            scoredPoints(matrix),
            groups.map((group) => 1 - group),
          ).items[0]
          near(one?.mhDelta ?? null, other?.mhDelta == null ? null : -other.mhDelta)
          near(one?.chi2Continuity ?? null, other?.chi2Continuity ?? null)
          expect(one?.etsClass).toBe(other?.etsClass)
        },
      ),
    )
  })
})

test('a negative alpha names the items that look unreversed', () => {
  const rows = Array.from({ length: 30 }, (_, i) => {
    const x = 1 + (i % 5)
    return [String(x), String(6 - x), String(Math.min(5, x + (i % 2)))]
  })
  const found = likert(matrixOf(['a', 'b', 'c'], rows))
  expect(found.rawAlpha).toBeLessThan(0)
  expect(found.unreversed).toEqual(['b'])
})

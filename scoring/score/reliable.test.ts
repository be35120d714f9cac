import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonMargin, reliableDifferences } from './reliable.ts'

test('scores differ reliably beyond 1.645 standard errors of their difference', () => {
  // √(3² + 4²) = 5, so the limit is 8.225.
  const of = (value: number) =>
    reliableDifferences([
      { id: 'a', value, se: 3 },
      { id: 'b', value: 50, se: 4 },
    ])
  expect(of(58.22)).toEqual([])
  expect(of(58.23)).toEqual([{ id: 'a', than: ['b'] }])
  expect(of(41.77)).toEqual([{ id: 'b', than: ['a'] }])
  expect(
    reliableDifferences([
      { id: 'a', value: 90, se: null },
      { id: 'b', value: 10, se: 1 },
    ]),
  ).toEqual([])
  const three = [70, 50, 49].map((value, at) => ({ id: String(at), value, se: 4 }))
  expect(reliableDifferences(three)).toEqual([{ id: '0', than: ['1', '2'] }])
})

test('bars of equally exact scores overlap exactly where they do not differ reliably', () => {
  const score = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(score, score, fc.double({ min: 0.5, max: 9, noNaN: true }), (a, b, se) => {
      const gap = Math.abs(a - b) - 2 * comparisonMargin(se)
      // At the very edge the last digit decides.
      fc.pre(Math.abs(gap) > 1e-9)
      const found = reliableDifferences([
        { id: 'a', value: a, se },
        { id: 'b', value: b, se },
      ])
      expect(found.length > 0).toBe(gap > 0)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardError } from '#scoring/norms/reliability.ts'
import { comparisonMargin, reliableChange, reliableDifferences } from './reliable.ts'

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

test('the example of Jacobson and Truax (1991): 32.5 before, 47.5 after, SD 7.5, reliability .80', () => {
  // SE = 7.5 √.20 = 3.354, and of the difference 4.743: 15 / 4.743 = 3.162.
  const change = reliableChange(32.5, 47.5, standardError(7.5, 0.8))
  expect(change?.index).toBeCloseTo(3.1623, 4)
  expect(change?.reliable).toBe(true)
})

test('a change is reliable from 1.96 standard errors of the difference on, up or down', () => {
  // With an error of 5/√2 the difference has one of 5, so the limit is 9.8.
  const of = (after: number) => reliableChange(50, after, 5 / Math.SQRT2)
  expect([of(59.79)?.reliable, of(59.81)?.reliable]).toEqual([false, true])
  expect([of(40.21)?.reliable, of(40.19)?.reliable]).toEqual([false, true])
  expect(of(40)?.index).toBeCloseTo(-2, 12)
  expect(reliableChange(50, 90, null)).toBeNull()
  expect(reliableChange(50, 90, 0)).toBeNull()
})

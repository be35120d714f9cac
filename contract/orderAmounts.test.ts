import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsOf, largestDiscount, nextTier, refundOf, sharesOf, tierFor } from './orderAmounts.ts'
import { maxOrdered } from './orders.ts'

// The limits of contract/prices.ts and contract/orders.ts, of which many examples are at the edge.
const quantity = fc.oneof(fc.integer({ min: 1, max: maxOrdered }), fc.constantFrom(1, maxOrdered))
const unitPriceKurus = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(0, 1, 100_000_000))
const line = fc.record({ quantity, unitPriceKurus })
const lines = fc.array(line, { minLength: 1, maxLength: 50 })
const basisPoints = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 100, 1000, 2000))

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

describe('what an order costs', () => {
  test('rounds the tax of a line half-up, worked out by hand', () => {
    // 20 % of 2 and 3 kuruş are 0.4 and 0.6; 1 % of 50 is exactly half a kuruş, of 49 less.
    const taxOf = (net: number, rate: number) =>
      amountsOf([{ quantity: 1, unitPriceKurus: net }], rate).taxKurus
    expect([taxOf(2, 2000), taxOf(3, 2000), taxOf(50, 100), taxOf(49, 100)]).toEqual([0, 1, 1, 0])
    // Each line for itself: three times 0.6 are 3, and not the 2 that 1.8 would be rounded to.
    expect(amountsOf(Array(3).fill({ quantity: 1, unitPriceKurus: 3 }), 2000)).toMatchObject({
      netKurus: 9,
      taxKurus: 3,
      totalKurus: 12,
    })
  })

  test('line, tax and total agree for every price, quantity and rate', () => {
    fc.assert(
      fc.property(lines, basisPoints, (ordered, rate) => {
        const amounts = amountsOf(ordered, rate)
        for (const [at, { quantity: units, unitPriceKurus: price }] of ordered.entries()) {
          const made = amounts.lines[at]
          const net = BigInt(units) * BigInt(price)
          expect(BigInt(made?.netKurus ?? -1)).toBe(net)
          // Rounded half-up: from half a kuruş below the exact tax (not included at the top) to half above.
          const apart = BigInt(made?.taxKurus ?? -1) * 10_000n - net * BigInt(rate)
          expect(apart > -5000n && apart <= 5000n).toBe(true)
        }
        expect(amounts.lines).toHaveLength(ordered.length)
        expect(amounts.netKurus).toBe(sum(amounts.lines.map((one) => one.netKurus)))
        expect(amounts.taxKurus).toBe(sum(amounts.lines.map((one) => one.taxKurus)))
        expect(amounts.totalKurus).toBe(amounts.netKurus + amounts.taxKurus)
        expect(Number.isSafeInteger(amounts.totalKurus)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('price tiers', () => {
  const tiers = fc
    .uniqueArray(
      fc.record({
        fromQuantity: fc.oneof(
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.integer({ min: 1, max: maxOrdered }),
        ),
        unitPriceKurus,
      }),
      { selector: (tier) => tier.fromQuantity, minLength: 1, maxLength: 20 },
    )
    .map((made) =>
      made
        .toSorted((a, b) => a.fromQuantity - b.fromQuantity)
        .map((tier, at) => (at === 0 ? { ...tier, fromQuantity: 1 } : tier)),
    )

  test('a quantity gets the last tier that it reaches, and the next one costs less from there', () => {
    fc.assert(
      fc.property(tiers, quantity, (given, units) => {
        const reached = given.filter((tier) => tier.fromQuantity <= units)
        const now = tierFor(given, units)
        expect(now).toEqual(reached.at(-1))
        const cheaper = given.filter(
          (tier) => tier.fromQuantity > units && tier.unitPriceKurus < (now?.unitPriceKurus ?? 0),
        )
        expect(nextTier(given, units)).toEqual(cheaper[0])
      }),
    )
  })

  test('without prices there is no tier', () => {
    expect([tierFor([], 1), nextTier([], 1)]).toEqual([undefined, undefined])
  })
})

describe('refunds', () => {
  // A line that was paid for, and its units split at some places into refunds.
  const split = fc
    .record({
      line,
      basisPoints,
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
    })
    .map(({ line: bought, basisPoints: rate, cuts }) => {
      const { totalKurus } = amountsOf([bought], rate)
      const ends = [...cuts.map((cut) => Math.floor(cut * bought.quantity)), bought.quantity]
      return { bought: { quantity: bought.quantity, paidKurus: totalKurus }, ends: [...new Set(ends)] }
    })
    .map(({ bought, ends }) => ({ bought, ends: ends.filter((end) => end > 0).toSorted((a, b) => a - b) }))

  test('however a line is split, its refunds never exceed what was paid and end there', () => {
    fc.assert(
      fc.property(split, ({ bought, ends }) => {
        let given = 0
        let units = 0
        for (const end of ends) {
          const kurus = refundOf(bought, units, end - units)
          expect(Number.isSafeInteger(kurus) && kurus >= 0).toBe(true)
          given += kurus
          units = end
          expect(given).toBeLessThanOrEqual(bought.paidKurus)
          // Never more than half a kuruş from the exact share of the units given back so far.
          const apart = BigInt(given) * BigInt(bought.quantity) - BigInt(bought.paidKurus) * BigInt(units)
          const half = 2n * (apart < 0n ? -apart : apart)
          expect(half <= BigInt(bought.quantity)).toBe(true)
        }
        expect(given).toBe(bought.paidKurus)
      }),
      { numRuns: 1000 },
    )
  })

  test('one unit at a time ends at what was paid', () => {
    fc.assert(
      fc.property(
        fc.record({
          quantity: fc.integer({ min: 1, max: 300 }),
          paidKurus: fc.integer({ min: 0, max: 1_000_000 }),
        }),
        (bought) => {
          const refunds = Array.from({ length: bought.quantity }, (_, at) => refundOf(bought, at, 1))
          expect(sum(refunds)).toBe(bought.paidKurus)
          expect(Math.min(...refunds)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  // The received amount may be any, above or below the order’s total, and refunds may come in any order.
  const received = fc.record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 40 }),
        unitPriceKurus: fc.integer({ min: 1, max: 100_000 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    basisPoints,
    amountKurus: fc.integer({ min: 1, max: 50_000_000 }),
    parts: fc.array(fc.record({ line: fc.nat(5), quantity: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: 40,
    }),
  })

  test('of an order return what was received and never more, with any accepted difference', () => {
    fc.assert(
      fc.property(received, ({ lines, basisPoints: rate, amountKurus, parts }) => {
        const costs = amountsOf(lines, rate).lines.map((one) => one.netKurus + one.taxKurus)
        const shares = sharesOf(costs, amountKurus)
        expect(sum(shares)).toBe(amountKurus)
        const refunded = lines.map(() => 0)
        let given = 0
        const rest = lines.map((one, at) => ({ line: at, quantity: one.quantity }))
        for (const { line: at, quantity } of [...parts, ...rest]) {
          const bought = lines[at]
          const before = refunded[at] ?? 0
          const units = Math.min(quantity, (bought?.quantity ?? 0) - before)
          if (bought === undefined || units === 0) continue
          const kurus = refundOf({ quantity: bought.quantity, paidKurus: shares[at] ?? 0 }, before, units)
          expect(kurus).toBeGreaterThanOrEqual(0)
          given += kurus
          refunded[at] = before + units
          expect(given).toBeLessThanOrEqual(amountKurus)
        }
        expect(given).toBe(amountKurus)
      }),
    )
  })

  test('of lines that cost nothing share nothing', () => {
    expect(sharesOf([0, 0], 500)).toEqual([0, 0])
  })
})

test('names the largest discount against the first price, and none where nothing is cheaper', () => {
  const tiers = (...prices: [number, number][]) =>
    prices.map(([fromQuantity, unitPriceKurus]) => ({ fromQuantity, unitPriceKurus }))
  expect(largestDiscount(tiers([1, 7500], [100, 7200], [500, 6975]))).toEqual({
    fromQuantity: 500,
    percent: 7,
  })
  // A first tier without a price is not what others are compared with.
  expect(largestDiscount(tiers([1, 0], [10, 1000], [20, 900]))).toEqual({ fromQuantity: 20, percent: 10 })
  expect(largestDiscount(tiers([1, 1000], [10, 1000]))).toBeUndefined()
  expect(largestDiscount(tiers([1, 0]))).toBeUndefined()
  expect(largestDiscount([])).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overallFit, type ScaleFit, scaleFit, suggestRange } from './job-fit.ts'

const inT = { min: 20, max: 80, step: 1 }
const people = (...values: number[]) => values.map((value) => ({ value, se: 3 }))
const value = fc.double({ min: 20, max: 80, noNaN: true })
const se = fc.double({ min: 0, max: 10, noNaN: true })
const range = fc
  .tuple(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 20, max: 80 }))
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))

describe('the fit to a range', () => {
  test('is within, near by the error of measurement, or outside', () => {
    const range = { from: 50, to: 60 }
    const fitTo = (value: number, se: number | null = 3) => scaleFit({ value, se }, range, 'T')
    expect([fitTo(50), fitTo(60), fitTo(49.6), fitTo(60.4)]).toEqual(['within', 'within', 'within', 'within'])
    // 1.645 · 3 = 4.935
    expect([fitTo(45.07), fitTo(45.06), fitTo(64.93), fitTo(64.94)]).toEqual([
      'near',
      'outside',
      'near',
      'outside',
    ])
    expect([fitTo(55, null), fitTo(45, null)]).toEqual(['within', 'unknown'])
    expect(scaleFit(undefined, range, 'T')).toBe('unknown')
    // Points are shown with a decimal, so 17.6 is no 18.
    expect(scaleFit({ value: 17.6, se: 0.1 }, { from: 18, to: null }, 'points')).toBe('outside')
    expect(scaleFit({ value: 1000, se: 0 }, { from: 18, to: null }, 'points')).toBe('within')
  })

  test('never gets worse by a wider range or a larger error, and never says more than the error allows', () => {
    const order: ScaleFit[] = ['within', 'near', 'outside']
    const rank = (fit: ScaleFit) => order.indexOf(fit)
    fc.assert(
      fc.property(value, se, se, range, fc.nat(20), (value, one, more, { from, to }, wider) => {
        const fit = rank(scaleFit({ value, se: one }, { from, to }, 'T'))
        expect(rank(scaleFit({ value, se: one + more }, { from, to }, 'T'))).toBeLessThanOrEqual(fit)
        const wide = { from: from - wider, to: to + wider }
        expect(rank(scaleFit({ value, se: one }, wide, 'T'))).toBeLessThanOrEqual(fit)
        expect(rank(scaleFit({ value, se: one }, { from, to: null }, 'T'))).toBeLessThanOrEqual(fit)
        const distance = Math.max(from - value, value - to)
        if (distance <= 1.645 * one) expect(fit).toBeLessThan(2)
        if (fit === 2) expect(distance).toBeGreaterThan(1.645 * one)
        expect(scaleFit({ value, se: null }, { from, to }, 'T')).toBe(fit === 0 ? 'within' : 'unknown')
      }),
    )
  })

  test('of a profile is that of its worst scale, in whole numbers that add up', () => {
    const fits = fc.array(fc.constantFrom<ScaleFit>('within', 'near', 'outside', 'unknown'), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(fits, (fits) => {
        const { fit, ...counts } = overallFit(fits)
        expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(fits.length)
        const worst = (['outside', 'near', 'within'] as const).find((one) => fits.includes(one))
        expect(fit).toBe(worst ?? 'unknown')
      }),
    )
  })
})

describe('a range from people', () => {
  test('is their mean and a standard deviation, rounded outward', () => {
    // The mean is 56, the standard deviation √(250 / 4) = 7.9.
    expect(suggestRange(people(46, 51, 56, 61, 66), inT)).toEqual({ from: 48, to: 64 })
    expect(suggestRange(people(46, 51, 56, 61), inT)).toBeNull()
  })

  test('is no narrower than the error, and open at the ends of the scale', () => {
    expect(suggestRange(people(55, 55, 55, 55, 55), inT)).toEqual({ from: 52, to: 58 })
    expect(suggestRange(people(76, 77, 78, 79, 80), inT)).toEqual({ from: 75, to: null })
    expect(suggestRange(people(85, 85, 85, 85, 85), inT)).toEqual({ from: 80, to: null })
    expect(suggestRange(people(0, 0, 5, 10, 10), { min: 0, max: 10, step: 1 })).toBeNull()
    const means = [1.2, 1.4, 1.5, 1.6, 1.8].map((value) => ({ value, se: null }))
    expect(suggestRange(means, { min: 0, max: 4, step: 0.1 })).toEqual({ from: 1.2, to: 1.8 })
  })

  test('lies on the scale’s steps and has the mean in it, in any order of the people', () => {
    const scores = fc.array(fc.record({ value, se }), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(scores, fc.constantFrom(1, 0.1), (scores, step) => {
        const range = suggestRange(scores, { ...inT, step })
        if (range === null) return
        const mean = scores.reduce((sum, { value }) => sum + value, 0) / scores.length
        for (const end of [range.from, range.to])
          if (end !== null) expect(Math.abs(end / step - Math.round(end / step))).toBeLessThan(1e-6)
        expect(range.from ?? 20).toBeLessThanOrEqual(mean + 1e-6)
        expect(range.to ?? 80).toBeGreaterThanOrEqual(mean - 1e-6)
        expect(suggestRange([...scores].reverse(), { ...inT, step })).toEqual(range)
      }),
    )
  })
})

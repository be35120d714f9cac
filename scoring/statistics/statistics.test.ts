import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import expected from '#test/fixtures/analysis/functions.json' with { type: 'json' }
import { betaQuantile, betaShare, fQuantile } from './beta.ts'
import { atLeast, fisherExact } from './counts.ts'
import { logGamma, lowerGamma, upperChiSquare, upperGamma } from './gamma.ts'
import { cholesky, climb, solve } from './linear.ts'
import { normalDensity, normalQuantile, normalShare, upperNormalShare } from './normal.ts'

/** 1e-12 of the value; where that is 0, as ln Γ(1) is, 1e-14. */
const close = (found: readonly number[], of: readonly number[]) => {
  expect(found).toHaveLength(of.length)
  for (const [i, value] of found.entries()) {
    const right = of[i] ?? Number.NaN
    expect(Math.abs(value - right), `${i}: ${value} for ${right}`).toBeLessThanOrEqual(
      right === 0 ? 1e-14 : 1e-12 * Math.abs(right),
    )
  }
}
const grid = <A, B>(outer: readonly A[], inner: readonly B[], of: (a: A, b: B) => number) =>
  outer.flatMap((a) => inner.map((b) => of(a, b)))
const pair = ([a = 0, b = 0]: readonly number[]) => [a, b] as const

describe('equal R to 1e-12 of the value:', () => {
  test('the normal curve, in its tails too', () => {
    const { x, below, above, density } = expected.normal
    close(x.map(normalShare), below)
    close(x.map(upperNormalShare), above)
    close(x.map(normalDensity), density)
    close(expected.normalQuantile.p.map(normalQuantile), expected.normalQuantile.x)
    expect([0, 1, 0.5].map(normalQuantile)).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0])
    expect([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map(normalShare)).toEqual([0, 1])
  })
  test('gamma and χ²', () => {
    const { a, ratio, below, above } = expected.gamma
    close(expected.logGamma.x.map(logGamma), expected.logGamma.value)
    close(
      grid(a, ratio, (one, by) => lowerGamma(one, one * by)),
      below,
    )
    close(
      grid(a, ratio, (one, by) => upperGamma(one, one * by)),
      above,
    )
    const { x, df } = expected.chiSquare
    close(
      x.map((value, i) => upperChiSquare(value, df[i] ?? 0)),
      expected.chiSquare.above,
    )
  })
  test('beta and F', () => {
    const { ab, x, share, p, quantile } = expected.beta
    close(
      grid(ab, x, (of, at) => betaShare(...pair(of), at)),
      share,
    )
    close(
      grid(ab, p, (of, at) => betaQuantile(at, ...pair(of))),
      quantile,
    )
    close(
      grid(expected.f.df, expected.f.p, (of, at) => fQuantile(at, ...pair(of))),
      expected.f.quantile,
    )
  })
  test('exact tests', () => {
    close(
      expected.fisher.tables.map(([a = 0, b = 0, c = 0, d = 0]) => fisherExact(a, b, c, d)),
      expected.fisher.p,
    )
    close(
      expected.binomial.cases.map(([count = 0, n = 0, p = 0]) => atLeast(count, n, p)),
      expected.binomial.p,
    )
  })
})

test('a share and its quantile undo each other', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (p) => {
      expect(normalShare(normalQuantile(p))).toBeCloseTo(p, 13)
      expect(betaShare(3.5, 12, betaQuantile(p, 3.5, 12))).toBeCloseTo(p, 12)
    }),
  )
})

describe('a symmetric matrix', () => {
  const square = (size: number, ...values: number[]) => ({ size, values: Float64Array.from(values) })
  test('is solved by its triangle', () => {
    const lower = cholesky(square(3, 4, 2, 1, 2, 5, 3, 1, 3, 6))
    if (lower === undefined) throw new Error('it is positive definite')
    // By hand: x = (1, 2, 3) gives b = (11, 21, 25).
    expect([...solve(lower, [11, 21, 25])].map((x) => Math.round(x * 1e12) / 1e12)).toEqual([1, 2, 3])
  })
  test('that is singular has none', () => {
    expect(cholesky(square(2, 1, 1, 1, 1))).toBeUndefined()
    expect(cholesky(square(1, 0))).toBeUndefined()
    expect(cholesky(square(1, Number.NaN))).toBeUndefined()
  })
})

describe('Newton', () => {
  test('finds the top, also from where the first step leads too far', () => {
    // 2x − e^x is highest at ln 2; from −5 a whole step would lead to e^300.
    const hill = ([x = 0]: Float64Array) => ({
      value: 2 * x - Math.exp(x),
      slopes: Float64Array.of(2 - Math.exp(x)),
      curvature: { size: 1, values: Float64Array.of(Math.exp(x)) },
    })
    const top = climb(hill, Float64Array.of(-5))
    expect(top?.point[0]).toBeCloseTo(Math.LN2, 10)
    expect(top?.value).toBeCloseTo(2 * Math.LN2 - 2, 12)
  })
  test('says that there is none', () => {
    const flat = () => ({
      value: 0,
      slopes: Float64Array.of(1),
      curvature: { size: 1, values: Float64Array.of(0) },
    })
    expect(climb(flat, Float64Array.of(0))).toBeUndefined()
  })
})

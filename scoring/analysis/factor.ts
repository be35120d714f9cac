import type { Square } from '#scoring/statistics/linear.ts'

/** The largest square of a loading: psych's `fa` leaves at least .005 of an item's variance unexplained, too. */
const mostShared = 0.995

/**
 * Loadings of one factor by minimum residuals (Harman and Jones 1966): the λ that bring Σ (r_ij − λ_i λ_j)² over the cells
 * beside the diagonal to their least. One loading at a time is set to its best value, until none changes by 1e-12.
 * @param correlations at least two items
 * @returns a loading an item, −1 to 1, their sum not negative; reversing all signs would fit as well
 */
export function oneFactor({ size, values }: Square): Float64Array {
  const r = (i: number, j: number) => values[i * size + j] ?? 0
  // Two items don't say which has how much of their correlation: both the same.
  if (size === 2) {
    const each = Math.sqrt(Math.abs(r(0, 1)))
    return Float64Array.of(each, r(0, 1) < 0 ? -each : each)
  }
  const loadings = start(size, r)
  for (let round = 0; round < 10_000; round += 1) {
    let change = 0
    let squares = loadings.reduce((sum, loading) => sum + loading * loading, 0)
    for (let i = 0; i < size; i += 1) {
      const old = loadings[i] ?? 0
      let together = 0
      for (let j = 0; j < size; j += 1) if (j !== i) together += r(i, j) * (loadings[j] ?? 0)
      const others = squares - old * old
      const most = Math.sqrt(mostShared)
      const best = others > 1e-12 ? Math.max(-most, Math.min(most, together / others)) : 0
      loadings[i] = best
      squares = others + best * best
      change = Math.max(change, Math.abs(best - old))
    }
    if (change < 1e-12) break
  }
  return loadings.reduce((sum, loading) => sum + loading, 0) < 0
    ? loadings.map((loading) => -loading)
    : loadings
}

/** The first principal component, about as long as the loadings, by fifty rounds of the power method. */
function start(size: number, r: (i: number, j: number) => number): Float64Array {
  const strength = (j: number) =>
    Array.from({ length: size }, (_, i) => r(i, j) ** 2).reduce((a, b) => a + b, 0)
  const strongest = Array.from({ length: size }, (_, j) => j).reduce(
    (best, j) => (strength(j) > strength(best) ? j : best),
    0,
  )
  let vector = Float64Array.from({ length: size }, (_, i) => r(i, strongest))
  let value = 1
  for (let round = 0; round < 50; round += 1) {
    const next = vector.map((_, i) => vector.reduce((sum, x, j) => sum + r(i, j) * x, 0))
    value = Math.sqrt(next.reduce((sum, x) => sum + x * x, 0))
    vector = next.map((x) => x / value)
  }
  return vector.map((x) => Math.max(-0.9, Math.min(0.9, x * Math.sqrt(Math.max(value - 0.5, 0.1)))))
}

/** McDonald's omega total of one factor: (Σλ)² / ((Σλ)² + Σ(1 − λ²)), 0 to 1 (McDonald 1999). */
export function omegaTotal(loadings: Float64Array): number {
  const shared = loadings.reduce((sum, loading) => sum + loading, 0) ** 2
  return shared / (shared + loadings.reduce((sum, loading) => sum + 1 - loading * loading, 0))
}

/** A square matrix, row by row. */
export interface Square {
  readonly size: number
  readonly values: Float64Array
}

/**
 * Cholesky's lower triangle L of a symmetric matrix, L Lᵀ = A. Undefined where A isn't positive definite, as far as its
 * digits tell: a pivot at or below 1e-10 of its own diagonal cell is rounding.
 */
export function cholesky({ size, values }: Square): Square | undefined {
  const lower = new Float64Array(size * size)
  const cell = (row: number, column: number) => lower[row * size + column] ?? 0
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = values[row * size + column] ?? 0
      const whole = sum
      for (let i = 0; i < column; i += 1) sum -= cell(row, i) * cell(column, i)
      if (row !== column) lower[row * size + column] = sum / cell(column, column)
      else if (sum > 1e-10 * whole) lower[row * size + row] = Math.sqrt(sum)
      else return undefined
    }
  }
  return { size, values: lower }
}

/** The x with L x = b, by going forward through Cholesky's L: |x|² is bᵀ A⁻¹ b. */
export function solveLower({ size, values }: Square, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size)
  for (let row = 0; row < size; row += 1) {
    let sum = b[row] ?? 0
    for (let i = 0; i < row; i += 1) sum -= (values[row * size + i] ?? 0) * (x[i] ?? 0)
    x[row] = sum / (values[row * size + row] ?? 1)
  }
  return x
}

/** The x with A x = b, by Cholesky's L of A. */
export function solve(lower: Square, b: ArrayLike<number>): Float64Array {
  const { size, values } = lower
  const x = solveLower(lower, b)
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = x[row] ?? 0
    for (let i = row + 1; i < size; i += 1) sum -= (values[i * size + row] ?? 0) * (x[i] ?? 0)
    x[row] = sum / (values[row * size + row] ?? 1)
  }
  return x
}

/** A function at a point: its value, its slopes, and the negative of its second derivatives. */
export interface Hill {
  readonly value: number
  readonly slopes: Float64Array
  readonly curvature: Square
}

/**
 * The top of a concave function by Newton's steps, halved while they lead down.
 * @returns the point and the value there; undefined where the curvature is singular or no top is found in 100 steps
 */
export function climb(
  hill: (point: Float64Array) => Hill,
  start: Float64Array,
): { point: Float64Array; value: number } | undefined {
  let point = start
  let here = hill(point)
  for (let round = 0; round < 100; round += 1) {
    const lower = cholesky(here.curvature)
    if (lower === undefined) return undefined
    const step = solve(lower, here.slopes)
    const gain = step.reduce((sum, size, i) => sum + size * (here.slopes[i] ?? 0), 0)
    if (!Number.isFinite(gain)) return undefined
    const after = (share: number) => point.map((x, i) => x + share * (step[i] ?? 0))
    // So near the top, a last step only adds digits: its gain is below what the value can tell.
    if (gain < 1e-12 * (1 + Math.abs(here.value))) return { point: after(1), value: here.value }
    let share = 1
    let next = after(share)
    let there = hill(next)
    while (!(there.value >= here.value) && share > 1e-12) {
      share /= 2
      next = after(share)
      there = hill(next)
    }
    if (!(there.value >= here.value)) return undefined
    point = next
    here = there
  }
  return undefined
}

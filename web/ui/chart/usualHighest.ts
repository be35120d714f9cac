/**
 * The height that a chart of counts a day is drawn to. A day that is more than four times as high as all the others below
 * it would flatten them: up to three such days are cut off at the top and marked.
 * @param highest the highest count of each day
 * @returns the highest count of the days that are drawn whole
 */
export function usualHighest(highest: readonly number[]): number {
  const sorted = highest.toSorted((a, b) => b - a)
  const cut = [1, 2, 3].findLast((days) => {
    const [above, below] = [sorted[days - 1] ?? 0, sorted[days] ?? 0]
    return below > 0 && above > 4 * below
  })
  return sorted[cut ?? 0] ?? 0
}

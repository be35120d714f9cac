const now = () => new Date().toISOString().slice(0, 7)

function shifted(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** The months that can be chosen, the newest first: three years, and those that are chosen already. */
export function choicesOfMonths(chosen: readonly string[]): string[] {
  const last = Array.from({ length: 36 }, (_, at) => shifted(now(), -at))
  return [...new Set([...last, ...chosen.filter((month) => month !== '')])].sort().reverse()
}

/** A period of at most so many months: the end that was not chosen follows the other one. */
export function periodAround(
  { from, to }: { from: string; to: string },
  chosen: 'from' | 'to',
  most: number,
): { from: string; to: string } {
  if (from === '' || to === '') return { from, to }
  const [earliest, latest] = [shifted(to, 1 - most), shifted(from, most - 1)]
  if (chosen === 'from') return { from, to: to < from ? from : to > latest ? latest : to }
  return { from: from > to ? to : from < earliest ? earliest : from, to }
}

/** A series of numbers, one for each day. */
export interface CountedSeries {
  readonly title: string
  /** The first series is drawn as bars, the others as lines over them; the second one, which matters most, above all. */
  readonly tone: 'bar' | 'main' | 'amber' | 'second'
}

export interface Counts {
  series: readonly CountedSeries[]
  /** One day after the other, with the count of each series. */
  days: readonly { day: string; counts: readonly number[] }[]
}

/** All days of one series together. */
export const sumOf = (days: Counts['days'], at: number): number =>
  days.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)

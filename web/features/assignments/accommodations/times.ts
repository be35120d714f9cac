import type { Accommodations } from '#contract/accommodation-fields.ts'

export const times: readonly Accommodations['timePercent'][] = [100, 125, 150, 200, null]

/** The possible numbers of breaks, and their minutes. */
export const breakCounts: readonly Accommodations['breaks'][] = [0, 1, 2, 3, 4]
export const breakLengths: readonly Accommodations['breakMinutes'][] = [5, 10, 15]

/** The name of a time in lists and locale files. */
export const timeKey = (time: Accommodations['timePercent']) =>
  time === null ? ('none' as const) : (`p${time}` as const)

import type { Accommodations } from '#contract/accommodation-fields.ts'

export const times: readonly Accommodations['timePercent'][] = [100, 125, 150, 200, null]

/** The name of a time in lists and locale files. */
export const timeKey = (time: Accommodations['timePercent']) =>
  time === null ? ('none' as const) : (`p${time}` as const)

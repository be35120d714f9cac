import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay, formatLongDay } from '#contract/format.ts'

/** A calendar day with its weekday: people plan by those. */
export const dayWords = (day: string, locale: Locale): string => formatLongDay(day, locale)

/** True if a calendar day is today in a time zone. */
export const isToday = (day: string, now: string, timeZone: string): boolean =>
  formatDay(day, 'tr') === formatDate(now, 'tr', timeZone)

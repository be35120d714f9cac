import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'

/** A calendar day in words for the person who reads it. */
export const dayWords = (day: string, locale: Locale): string => formatDay(day, locale)

/** Whether a calendar day is today in a time zone. */
export const isToday = (day: string, now: string, timeZone: string): boolean =>
  formatDay(day, 'tr') === formatDate(now, 'tr', timeZone)

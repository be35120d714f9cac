import { clockOf } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDateTime } from '#contract/format.ts'

/** A date for people to read, sort and filter by: in CSV as words, in Excel as a number that shows as a date. */
export interface DateCell {
  /** The date in the reader's language. */
  readonly text: string
  /** The time on clocks at the client's place, in ms, as if in UTC: Excel knows no time zones. */
  readonly clock: number
  /** Excel's format for it. */
  readonly format: string
}

const dayMs = 24 * 3_600_000

// Points are escaped: Excel turns a bare one into that computer's date separator. As CSV and the screens have them.
const formats = {
  tr: { day: 'dd\\.mm\\.yyyy', moment: 'dd\\.mm\\.yyyy hh:mm' },
  en: { day: 'd mmm yyyy', moment: 'd mmm yyyy hh:mm' },
} as const

/** A moment to the minute. */
export function momentCell(at: Date, locale: Locale, timeZone: string): DateCell {
  const iso = at.toISOString()
  return {
    text: formatDateTime(iso, locale, timeZone),
    clock: clockOf(iso, timeZone),
    format: formats[locale].moment,
  }
}

/** The day of a moment. */
export function dayCell(at: Date, locale: Locale, timeZone: string): DateCell {
  const iso = at.toISOString()
  const clock = clockOf(iso, timeZone)
  return {
    text: formatDate(iso, locale, timeZone),
    clock: clock - (clock % dayMs),
    format: formats[locale].day,
  }
}

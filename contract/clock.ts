// Beside the formatter, not in it: the player loads that one, and reckons with no zones.
import { dateFormat } from './format.ts'

/** The platform's own time zone, for times that belong to no client. Each client has a zone of its own. */
export const homeZone = 'Europe/Istanbul'

/**
 * The calendar day of a moment in a zone, yyyy-mm-dd.
 * @param iso moment, ISO 8601 with offset
 * @throws RangeError when `iso` is no date or `timeZone` no zone
 */
export const dayIn = (iso: string, timeZone: string): string =>
  new Date(clockOf(iso, timeZone)).toISOString().slice(0, 10)

/**
 * The time on clocks of a zone at a moment, to the minute, in ms as if in UTC: for programs without time zones, such as
 * spreadsheets.
 * @param iso moment, ISO 8601 with offset
 * @throws RangeError when `iso` is no date or `timeZone` no zone
 */
export function clockOf(iso: string, timeZone: string): number {
  const figures = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const shown = dateFormat('en', { ...figures, hourCycle: 'h23', timeZone }).formatToParts(new Date(iso))
  const part = (wanted: string) => Number(shown.find(({ type }) => type === wanted)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
}

import { formatDate } from '#contract/format.ts'
import { parseDay } from '../ui/form/parseDay.ts'

const dayMs = 86_400_000

/** Today as `yyyy-mm-dd` where `timeZone` is. */
export function todayIn(timeZone: string, now = new Date()): string {
  return parseDay(formatDate(now.toISOString(), 'tr', timeZone)) ?? now.toISOString().slice(0, 10)
}

/** The calendar day so many days after another. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Whole days from one calendar day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** The words that count days down. */
export const countdownWord = (left: number): 'today' | 'tomorrow' | 'inDays' =>
  left <= 0 ? 'today' : left === 1 ? 'tomorrow' : 'inDays'

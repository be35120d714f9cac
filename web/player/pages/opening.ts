import { useEffect, useState } from 'react'
import type { Locale } from '#contract/fields.ts'
import { formatDate, formatDateTime, formatTime } from '#contract/format.ts'
import { t } from '../words.ts'
import type { ListedAssignment } from './list.ts'

type Opening = NonNullable<ListedAssignment['opening']>

/** The conditions for starting a test, in a few words each. */
export function openingWords(
  { after, pauseMinutes, at }: Opening,
  serverTime: string,
  locale: Locale,
  timeZone: string,
): string[] {
  const words: string[] = []
  if (after !== null) words.push(t('player:opening.after', { test: after }))
  if (after !== null && pauseMinutes > 0) words.push(t('player:opening.pause', { count: pauseMinutes }))
  if (at !== null)
    words.push(
      formatDate(at, locale, timeZone) === formatDate(serverTime, locale, timeZone)
        ? t('player:opening.today', { time: formatTime(at, locale, timeZone) })
        : t('player:opening.at', { time: formatDateTime(at, locale, timeZone) }),
    )
  return words
}

/** A browser's timers count to this many milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Milliseconds until an opening that only the clock decides; undefined where more is needed or it is far off. */
export function msUntilOpen(opening: ListedAssignment['opening'], serverTime: string): number | undefined {
  if (!opening || opening.after !== null || opening.at === null) return undefined
  const left = Math.max(0, Date.parse(opening.at) - Date.parse(serverTime))
  return left > longestTimer ? undefined : left
}

/**
 * The condition that still keeps a test from being started; null from the moment it opens, while the page is open.
 * @param serverTime when the opening was asked for
 */
export function useOpening(
  opening: ListedAssignment['opening'],
  serverTime: string,
): ListedAssignment['opening'] {
  const left = msUntilOpen(opening, serverTime)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (left === undefined) return
    const timer = setTimeout(() => setOpened(true), left)
    return () => clearTimeout(timer)
  }, [left])
  return opened ? null : opening
}

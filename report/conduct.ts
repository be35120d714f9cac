import { formatDateTime, formatDuration, formatTime } from '#contract/format.ts'
import type { Report } from '#contract/reports.ts'
import type { ConductView, Words } from './view.ts'

/** The circumstances of the test: what managers did and noted meanwhile; null where there is nothing to say. */
export function conductView(
  { conduct, timeZone, answered, itemCount }: Report,
  { t, locale }: Words,
): ConductView | null {
  if (conduct === null) return null
  const { pausedSeconds, breaks, addedMinutes, endedByManager, startedOffline } = conduct
  const facts: string[] = []
  if (pausedSeconds > 0)
    facts.push(t('report:conduct.paused', { duration: formatDuration(pausedSeconds, locale) }))
  for (const { startedAt, seconds } of breaks)
    facts.push(
      t('report:conduct.break', {
        time: formatTime(startedAt, locale, timeZone),
        duration: formatDuration(seconds, locale),
      }),
    )
  if (addedMinutes > 0) facts.push(t('report:conduct.added', { count: addedMinutes }))
  if (endedByManager) facts.push(t('report:conduct.ended'))
  if (startedOffline) facts.push(t('report:conduct.offline'))
  const notes = conduct.notes.map(({ id, text, createdAt, createdBy }) => ({
    id,
    text,
    by: `${formatDateTime(createdAt, locale, timeZone)} · ${createdBy}`,
  }))
  if (facts.length === 0 && notes.length === 0) return null
  const unanswered = endedByManager ? itemCount - answered : 0
  const meaning =
    unanswered > 0 ? t('report:conduct.cutShort', { count: unanswered }) : t('report:conduct.meaning')
  return { title: t('report:conduct.title'), facts, notes, meaning }
}

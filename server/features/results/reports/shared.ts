import type { Locale } from '#contract/fields.ts'
import type { Report } from '#contract/reports.ts'
import type { Executor } from '#server/db/database.ts'
import { lateAnswersOf } from '#server/features/delivery/attempts/closing/late-answers.ts'
import { resultOf } from '#server/features/delivery/results/results.ts'
import { buildReport } from './build.ts'

/**
 * A report for somebody without an account: a copy without sensitive scales, signals, notes and means of groups. From a mean of
 * five people and the reports of four of them the fifth could be reckoned.
 * @returns undefined for a sensitive test, and where there is no result that anybody may read
 */
export async function reportToShare(
  db: Executor,
  key: { clientId: string; assignmentId: string; userId: string },
  locale: Locale,
): Promise<Report | undefined> {
  const result = await resultOf(db, key)
  if (result === undefined || result.version.definition.sensitive) return undefined
  const { row, scores, version } = result
  const late = row.late_answers === 0 ? [] : await lateAnswersOf(db, key, locale)
  const shown = {
    row,
    scores,
    version,
    ...key,
    reader: 'manager' as const,
    seesSensitive: false,
    lateInTime: late.filter(({ inTime }) => inTime).length,
    signals: null,
    notes: null,
    showsFlags: false,
  }
  return buildReport(shown, undefined, locale, { copy: true })
}

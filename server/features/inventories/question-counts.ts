import { itemCount } from '#scoring/form/form.ts'
import { openProgress, type Version } from './versions.ts'

/** The answered questions of an attempt: those that everybody gets, and those of sensitive scales. */
export interface AnsweredQuestions {
  open: number
  sensitive: number
}

/**
 * Counts the questions a person was asked, without practice, and those answered. Every screen, report and file counts by
 * this. Somebody who must not see whether a sensitive scale was asked reads the questions that everybody gets.
 * @param leftOut the scales that the attempt does not ask; undefined before the start, when no sensitive scale is asked
 *   yet
 * @param knows whether the reader may see which sensitive scales were asked: the person, and named readers
 */
export function questionCounts(
  version: Version,
  { open, sensitive }: AnsweredQuestions,
  leftOut: readonly string[] | undefined,
  knows: boolean,
): { answered: number; total: number } {
  if (!knows || leftOut === undefined || version.sensitiveItems.size === 0) return openProgress(open, version)
  const total = itemCount(version.definition, leftOut)
  return { answered: Math.min(open + sensitive, total), total }
}

/** The number of further questions for people who consent to sensitive scales; left out where there are none. */
export function withConsent(version: Version, asked: number): { consentItemCount?: number } {
  const more = asked - version.openItemCount
  return more > 0 ? { consentItemCount: more } : {}
}

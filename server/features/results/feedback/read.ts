import type { Feedback, FeedbackPart, feedbackPdf } from '#contract/feedback.ts'
import type { Locale } from '#contract/fields.ts'
import { formatDate } from '#contract/format.ts'
import type { QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { hasFeedback } from '#server/features/delivery/feedback/settings.ts'
import { resultOf, whyWithheld } from '#server/features/delivery/results/results.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { brandLookOf, paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import type { PaperPart } from '#server/pdf/paper.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { feedbackParts } from './build.ts'

/**
 * The feedback on somebody's own result as it is now.
 * @throws Failure feedback_off, report_not_ready, report_erased, report_withdrawn, report_restricted, too_many_requests
 */
async function openFeedback(db: Database, own: OwnAssignmentRow, locale: Locale): Promise<Feedback> {
  const key = { clientId: own.client_id, assignmentId: own.id }
  await limitPace(db, own.userId, 'feedback')
  if (!(await hasFeedback(db, key.clientId, await getVersion(db, own.version_id))))
    throw new Failure('feedback_off')
  const result = await resultOf(db, key)
  if (result === undefined) {
    const why = await whyWithheld(db, key)
    throw new Failure(why === undefined ? 'report_not_ready' : `report_${why}`)
  }
  const { row, version } = result
  const { code } = version.definition
  return {
    assignmentId: own.id,
    locale,
    name: row.person_name,
    client: { name: row.client_name },
    inventory: { code, name: nameOf(version, locale) },
    completedAt: row.closed_at.toISOString(),
    timeZone: row.time_zone,
    parts: feedbackParts(result, row.client_name, locale),
  }
}

/** A line on record that feedback was read, once there is something to read. */
const recordReading = (
  db: Database,
  own: OwnAssignmentRow,
  { inventory: { code } }: Feedback,
  by: Actor,
  way: 'json' | 'pdf',
) =>
  recordAudit(db, {
    action: 'feedback_read',
    reason: way,
    by,
    subjectId: own.userId,
    clientId: own.client_id,
    details: { code, assignments: [own.id] },
  })

/** Feedback as its person reads it on a screen. @throws Failure as openFeedback */
export async function readFeedback(
  db: Database,
  own: OwnAssignmentRow,
  _query: unknown,
  actor: Actor,
): Promise<Feedback> {
  const feedback = await openFeedback(db, own, actor.locale)
  await recordReading(db, own, feedback, actor, 'json')
  const brand = await brandLookOf(db, own.client_id)
  return brand === undefined ? feedback : { ...feedback, client: { ...feedback.client, brand } }
}

/** The same on paper. @throws Failure as openFeedback */
export async function printFeedback(
  db: Database,
  own: OwnAssignmentRow,
  { lang }: QueryOf<typeof feedbackPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const locale = lang ?? actor.locale
  const feedback = await openFeedback(db, own, locale)
  const { inventory, parts, name, client, completedAt, timeZone } = feedback
  const look = await paperBrandOf(db, own.client_id)
  const pdf = await deps.pdf.renderPaper({
    locale,
    title: translate(locale, 'feedback:heading', { test: inventory.name }),
    lead: [[name, client.name, formatDate(completedAt, locale, timeZone)].join(' · ')],
    page: translate(locale, 'own-data:paper.page'),
    parts: parts.flatMap((part) => paperParts(part)),
    brand: look && { look, client: client.name },
  })
  await recordReading(db, own, feedback, actor, 'pdf')
  const file = translate(locale, 'feedback:file', { code: inventory.code })
  reply.header('content-disposition', attachment(`${file}.pdf`))
  return Buffer.from(pdf)
}

const paperParts = ({ title, lines, areas }: FeedbackPart): PaperPart[] => {
  const empty = { facts: [], picture: null, table: null }
  return [
    { ...empty, level: 2, heading: title, lines },
    ...areas.map(({ name, text }): PaperPart => ({ ...empty, level: 3, heading: name, lines: [text] })),
  ]
}

/**
 * The sentences of the feedback that a person may read on a test, for the file with their data.
 * @returns undefined where the client gives none, and where there is no result to read
 */
export async function feedbackOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  locale: Locale,
): Promise<FeedbackPart[] | undefined> {
  const result = await resultOf(db, key)
  if (result === undefined || !(await hasFeedback(db, key.clientId, result.version))) return undefined
  return feedbackParts(result, result.row.client_name, locale)
}

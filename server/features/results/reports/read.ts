import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import type { QueryOf } from '#contract/kit.ts'
import { addressOf } from '#contract/pages.ts'
import { copyPurpose, type Report, type reportPdf } from '#contract/reports.ts'
import { allKeys } from '#report/selection.ts'
import { correctKey } from '#scoring/check/shape/correct-spelling.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { reachesGroup } from '#server/authority/reach.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { comparisonOf } from '#server/features/delivery/results/results.ts'
import { purposeOf } from '#server/features/inventories/enablement.ts'
import { brandLookOf, paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { copyAddress, hashOf, keepCopies, newCopyId } from '#server/features/results/copies/copies.ts'
import type { Caller } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { countWithin, quarterHour } from '#server/throttles/throttles.ts'
import { type ReadableAssignment, readResult } from './access.ts'
import { buildReport } from './build.ts'

async function reportOf(
  db: Executor,
  readable: ReadableAssignment,
  locale: Locale,
  { caller, copy = false }: { caller: Caller; copy?: boolean },
): Promise<Report> {
  const { client } = readable
  const read = await readResult(db, readable, locale, caller)
  const { group_name: group } = read.row
  // Somebody may have changed their group since: its name and figures are for who may see its people.
  const compares = client === null || reachesGroup(client, group)
  const result = compares ? read : { ...read, row: { ...read.row, group_name: '' } }
  const comparison = compares ? await comparisonOf(db, result) : undefined
  const report = buildReport(result, comparison, locale, { copy })
  const brand = await brandLookOf(db, readable.clientId)
  return brand === undefined ? report : { ...report, client: { ...report.client, brand } }
}

/** Reads a report. Somebody else's goes on record. @throws Failure as readResult */
export async function readReport(
  db: Database,
  readable: ReadableAssignment,
  _query: undefined,
  actor: Actor,
): Promise<Report> {
  const report = await reportOf(db, readable, actor.locale, actor)
  if (readable.userId !== actor.userId) await recordReading(db, readable, actor, report)
  return report
}

/** A report on paper, which says who passes it on and what for. @throws FieldFailure; Failure as readResult, too_many_requests */
export async function printReport(
  db: Database,
  readable: ReadableAssignment,
  query: QueryOf<typeof reportPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const { userId, name, caller } = actor
  const locale = query.lang ?? actor.locale
  const own = readable.userId === userId
  const report = await reportOf(db, readable, locale, { caller, copy: true })
  const selection = selectionOf(query, report)
  // Somebody's own result is theirs to take along, as often as it takes; it does not use up what its client may.
  await limitPace(db, own ? userId : readable.clientId, 'reports')
  const purpose = own ? undefined : purposeOfCopy(query.purpose, report)
  // The purpose itself, as it was then: the client may enable the test for another one later.
  const enabledFor =
    purpose === 'as_enabled' ? await purposeOf(db, readable.clientId, report.inventory.code) : ''
  if (!own)
    await recordAudit(db, {
      action: 'export',
      reason: 'report_pdf',
      by: actor,
      subjectId: readable.userId,
      clientId: readable.clientId,
      details: {
        ...readingOf(readable, report),
        ...(purpose !== undefined && { purpose }),
        ...(enabledFor !== '' && { enabledFor }),
      },
    })
  // A file with something sensitive has no public check: only those who may read it see whether it is real.
  const { publicUrl } = deps.config
  const copyId = report.inventory.sensitive ? undefined : newCopyId()
  const result = publicUrl + addressOf('report', { assignmentId: readable.assignmentId })
  const page =
    copyId !== undefined
      ? { address: copyAddress(publicUrl, copyId), checks: true }
      : own
        ? undefined
        : { address: result, checks: false }
  // The copy names its reader, in case they pass it on.
  const at = formatDateTime(new Date().toISOString(), locale, report.timeZone)
  const made = translate(locale, 'report:copyOf', { reader: name, at })
  const why =
    purpose &&
    (enabledFor || translate(locale, [`report:purpose.${purpose}`, `assignments:purpose.${purpose}`]))
  const reader = why === undefined ? made : translate(locale, 'report:copyFor', { made, why })
  const { clientId, assignmentId } = readable
  const pdf = await deps.pdf.renderReport(report, selection, locale, {
    reader,
    brand: await paperBrandOf(db, clientId),
    ...(page && { page }),
  })
  if (copyId !== undefined)
    await keepCopies(db, clientId, [{ id: copyId, assignmentId, sha256: hashOf(pdf) }])
  const file = `${report.inventory.code}-${report.serial}.pdf`
  reply.header('content-disposition', `attachment; filename="${file}"`)
  return Buffer.from(pdf)
}

/** Why somebody else's result is taken along. A sensitive one is never without a purpose that is meant for it. */
const purposeOfCopy = (asked: QueryOf<typeof reportPdf>['purpose'], { showsSensitive }: Report) =>
  showsSensitive ? (copyPurpose.safeParse(asked).data ?? 'as_enabled') : asked

/** @throws FieldFailure for a score that the report doesn't have */
function selectionOf(
  { scores, details = true, percentages = true }: QueryOf<typeof reportPdf>,
  report: Report,
) {
  const keys = scores?.split(',').flatMap((key) => (key === '' ? [] : [correctKey(key)]))
  const known = allKeys(report)
  if (keys?.some((key) => !known.includes(key))) throw new FieldFailure({ scores: { key: 'unknown_score' } })
  return { details, percentages, ...(keys && { scores: keys }) }
}

/**
 * Which report was read, and whether its reader has the right to its sensitive results. Whether it had any isn’t on record: that
 * would tell the client’s other managers who agreed to them.
 */
const readingOf = ({ assignmentId }: ReadableAssignment, { inventory, showsSensitive }: Report) => ({
  code: inventory.code,
  assignments: [assignmentId],
  ...(showsSensitive && { sensitive: true }),
})

/**
 * Puts on record that somebody else's report was read: each time by a reader of its sensitive results, otherwise once a
 * quarter of an hour, however often the page asks for it.
 */
async function recordReading(
  db: Database,
  readable: ReadableAssignment,
  by: By,
  report: Report,
): Promise<void> {
  const { assignmentId, userId: subjectId, clientId } = readable
  const key = `report-read:${by.userId}:${assignmentId}`
  if (!report.showsSensitive && (await countWithin(db, key, quarterHour)) > 1) return
  await recordAudit(db, {
    action: 'report_read',
    by,
    subjectId,
    clientId,
    details: readingOf(readable, report),
  })
}

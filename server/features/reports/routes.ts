import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { formatDateTime } from '#contract/format.ts'
import { addressOf } from '#contract/pages.ts'
import { getReport, type Report, reportPdf } from '#contract/reports.ts'
import { allKeys } from '#report/selection.ts'
import { correctKey } from '#scoring/check/shape/correct-spelling.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { purposeOf } from '#server/features/inventories/enablement.ts'
import { comparisonOf } from '#server/features/results/results.ts'
import type { Caller } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { countWithin } from '#server/throttles/throttles.ts'
import { authorizeReport, type ReadableAssignment, readResult } from './access.ts'
import { buildReport } from './build.ts'

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const reportOf = async (
    readable: ReadableAssignment,
    locale: Locale,
    { caller, copy = false }: { caller: Caller; copy?: boolean },
  ) => {
    const result = await readResult(deps.db, readable, locale, caller)
    return buildReport(result, await comparisonOf(deps.db, result), locale, { copy })
  }

  route(app, deps.http, getReport, {
    load: ({ params, caller }) => authorizeReport(deps.db, caller, params.assignmentId),
    handle: async ({ subject, caller, locale, request }) => {
      const own = subject.userId === caller.userId
      const report = await reportOf(subject, locale, { caller })
      if (!own) await recordReading(deps.db, subject, caller, request.ip, report)
      return report
    },
  })

  route(app, deps.http, reportPdf, {
    load: ({ params, caller }) => authorizeReport(deps.db, caller, params.assignmentId),
    handle: async ({ subject, query, caller, locale, request, reply }) => {
      const language = query.lang ?? locale
      const own = subject.userId === caller.userId
      const report = await reportOf(subject, language, { caller, copy: true })
      const scores = query.scores?.split(',').flatMap((key) => (key === '' ? [] : [correctKey(key)]))
      const known = allKeys(report)
      if (scores?.some((key) => !known.includes(key)))
        throw new FieldFailure({ scores: { key: 'unknown_score' } })
      const selection = {
        details: query.details ?? true,
        percentages: query.percentages ?? true,
        ...(scores && { scores }),
      }
      // Somebody's own result is theirs to take along, as often as it takes; it does not use up what its client may.
      await limitPace(deps.db, own ? caller.userId : subject.clientId, 'reports')
      const purpose = !own && report.showsSensitive ? (query.purpose ?? 'as_enabled') : undefined
      // The purpose itself, as it was then: the client may enable the test for another one later.
      const enabledFor =
        purpose === 'as_enabled' ? await purposeOf(deps.db, subject.clientId, report.inventory.code) : ''
      if (!own)
        await recordAudit(deps.db, {
          action: 'export',
          reason: 'report_pdf',
          actorId: caller.userId,
          subjectId: subject.userId,
          clientId: subject.clientId,
          address: request.ip,
          details: {
            ...readingOf(subject, report),
            ...(purpose !== undefined && { purpose }),
            ...(enabledFor !== '' && { enabledFor }),
          },
        })
      // A participant has no page of their own result that the square could lead to.
      const page = deps.config.publicUrl + addressOf('report', { assignmentId: subject.assignmentId })
      // Who passes it on is named on it.
      const at = formatDateTime(new Date().toISOString(), language, report.timeZone)
      const made = translate(language, 'report:copyOf', { reader: caller.name, at })
      const why = purpose && (enabledFor || translate(language, `report:purpose.${purpose}`))
      const reader = why === undefined ? made : translate(language, 'report:copyFor', { made, why })
      const copy = { reader, ...(!own && { page }) }
      const pdf = await deps.pdf.renderReport(report, selection, language, copy)
      const file = `${report.inventory.code}-${report.serial}.pdf`
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return Buffer.from(pdf)
    },
  })
}

const quarterHour = 15 * 60

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
  subject: ReadableAssignment,
  caller: Caller,
  address: string,
  report: Report,
): Promise<void> {
  const { assignmentId, userId, clientId } = subject
  const key = `report-read:${caller.userId}:${assignmentId}`
  if (!report.showsSensitive && (await countWithin(db, key, quarterHour)) > 1) return
  await recordAudit(db, {
    action: 'report_read',
    actorId: caller.userId,
    subjectId: userId,
    clientId,
    address,
    details: readingOf(subject, report),
  })
}

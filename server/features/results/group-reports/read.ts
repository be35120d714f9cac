import type { GroupReport, getGroupReport, groupReportPdf, groupReportXlsx } from '#contract/group-reports.ts'
import type { QueryOf } from '#contract/kit.ts'
import { groupView } from '#report/groups.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { headLookOf, paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import { madeBy } from '#server/features/platform/exports/made.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { countWithin, quarterHour } from '#server/throttles/throttles.ts'
import { groupReport } from './report.ts'
import { groupPages } from './workbook.ts'

/** Reads a report of a group. That somebody did is on record once a quarter of an hour. @throws FieldFailure */
export async function readGroupReport(
  db: Database,
  client: AuthorizedClient,
  query: QueryOf<typeof getGroupReport>,
  actor: Actor,
): Promise<GroupReport> {
  const report = await groupReport(db, client, query, actor)
  const key = `group-report-read:${actor.userId}:${client.id}:${report.inventory.code}`
  if ((await countWithin(db, key, quarterHour)) === 1)
    await recordAudit(db, {
      action: 'group_report_read',
      by: actor,
      clientId: client.id,
      details: { code: report.inventory.code },
    })
  return report
}

/** A report of a group on paper. @throws FieldFailure; Failure too_many_requests */
export async function printGroupReport(
  db: Database,
  client: AuthorizedClient,
  { purpose, lang, ...query }: QueryOf<typeof groupReportPdf>,
  actor: Actor,
  { deps, reply }: Context,
): Promise<Buffer> {
  const locale = lang ?? actor.locale
  const report = await groupReport(db, client, query, { locale })
  await recordAudit(db, {
    action: 'export',
    reason: 'group_report_pdf',
    by: actor,
    clientId: client.id,
    details: { code: report.inventory.code, ...(purpose !== undefined && { purpose }) },
  })
  const why = purpose && translate(locale, `assignments:purpose.${purpose}`)
  const made = madeBy(actor.caller, client.timeZone, why)
  const t = (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables)
  const reader = t(why === undefined ? 'group:madeBy' : 'group:madeFor', {
    reader: actor.name,
    why: why ?? '',
  })
  const brand = await paperBrandOf(db, client.id)
  const pdf = await deps.pdf.renderGroup(groupView(report, { locale, t }), reader, brand)
  reply.header('content-disposition', attachment(`${t('group:file')} ${report.inventory.code} ${made}.pdf`))
  return Buffer.from(pdf)
}

/** A report of a group as a workbook. @throws FieldFailure; Failure too_many_requests */
export async function exportGroupReport(
  db: Database,
  client: AuthorizedClient,
  { purpose, lang, ...query }: QueryOf<typeof groupReportXlsx>,
  actor: Actor,
  { deps, request, reply }: Context<typeof groupReportXlsx>,
): Promise<Uint8Array> {
  const locale = lang ?? actor.locale
  const report = await groupReport(db, client, query, { locale })
  return sheetsOf(deps).xlsx(
    { subject: client, caller: actor.caller, locale, request, reply },
    {
      what: 'groupReport',
      purpose,
      code: report.inventory.code,
      look: await headLookOf(db, client.id),
      pages: groupPages(report),
    },
  )
}

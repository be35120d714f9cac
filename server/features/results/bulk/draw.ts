import { dayIn } from '#contract/clock.ts'
import { formatDateTime } from '#contract/format.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import { paperBrandOf } from '#server/features/memberships/brands/brands.ts'
import type { PlacedPart } from '#server/features/platform/file-jobs/parts.ts'
import { copyAddress } from '#server/features/results/copies/copies.ts'
import { reportToShare } from '#server/features/results/reports/shared.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { translate } from '#server/locales.ts'
import type { StoredReports } from './files.ts'

/** A report as a PDF, with what names it. */
export interface Drawn {
  readonly person: string
  readonly group: string
  readonly test: string
  readonly code: string
  /** The day on which the test was completed, by the client's time zone. */
  readonly day: string
  readonly serial: string
  readonly pdf: Uint8Array
}

const everything = { details: true, percentages: true }

/** Draws one report of many; undefined where nobody may read it any more. */
export async function drawReport(
  { db, pdf, config }: JobDeps,
  client: AuthorizedClient,
  { locale, reader, purpose, at }: StoredReports,
  { assignmentId, copyId }: PlacedPart,
): Promise<Drawn | undefined> {
  const report = await reportToShare(db, { clientId: client.id, assignmentId, userId: '' }, locale)
  if (report === undefined) return undefined
  const made = translate(locale, 'report:copyOf', {
    reader,
    at: formatDateTime(at, locale, client.timeZone),
  })
  const why = translate(locale, `assignments:purpose.${purpose}`)
  return {
    person: report.candidate.name,
    group: report.candidate.group,
    test: report.inventory.name,
    code: report.inventory.code,
    day: dayIn(report.completedAt, client.timeZone),
    serial: report.serial,
    pdf: await pdf.renderReport(report, everything, locale, {
      reader: translate(locale, 'report:copyFor', { made, why }),
      brand: await paperBrandOf(db, client.id),
      page: { address: copyAddress(config.publicUrl, copyId), checks: true },
      ofMany: true,
    }),
  }
}

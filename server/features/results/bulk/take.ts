import { Readable } from 'node:stream'
import type { ReportFileKind, reportsPdf, reportsZip } from '#contract/report-files.ts'
import { recordAudit, recordForMany } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { madeAt } from '#server/features/platform/exports/made.ts'
import { fileJob } from '#server/features/platform/file-jobs/file-jobs.ts'
import { partBytes, partCopies } from '#server/features/platform/file-jobs/parts.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { translate } from '#server/locales.ts'
import { reportFacts } from './files.ts'
import { findPeople } from './queries.ts'

/**
 * A file of reports, for who asked for it, part by part. It is on record for each of its people before its first byte leaves.
 * @throws Failure not_found
 */
export const takeReports =
  (as: ReportFileKind) =>
  async (
    db: Database,
    client: AuthorizedClient,
    _query: undefined,
    actor: Actor,
    { deps, params, reply }: Context<typeof reportsZip | typeof reportsPdf>,
  ): Promise<Readable> => {
    const key = { clientId: client.id, id: params.jobId }
    const { job, facts, by } = await fileJob(db, { ...key, kind: 'reports' }, actor.locale)
    const { as: made, purpose, size } = reportFacts.parse(facts)
    if (by !== actor.userId || job.status !== 'done' || made !== as || size === undefined)
      throw new Failure('not_found')
    await record(db, client, actor, { key, as, purpose })
    const name = translate(actor.locale, 'report-files:file', {
      purpose: translate(actor.locale, `assignments:purpose.${purpose}`),
    })
    reply.header('content-disposition', attachment(`${madeAt(name, client.timeZone)}.${as}`))
    reply.header('content-length', size)
    return Readable.from(partBytes(db, deps.config.slipKey, key, size))
  }

async function record(
  db: Database,
  client: AuthorizedClient,
  by: Actor,
  { key, as, purpose }: { key: { clientId: string; id: string }; as: ReportFileKind; purpose: string },
): Promise<void> {
  const assignmentIds = (await partCopies(db, key)).map(({ assignmentId }) => assignmentId)
  const people = await findPeople(db, client.id, assignmentIds)
  const codes = new Map<string, string>()
  for (const { versionId } of people) codes.set(versionId, (await getVersion(db, versionId)).definition.code)
  const shared = { action: 'export', by, clientId: client.id } as const
  await db.transaction().execute(async (tx) => {
    await recordAudit(tx, {
      ...shared,
      reason: `reports_${as}`,
      details: { quantity: assignmentIds.length, purpose },
    })
    await recordForMany(
      tx,
      { ...shared, reason: 'report_in_file' },
      people.map(({ userId, assignmentId, versionId }) => ({
        subjectId: userId,
        details: { code: codes.get(versionId) ?? '', assignments: [assignmentId], purpose },
      })),
    )
  })
}

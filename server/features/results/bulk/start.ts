import type { BodyOf } from '#contract/kit.ts'
import {
  type makeReports,
  maxPdfReports,
  maxReportFiles,
  maxZipReports,
  type ReportFile,
} from '#contract/report-files.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { assignmentFilter } from '#server/features/assignments/filter.ts'
import { versionsAmongResults } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import {
  fileJob,
  fileJobs,
  type JobKey,
  startFileJob,
} from '#server/features/platform/file-jobs/file-jobs.ts'
import { dropOlder, wantParts } from '#server/features/platform/file-jobs/parts.ts'
import { newCopyId } from '#server/features/results/copies/copies.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { toReportFile } from './files.ts'
import { printReports } from './jobs.ts'
import { countChosen, findWanted, type WantedReport } from './queries.ts'

const most = { zip: maxZipReports, pdf: maxPdfReports } as const

/**
 * Has a file of many reports made behind the scenes.
 * @throws Failure not_found for an assignment that is not the client's, no_reports, too_many_reports, reports_under_way with
 * the job that is, service_unavailable while too many wait
 */
export async function startReports(
  db: Database,
  client: AuthorizedClient,
  body: BodyOf<typeof makeReports>,
  actor: Actor,
): Promise<ReportFile> {
  const id = await db.transaction().execute(async (tx) => {
    const { wanted, leftOut } = await wantedOf(tx, client, body)
    const key = await startOne(tx, client, { ...body, total: wanted.length, leftOut }, actor)
    if (key === undefined) {
      const job = (await reportFiles(tx, client, actor)).find(({ finishedAt }) => finishedAt === null)
      throw new Failure('reports_under_way', { details: { job: job ?? null } })
    }
    const parts = wanted.map(({ assignmentId }) => ({ assignmentId, copyId: newCopyId() }))
    await wantParts(tx, key, parts)
    await dropOlder(tx, { clientId: client.id, by: actor.userId }, maxReportFiles - 1)
    return key.id
  })
  const found = await fileJob(db, { clientId: client.id, kind: 'reports', id }, actor.locale)
  return toReportFile(found, { clientId: client.id, userId: actor.userId })
}

async function startOne(
  tx: Tx,
  { id: clientId }: AuthorizedClient,
  {
    as,
    purpose,
    total,
    leftOut,
  }: Pick<BodyOf<typeof makeReports>, 'as' | 'purpose'> & { total: number; leftOut: number },
  { userId, name, address, locale }: Actor,
): Promise<JobKey | undefined> {
  return startFileJob(tx, printReports, {
    kind: 'reports',
    clientId,
    by: userId,
    address,
    request: { as, purpose, locale, reader: name, at: new Date().toISOString() },
    facts: { as, purpose, leftOut },
    total,
  })
}

/** The reports of a file in its order: by group, then by name. */
async function wantedOf(
  tx: Tx,
  client: AuthorizedClient,
  { assignmentIds, filter, as }: BodyOf<typeof makeReports>,
): Promise<{ wanted: WantedReport[]; leftOut: number }> {
  const ids = assignmentIds && [...new Set(assignmentIds)]
  const condition = assignmentFilter(client, ids ? { ids } : (filter ?? {}))
  const chosen = await countChosen(tx, condition, ids ? 'all' : 'completed')
  if (ids && chosen < ids.length) throw new Failure('not_found')
  const versionIds = await openVersions(tx, client, condition)
  const wanted = await findWanted(tx, client, condition, versionIds, most[as] + 1)
  if (wanted.length === 0) throw new Failure('no_reports')
  if (wanted.length > most[as]) throw new Failure('too_many_reports', { variables: { number: most[as] } })
  const byName = new Intl.Collator('tr')
  wanted.sort((a, b) => byName.compare(a.group, b.group) || byName.compare(a.name, b.name))
  return { wanted, leftOut: chosen - wanted.length }
}

/** The versions among the results of a filter that are not sensitive. */
async function openVersions(
  db: Executor,
  { id }: AuthorizedClient,
  condition: ReturnType<typeof assignmentFilter>,
): Promise<string[]> {
  const versionIds = await versionsAmongResults(db, id, condition)
  const versions = await Promise.all(
    versionIds.map(async (versionId) => ({ versionId, version: await getVersion(db, versionId) })),
  )
  return versions.flatMap(({ versionId, version }) => (version.definition.sensitive ? [] : [versionId]))
}

/** The caller's files, and the one that is being made. */
export async function reportFiles(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  { userId, locale }: Actor,
): Promise<ReportFile[]> {
  const found = await fileJobs(db, { clientId, kind: 'reports' }, locale)
  return found
    .map((one) => toReportFile(one, { clientId, userId }))
    .filter(({ own, finishedAt }) => own || finishedAt === null)
}

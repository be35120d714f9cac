import { z } from 'zod'
import type { EvidenceJob, evidencePdf, startEvidenceJob } from '#contract/evidence.ts'
import { day } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { fileJob, fileJobs, fileOf, startFileJob } from '#server/features/platform/file-jobs/file-jobs.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { fileName, periodOf, recordExport } from './file.ts'
import { makeEvidence } from './jobs.ts'

/** `named`: the inventories of which who asked was named to read what is sensitive, so that the file counts it. */
const evidenceFacts = z.strictObject({ from: day, to: day, named: z.array(z.string()) })

type Found = Awaited<ReturnType<typeof fileJobs>>[number]

function toEvidenceJob({ job, facts, by }: Found, { userId }: Actor): EvidenceJob {
  const { from, to } = evidenceFacts.parse(facts)
  return { ...job, from, to, own: by === userId }
}

/**
 * Has a client's evidence made as a PDF behind the scenes.
 * @throws Failure evidence_under_way with the job that is, service_unavailable while too many wait; FieldFailure
 */
export async function startEvidence(
  db: Database,
  client: AuthorizedClient,
  body: BodyOf<typeof startEvidenceJob>,
  actor: Actor,
): Promise<EvidenceJob> {
  const { from, to } = await periodOf(db, client, body)
  await limitPace(db, client.id, 'sheets')
  const { caller, userId: by, address, locale } = actor
  const id = await db.transaction().execute(async (tx) => {
    const named = [...(await namedReaderOf(tx, caller, client.id))]
    const key = await startFileJob(tx, makeEvidence, {
      kind: 'evidence',
      clientId: client.id,
      by,
      address,
      request: { from, to, locale },
      facts: { from, to, named },
    })
    if (key !== undefined) return key.id
    const [job] = (await evidenceJobs(tx, client, actor)).filter(isUnfinished)
    throw new Failure('evidence_under_way', { details: { job: job ?? null } })
  })
  return evidenceJob(db, client, id, actor)
}

const isUnfinished = ({ finishedAt }: EvidenceJob) => finishedAt === null

/** The caller's files, and the one that is being made. */
export async function evidenceJobs(
  db: Executor,
  client: AuthorizedClient,
  actor: Actor,
): Promise<EvidenceJob[]> {
  const found = await fileJobs(db, { clientId: client.id, kind: 'evidence' }, actor.locale)
  return found.map((one) => toEvidenceJob(one, actor)).filter((job) => job.own || isUnfinished(job))
}

/** @throws Failure not_found */
export async function evidenceJob(
  db: Executor,
  client: AuthorizedClient,
  id: string,
  actor: Actor,
): Promise<EvidenceJob> {
  return toEvidenceJob(await fileJob(db, { clientId: client.id, id, kind: 'evidence' }, actor.locale), actor)
}

/**
 * The file, for who asked for it: it counts consents of what they could read. Somebody who reads less by now makes another.
 * @throws Failure not_found
 */
export async function evidenceFile(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  actor: Actor,
  { deps, params, reply }: Context<typeof evidencePdf>,
): Promise<Buffer> {
  const key = { clientId: client.id, id: params.jobId, kind: 'evidence' } as const
  const { facts, by } = await fileJob(db, key, actor.locale)
  const { named, ...period } = evidenceFacts.parse(facts)
  const readable = await namedReaderOf(db, actor.caller, client.id)
  if (by !== actor.userId || !named.every((id) => readable.has(id))) throw new Failure('not_found')
  const file = await fileOf(db, key, deps.config.slipKey)
  await recordExport(db, 'pdf', client, actor)
  reply.header('content-disposition', fileName('pdf', period, client, actor))
  return file
}

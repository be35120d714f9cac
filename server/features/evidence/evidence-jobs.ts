import { z } from 'zod'
import type { EvidenceJob } from '#contract/evidence.ts'
import { day, type Locale } from '#contract/fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { fileJob, fileJobs, fileOf, type JobKey, startFileJob } from '#server/features/file-jobs/file-jobs.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { makeEvidence } from './jobs.ts'
import type { Period } from './period-queries.ts'

/** `named`: the inventories of which who asked was named to read what is sensitive, so that the file counts it. */
const evidenceFacts = z.strictObject({ from: day, to: day, named: z.array(z.string()) })

type Found = Awaited<ReturnType<typeof fileJobs>>[number]

function toEvidenceJob({ job, facts, by }: Found, caller: Pick<Caller, 'userId'>): EvidenceJob {
  const { from, to } = evidenceFacts.parse(facts)
  return { ...job, from, to, own: by === caller.userId }
}

/**
 * Has a client's evidence made as a PDF behind the scenes.
 * @throws Failure evidence_under_way with the job that is, service_unavailable while too many wait
 */
export async function startEvidence(
  tx: Executor,
  client: AuthorizedClient,
  { from, to }: Period,
  { caller, address, locale }: { caller: Caller; address: string; locale: Locale },
): Promise<JobKey> {
  const named = [...(await namedReaderOf(tx, caller, client.id))]
  const key = await startFileJob(tx, makeEvidence, {
    ...{ kind: 'evidence', clientId: client.id, by: caller.userId, address },
    ...{ request: { from, to, locale }, facts: { from, to, named } },
  })
  if (key !== undefined) return key
  const [job] = (await evidenceJobs(tx, client, { caller, locale })).filter(isUnfinished)
  throw new Failure('evidence_under_way', { details: { job: job ?? null } })
}

const isUnfinished = ({ finishedAt }: EvidenceJob) => finishedAt === null

/** The caller's files, and the one that is being made. */
export async function evidenceJobs(
  db: Executor,
  client: AuthorizedClient,
  { caller, locale }: { caller: Caller; locale: Locale },
): Promise<EvidenceJob[]> {
  const found = await fileJobs(db, { clientId: client.id, kind: 'evidence' }, locale)
  return found.map((one) => toEvidenceJob(one, caller)).filter((job) => job.own || isUnfinished(job))
}

/** @throws Failure not_found */
export async function evidenceJob(
  db: Executor,
  key: JobKey,
  { caller, locale }: { caller: Caller; locale: Locale },
): Promise<EvidenceJob> {
  return toEvidenceJob(await fileJob(db, { ...key, kind: 'evidence' }, locale), caller)
}

/**
 * The file, for who asked for it: it counts consents of what they could read. Somebody who reads less by now makes another.
 * @throws Failure not_found
 */
export async function evidenceFile(
  db: Executor,
  key: JobKey,
  { caller, locale, slipKey }: { caller: Caller; locale: Locale; slipKey: Buffer },
): Promise<{ file: Buffer; from: string; to: string }> {
  const { facts, by } = await fileJob(db, { ...key, kind: 'evidence' }, locale)
  const { named, from, to } = evidenceFacts.parse(facts)
  const readable = await namedReaderOf(db, caller, key.clientId)
  if (by !== caller.userId || !named.every((id) => readable.has(id))) throw new Failure('not_found')
  return { file: await fileOf(db, { ...key, kind: 'evidence' }, slipKey), from, to }
}

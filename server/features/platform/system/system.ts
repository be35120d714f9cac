import type { System, SystemState } from '#contract/system.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { readProofs } from '#server/features/platform/proofs/proofs.ts'
import { findHeld } from '#server/held/queries.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { findFailedJobs, findFailedName, retryFailedJob } from '#server/jobs/queries.ts'
import { version } from '#server/version.ts'
import { type Backups, readBackups } from './backups.ts'
import type { CertificateWatch } from './certificate.ts'
import { readClock } from './clock.ts'
import { type Disk, readDisks } from './disks.ts'
import { describeFailure } from './failures.ts'
import { countSentMails, type Figures, findFigures, findProcesses } from './queries.ts'

/** The failed jobs that the page shows; others follow when these are gone. */
const failedShown = 50

/** Limits from which a part needs a look, and from which it is bad. The alerts in deploy/prometheus/ have the same ones. */
const limits = {
  backupHours: { look: 26, bad: 50 },
  diskShare: { look: 0.2, bad: 0.1 },
  certificateDays: { look: 14, bad: 3 },
  clockSeconds: { look: 2, bad: 10 },
  jobsSeconds: { look: 120, bad: 600 },
  mailsSeconds: { look: 600, bad: 3600 },
  connectionsShare: { look: 0.8, bad: 0.95 },
  replicaSeconds: { look: 60, bad: 600 },
  silentSeconds: { look: 20, bad: 40 },
}

type Limit = { readonly look: number; readonly bad: number }
const above = (value: number, { look, bad }: Limit): SystemState =>
  value > bad ? 'bad' : value > look ? 'look' : 'good'
const below = (value: number, { look, bad }: Limit): SystemState =>
  value < bad ? 'bad' : value < look ? 'look' : 'good'
const order: readonly SystemState[] = ['good', 'look', 'bad']
const worst = (states: readonly SystemState[]): SystemState =>
  states.reduce((most, state) => (order.indexOf(state) > order.indexOf(most) ? state : most), 'good')

/** Everything that the system page shows. */
export async function readSystem(
  db: Database,
  certificate: CertificateWatch | undefined,
  { folders, publicUrl, demo, selfTest }: Pick<Deps['config'], 'folders' | 'publicUrl' | 'demo' | 'selfTest'>,
): Promise<System> {
  const clock = await readClock(db)
  const [held, figures, processes, failed, sent, disks, backups, found, proofs] = await Promise.all([
    findHeld(db),
    findFigures(db),
    findProcesses(db),
    findFailedJobs(db, failedShown),
    countSentMails(db),
    readDisks(folders),
    folders.backups === undefined
      ? undefined
      : readBackups(folders.backups).catch(() => 'unreadable' as const),
    certificate?.read(),
    readProofs(db, { selfTest, folders }),
  ])
  return {
    at: new Date().toISOString(),
    ...(held !== undefined && {
      held: {
        state: 'bad' as const,
        since: held.since.toISOString(),
        takenAt: held.restoredTo.toISOString(),
      },
    }),
    database: databasePart(figures),
    processes: {
      state:
        processes.length === 0
          ? 'bad'
          : worst(processes.map(({ silentSeconds }) => above(silentSeconds, limits.silentSeconds))),
      list: processes.map(({ startedAt, silentSeconds, ...process }) => ({
        ...process,
        startedAt: startedAt.toISOString(),
        silentSeconds: Math.round(silentSeconds),
      })),
    },
    jobs: {
      state: worst([
        above(figures.oldestDueSeconds, limits.jobsSeconds),
        figures.jobs.given_up > 0 ? 'look' : 'good',
      ]),
      waiting: figures.jobs.due,
      later: figures.jobs.later,
      running: figures.jobs.running,
      oldestSeconds: Math.round(figures.oldestDueSeconds),
      failed: { count: figures.jobs.given_up, first: failed.map(describeFailure) },
    },
    mails: {
      state: worst([
        above(figures.oldestFailingSeconds, limits.mailsSeconds),
        figures.mailsGivenUp > 0 ? 'look' : 'good',
      ]),
      sent,
      failing: figures.mailsFailing,
      oldestSeconds: Math.round(figures.oldestFailingSeconds),
      failed: figures.mailsGivenUp,
    },
    ...((folders.backups !== undefined || !demo) && { backups: backupsPart(folders.backups, backups, demo) }),
    disks: disksPart(disks),
    versions: {
      state: processes.some((process) => process.version !== version) ? 'look' : 'good',
      application: version,
      node: process.versions.node,
      postgres: figures.postgres,
      migration: figures.migration.replace(/\.sql$/, ''),
    },
    clock: { state: above(Math.abs(clock), limits.clockSeconds), differenceSeconds: clock },
    proofs: { state: worst(proofs.map(({ state }) => state)), list: proofs },
    ...(certificate && { certificate: certificatePart(new URL(publicUrl).host, found) }),
  }
}

function databasePart({
  bytes,
  connections,
  connectionsMost,
  replicas,
  replicaLagSeconds,
}: Figures): System['database'] {
  return {
    state: worst([
      above(connections / connectionsMost, limits.connectionsShare),
      above(replicaLagSeconds, limits.replicaSeconds),
    ]),
    bytes,
    connections: { used: connections, most: connectionsMost },
    replicas: { count: replicas, lagSeconds: replicaLagSeconds },
  }
}

function disksPart(disks: readonly Disk[]): System['disks'] {
  const list = disks.map((disk) => ({
    ...disk,
    state: below(disk.sizeBytes === 0 ? 1 : disk.freeBytes / disk.sizeBytes, limits.diskShare),
  }))
  return { state: worst(list.map(({ state }) => state)), list }
}

function backupsPart(
  folder: string | undefined,
  found: Backups | 'unreadable' | undefined,
  demo: boolean,
): NonNullable<System['backups']> {
  if (folder === undefined || found === undefined)
    return { state: 'look', folder: null, readable: true, newest: null }
  if (found === 'unreadable') return { state: 'bad', folder, readable: false, newest: null }
  const { newest } = found
  if (newest === undefined) return { state: 'look', folder, readable: true, newest: null }
  const { takenAt, ageSeconds, bytes, encrypted } = newest
  return {
    state: worst([above(ageSeconds / 3600, limits.backupHours), encrypted || demo ? 'good' : 'look']),
    folder,
    readable: true,
    newest: { takenAt: takenAt.toISOString(), ageSeconds: Math.round(ageSeconds), bytes, encrypted },
  }
}

function certificatePart(
  host: string,
  found: Awaited<ReturnType<CertificateWatch['read']>>,
): NonNullable<System['certificate']> {
  if (found === undefined) return { state: 'look', host, found: null }
  const { validUntil, ...rest } = found
  return {
    state: found.problem === null ? below(found.days, limits.certificateDays) : 'bad',
    host,
    found: { ...rest, validUntil: validUntil.toISOString() },
  }
}

/** A job that nobody tries any more. */
interface Failed {
  readonly id: string
  readonly name: string
}

/** Finds a failed job. @throws Failure not_found where no job of this id has failed for good */
export async function loadFailed(
  db: Executor,
  _caller: Caller,
  { jobId }: { jobId: string },
): Promise<Failed> {
  const name = await findFailedName(db, jobId)
  if (name === undefined) throw new Failure('not_found')
  return { id: jobId, name }
}

/** Makes a failed job due again. @throws Failure not_found where somebody else was faster */
export async function retry(
  tx: Tx,
  { id, name }: Failed,
  _nothing: unknown,
  actor: Actor,
): Promise<undefined> {
  if (!(await retryFailedJob(tx, id))) throw new Failure('not_found')
  await recordAudit(tx, { action: 'job_retried', by: actor, details: { job: name } })
}

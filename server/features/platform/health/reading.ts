import type { Database } from '#server/db/database.ts'
import { type ProofSettings, readProofs, type ShownProof } from '#server/features/platform/proofs/proofs.ts'
import { type Backups, readBackups } from '#server/features/platform/system/backups.ts'
import type { CertificateWatch } from '#server/features/platform/system/certificate.ts'
import { readClock } from '#server/features/platform/system/clock.ts'
import { type Disk, type Folders, readDisks } from '#server/features/platform/system/disks.ts'
import { type Figures, readFigures } from '#server/features/platform/system/figures.ts'
import type { Log } from '#server/jobs/deps.ts'
import { within } from './heartbeat.ts'
import { countWrongQuotas } from './queries.ts'

/** The time that one reading may take, in ms: an answer within two seconds needs some for itself. */
const limitMs = 1500
/** The sums of a whole ledger are not asked for at every reading. */
const quotaCheckMs = 10 * 60_000

/** What is measured outside this process; undefined where there was no answer in time. */
export interface Reading {
  readonly clockSeconds: number | undefined
  readonly figures: Figures | undefined
  readonly disks: readonly Disk[]
  /** undefined also where there is no folder for them. */
  readonly backups: Backups | undefined
  readonly certificateDays: number | undefined
  readonly wrongQuotas: number | undefined
  readonly proofs: readonly ShownProof[]
}

interface Parts {
  readonly db: Database
  readonly folders: Folders
  readonly certificate: CertificateWatch | undefined
  readonly log: Pick<Log, 'warn'>
  readonly settings: ProofSettings
}

/** Reads everything at once, for at most a second and a half. A question that hangs isn't asked again until it ends. */
export function reader({ db, folders, certificate, log, settings }: Parts): () => Promise<Reading> {
  let checked = { at: Number.NEGATIVE_INFINITY, wrong: 0 }
  const wrongQuotas = async () => {
    if (performance.now() - checked.at > quotaCheckMs)
      checked = { at: performance.now(), wrong: await countWrongQuotas(db) }
    return checked.wrong
  }
  const ask = {
    clock: single(() => readClock(db)),
    figures: single(() => readFigures(db)),
    disks: single(() => readDisks(folders)),
    backups: single(async () => (folders.backups === undefined ? undefined : readBackups(folders.backups))),
    certificate: single(async () => certificate?.read()),
    wrongQuotas: single(wrongQuotas),
    proofs: single(() => readProofs(db, settings)),
  }
  const inTime = <Value>(asked: Promise<Value>) => within(limitMs, asked, log)
  return async () => {
    const [clockSeconds, figures, disks, backups, found, quotas, proofs] = await Promise.all([
      inTime(ask.clock()),
      inTime(ask.figures()),
      inTime(ask.disks()),
      inTime(ask.backups()),
      inTime(ask.certificate()),
      inTime(ask.wrongQuotas()),
      inTime(ask.proofs()),
    ])
    return {
      clockSeconds,
      figures,
      disks: disks ?? [],
      backups,
      certificateDays: found?.days ?? certificate?.last()?.days,
      wrongQuotas: quotas,
      proofs: proofs ?? [],
    }
  }
}

/** Asks once at a time: who asks meanwhile gets the same answer. */
function single<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asking: Promise<Value> | undefined
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Finding } from '#contract/proofs.ts'
import { type DrillReport, readDrillReport } from '#server/backup/drill-report.ts'
import { findNewest } from '#server/backup/folder.ts'
import { isEncrypted } from '#server/backup/read.ts'
import type { Proved } from '#server/features/platform/proofs/proofs.ts'
import { readFigures } from '#server/features/platform/system/figures.ts'
import type { JobDeps } from '#server/jobs/deps.ts'

/** Runs the command's drill: a process of its own, so that its memory and its database are not the server's. */
export type RunDrill = (identity: string | undefined, signal: AbortSignal) => Promise<void>

const command = join(import.meta.dirname, '../../cli/main.ts')

const runDrill: RunDrill = (identity, signal) =>
  new Promise((resolve) => {
    const args = [command, 'doctor', '--drill', ...(identity === undefined ? [] : ['--identity', identity])]
    // Its exit code is 1 for any fault of the installation: what the drill came to says its report.
    execFile(process.execPath, args, { signal, maxBuffer: 64 * 1024 * 1024 }, () => resolve())
  })

/** Free room that a restore needs, for each byte of the database: the data and the logs that are written with it. */
const roomFactor = 2.5

/**
 * Restores each new backup beside the server, if it can be read here; otherwise reads what the drill on another machine has
 * reported ([0144](../../../docs/decisions/0144-it-proves-itself.md)).
 * @returns undefined where there are no backups by configuration, and when the server stops meanwhile
 */
export async function drill(
  { db, log, config: { backupDir, backupIdentity, slipKey } }: Pick<JobDeps, 'db' | 'log' | 'config'>,
  signal: AbortSignal,
  run: RunDrill = runDrill,
): Promise<Proved | undefined> {
  if (backupDir === undefined) return undefined
  const newest = await findNewest(backupDir)
  // Another alert reports a backup that has been missing for long.
  if (newest === undefined) return impossible({ code: 'no_backup' }, 'backup')
  const before = await readDrillReport(backupDir, slipKey)
  const isDone = before !== undefined && before !== 'unsigned' && before.backup === basename(newest.file)
  if (isDone) return reported(before)
  if (backupIdentity === undefined && (await isEncrypted(newest.file))) {
    if (before === 'unsigned') return failed({ code: 'unsigned' }, 'restore')
    if (before !== undefined) return reported(before)
    return impossible({ code: 'encrypted' }, 'restore')
  }
  const folder = tmpdir()
  const { bavail, bsize } = await statfs(folder)
  const { bytes } = await readFigures(db)
  if (bavail * bsize < bytes * roomFactor) return failed({ code: 'no_room', folder }, 'restore')
  await run(backupIdentity, signal)
  // The server stops: the drill is done after its next start.
  if (signal.aborted) return undefined
  const after = await readDrillReport(backupDir, slipKey)
  if (after === 'unsigned' || after === undefined || after.at === dateOf(before)) {
    log.error({ backup: newest.file }, 'the drill wrote no report')
    return failed({ code: 'unexpected' }, 'restore')
  }
  return reported(after)
}

const dateOf = (report: DrillReport | 'unsigned' | undefined) =>
  report === undefined || report === 'unsigned' ? undefined : report.at

function reported({ at, host, ok, faults, seconds }: DrillReport): Proved {
  const proved = { proof: 'restore_drill', at: new Date(at), host, seconds } as const
  if (ok) return { ...proved, outcome: 'passed' }
  const findings = faults.map((text): Finding => ({ code: 'said', text: text.slice(0, 500) }))
  return { ...proved, outcome: 'failed', step: 'restore', findings }
}

const without =
  (outcome: 'failed' | 'impossible') =>
  (finding: Finding, step: 'backup' | 'restore'): Proved => ({
    proof: 'restore_drill',
    outcome,
    step,
    findings: [finding],
  })
const failed = without('failed')
const impossible = without('impossible')

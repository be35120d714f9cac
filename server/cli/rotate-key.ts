import { open, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { recordAudit, system } from '#server/audit/audit.ts'
import { syncFolder } from '#server/backup/folder.ts'
import { readConfig } from '#server/config.ts'
import type { Executor } from '#server/db/database.ts'
import { findDataKey, markOf, marksOf, wrap } from '#server/keys/data-key.ts'
import {
  deleteKeysBut,
  findKeys,
  findOtherProcesses,
  insertKey,
  lockKeys,
  type OtherProcess,
} from '#server/keys/queries.ts'
import { newSecret } from '#server/secrets.ts'
import { reason } from '#server/start-error.ts'
import { use, withRunningOrStopped } from './database.ts'
import { CliError } from './error.ts'
import { needKey } from './own-key.ts'

/**
 * Makes a new key of the installation and writes it to a file. It and the one in use are both valid from then on.
 * @throws CliError where two are valid already or the file can't be written; nothing is changed then
 */
export async function beginRotation(to: string): Promise<object> {
  const file = resolve(to)
  const made = newSecret()
  let written = false
  try {
    await withKeys(async (tx, key) => {
      const dataKey = await findDataKey(tx, key)
      const keys = await findKeys(tx)
      if (keys.length > 1)
        throw new CliError(
          `Two keys are valid already (${marksOf(keys)}): end that rotation first by rotate-key --finish, or by --cancel if the new key is lost.`,
        )
      await insertKey(tx, wrap(made, dataKey))
      await recordAudit(tx, { action: 'key_rotation_begun', by: system, details: { key: markOf(made) } })
      await writeKey(file, made)
      written = true
    })
  } catch (error) {
    if (written) await rm(file, { force: true })
    throw error
  }
  return {
    file,
    key: markOf(made),
    next: `Put the line in ${file} in place of SECRET_KEY or secret.key on each server, restart one after another, and keep a copy away from the backups. Then run bin/terazi rotate-key --finish with it.`,
  }
}

/**
 * Ends a rotation: the key that this command runs with stays, and the other one opens nothing more.
 * @param by `finish` leaves the new key, `cancel` the former one
 * @throws CliError where it runs with the other one, or a process does
 */
export async function endRotation(by: 'finish' | 'cancel'): Promise<object> {
  return withKeys(async (tx, key) => {
    await findDataKey(tx, key)
    const keys = await findKeys(tx)
    const own = markOf(key)
    const removed = keys.filter(({ mark }) => mark !== own)
    if (removed.length === 0)
      throw new CliError(`Only this key (${own}) is valid: there is no rotation to end.`)
    const staying = by === 'finish' ? keys.at(-1) : keys[0]
    if (staying?.mark !== own)
      throw new CliError(
        by === 'finish'
          ? `This is the former key (${own}): set SECRET_KEY or secret.key to the new one and run the command again.`
          : `This is the new key (${own}): run the command with the former one, which stays.`,
      )
    const others = await findOtherProcesses(tx, own)
    if (others.length > 0)
      throw new CliError(
        `Another key is in use by ${others.map(named).join(' and ')}: restart each with this one (${own}) and run the command again. A process that was stopped counts for one minute.`,
      )
    await deleteKeysBut(tx, own)
    await recordAudit(tx, {
      action: by === 'finish' ? 'key_rotation_finished' : 'key_rotation_cancelled',
      by: system,
      details: { key: own },
    })
    return {
      key: own,
      removed: removed.map(({ mark }) => mark),
      next:
        by === 'finish'
          ? 'Keep the former key, away from the backups, for as long as you keep backups from before the rotation: they need it.'
          : 'Delete the file with the new key. Backups made meanwhile open with the key in use.',
    }
  })
}

const named = ({ host, startedAt }: OtherProcess) => `a process on ${host} started ${startedAt.toISOString()}`

/** One transaction on the keys of the environment's database, with the installation's key that is here. */
async function withKeys<Result>(work: (tx: Executor, key: string) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const key = await needKey(config)
  return withRunningOrStopped(config, (url) =>
    use(url, (db) =>
      db.transaction().execute(async (tx) => {
        await lockKeys(tx)
        return work(tx, key)
      }),
    ),
  )
}

/** Writes the key for its owner alone. It is on the disk when this returns, or not there at all. @throws CliError */
async function writeKey(file: string, key: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new CliError(`${file} is there already: name a file that isn't.`)
      : new CliError(`The new key cannot be written: ${reason(error)}.`)
  })
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(file, { force: true })
    throw new CliError(`The new key cannot be written to ${file}: ${reason(error)}.`)
  } finally {
    await handle.close()
  }
}

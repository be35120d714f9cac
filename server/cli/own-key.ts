import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import type { Executor } from '#server/db/database.ts'
import { findDataKey } from '#server/keys/data-key.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { publicKeyOf } from '#server/signing.ts'
import { readInstallationKey } from '#server/start/installation-key.ts'
import { reason } from '#server/start-error.ts'
import { use, withRunningOrStopped } from './database.ts'
import { CliError } from './error.ts'

/** The installation's key: SECRET_KEY, or secret.key in the folder of data. Undefined where there is none: it is never made here. */
export async function findKey(config: Config): Promise<string | undefined> {
  if (config.secretKey === undefined && !existsSync(join(config.dataDir, 'secret.key'))) return undefined
  return readInstallationKey(config)
}

/** @throws CliError where there is no installation's key */
export async function needKey(config: Config): Promise<string> {
  const key = await findKey(config)
  if (key !== undefined) return key
  throw new CliError(
    `The installation's key is missing: set SECRET_KEY, or put secret.key into ${resolve(config.dataDir)} first.`,
  )
}

/** The key of slips, which the installation's key opens in its database. @throws StartError where it doesn't */
export const slipKeyIn = async (db: Executor, key: string): Promise<Buffer> =>
  slipKeyOf(await findDataKey(db, key))

/** The public half of the key that signs, as this installation's database has it; undefined where its key isn't here. */
export async function ownPublicKey(db: Executor): Promise<string | undefined> {
  const key = await findKey(readConfig(process.env))
  return key === undefined ? undefined : publicKeyOf(await slipKeyIn(db, key))
}

/** The same from the environment's database, without waiting for it; or a sentence that says why it isn't known. */
export async function ownPublicKeyOrWhy(): Promise<{ publicKey: string } | { why: string }> {
  const config = { ...readConfig(process.env), databaseWait: 0 }
  const key = await findKey(config)
  if (key === undefined) return { why: noKey }
  try {
    const slipKey = await withRunningOrStopped(config, (url) => use(url, (db) => slipKeyIn(db, key)))
    return { publicKey: publicKeyOf(slipKey) }
  } catch (error) {
    return {
      why: `ofThisInstallation is null: that takes the database as well, which could not be asked. ${reason(error)} Or compare the fingerprint.`,
    }
  }
}

export const noKey =
  'ofThisInstallation is null: no installation’s key was found here to compare with. Set SECRET_KEY, or DATA_DIR to the folder that has secret.key, as for the server; or compare the fingerprint.'

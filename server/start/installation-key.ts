import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { newSecret } from '#server/secrets.ts'
import { reason, StartError } from '#server/start-error.ts'

type Environment = Pick<Config, 'secretKey' | 'dataDir' | 'databaseUrl' | 'production'>

/**
 * The installation's own key: SECRET_KEY, or the content of `secret.key` in the data directory, which is written once.
 * It never enters the database.
 * @throws StartError where it cannot be kept, and in production where several servers would each make their own
 */
export async function readInstallationKey(config: Environment): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey
  if (config.production && config.databaseUrl !== undefined)
    throw new StartError(
      'SECRET_KEY must be set in production when DATABASE_URL is: every server of the database needs the same one.',
    )
  const path = join(config.dataDir, 'secret.key')
  try {
    const key = (await read(path)) ?? (await write(config.dataDir, path))
    if (key.length >= 32) return key
  } catch (error) {
    throw new StartError(
      `The installation's key in ${path} cannot be read or written (${reason(error)}): set SECRET_KEY, or let this user write there.`,
    )
  }
  throw new StartError(`The installation's key in ${path} is cut off: put the file back as it was.`)
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Appears whole or not at all; of two that write at once both use the first one's. */
async function write(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const made = `${path}.${randomUUID()}`
  await writeFile(made, `${newSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(made, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(made)
  }
  return (await read(path)) ?? ''
}

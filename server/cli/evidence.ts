import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { fingerprintOf, isIntact, publicKeyOf, readSealed } from '#server/features/evidence/sign.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { readInstallationKey } from '#server/start/installation-key.ts'
import { CliError } from './error.ts'

/**
 * What a file of evidence proves. Needs no database, and makes no key where there is none.
 * @throws CliError for a file that is something else, or was changed after it was signed
 */
export async function verifyEvidence(path: string): Promise<object> {
  const sealed = readSealed(await readFile(path, 'utf8'))
  if (sealed === undefined) throw new CliError(`${path} is not evidence that Terazi signed.`)
  if (!isIntact(sealed)) throw new CliError(`${path} was changed after it was signed.`)
  const own = await ownKey()
  const { client, period } = sealed.content
  return {
    intact: true,
    /** Null where this computer has no key of an installation. */
    ofThisInstallation: own === undefined ? null : own === sealed.publicKey,
    fingerprint: fingerprintOf(sealed.publicKey),
    sha256: sealed.sha256,
    client,
    period,
  }
}

async function ownKey(): Promise<string | undefined> {
  const config = readConfig(process.env)
  if (config.secretKey === undefined && !existsSync(join(config.dataDir, 'secret.key'))) return undefined
  return publicKeyOf(slipKeyOf(await readInstallationKey(config)))
}

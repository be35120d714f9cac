import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { publicKeyOf } from '#server/signing.ts'
import { readInstallationKey } from '#server/start/installation-key.ts'

/** The public half of this installation's key; undefined where there is none. Makes none. */
export async function ownPublicKey(): Promise<string | undefined> {
  const config = readConfig(process.env)
  if (config.secretKey === undefined && !existsSync(join(config.dataDir, 'secret.key'))) return undefined
  return publicKeyOf(slipKeyOf(await readInstallationKey(config)))
}

export const noKey =
  'ofThisInstallation is null: no installation’s key was found here to compare with. Set SECRET_KEY, or DATA_DIR to the folder that has secret.key, as for the server; or compare the fingerprint.'

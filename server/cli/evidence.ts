import { readFile } from 'node:fs/promises'
import { isIntact, readSealed } from '#server/features/evidence/sign.ts'
import { attachedText } from '#server/pdf/attached.ts'
import { fingerprintOf } from '#server/signing.ts'
import { CliError } from './error.ts'
import { noKey, ownPublicKey } from './own-key.ts'

/**
 * What a file of evidence, JSON or the PDF it is attached to, proves. Needs no database, and makes no key where there is none.
 * @throws CliError for a file that is something else, or was changed after it was signed
 */
export async function verifyEvidence(path: string): Promise<object> {
  const file = await readFile(path)
  const isPdf = file.subarray(0, 5).toString('latin1') === '%PDF-'
  const text = isPdf ? attachedText(file) : file.toString('utf8')
  if (text === undefined)
    throw new CliError(
      `${path} has no attachment of Terazi’s. If its PDF was saved again, save evidence.json from it and check that.`,
    )
  const sealed = readSealed(text)
  if (sealed === undefined) throw new CliError(`${path} is not evidence that Terazi signed.`)
  if (!isIntact(sealed)) throw new CliError(`${path} was changed after it was signed.`)
  const own = await ownPublicKey()
  const { client, period } = sealed.content
  return {
    intact: true,
    /** Null where this computer has no key of an installation. */
    ofThisInstallation: own === undefined ? null : own === sealed.publicKey,
    fingerprint: fingerprintOf(sealed.publicKey),
    sha256: sealed.sha256,
    client,
    period,
    notes: [...(isPdf ? [attachment] : []), ...(own === undefined ? [noKey] : [])],
  }
}

const attachment =
  'The signature is of evidence.json, which is attached to the PDF. Compare the SHA-256 on its first page; the pages themselves aren’t signed.'

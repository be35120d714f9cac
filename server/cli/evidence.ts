import { readFile } from 'node:fs/promises'
import { isIntact, readSealed, saysNothingElse } from '#server/features/privacy/evidence/sign.ts'
import { type AttachmentFault, attachedText } from '#server/pdf/attached.ts'
import { fingerprintOf } from '#server/signing.ts'
import { CliError } from './error.ts'
import { ownPublicKeyOrWhy } from './own-key.ts'

/**
 * Checks a file of evidence, JSON or the PDF it is attached to, and returns what it proves. Without the database and its key it
 * says everything but whose installation signed it.
 * @throws CliError for a file that isn't there or is something else, was changed after it was signed, or is another
 *   installation's
 */
export async function verifyEvidence(path: string): Promise<object> {
  const file = await readFile(path).catch((error: unknown) => {
    throw new CliError(`${path} can’t be read: ${error instanceof Error ? error.message : error}`)
  })
  const isPdf = file.subarray(0, 5).toString('latin1') === '%PDF-'
  const read = isPdf ? attachedText(file) : { text: file.toString('utf8') }
  if ('fault' in read)
    throw new CliError(
      `${path} ${faults[read.fault]} If a PDF was saved again, save evidence.json from it and check that file.`,
    )
  const { text } = read
  const sealed = readSealed(text)
  if (sealed === undefined) throw new CliError(`${path} is not evidence that Terazi signed.`)
  if (!isIntact(sealed) || !saysNothingElse(text, sealed))
    throw new CliError(`${path} was changed after it was signed.`)
  const own = await ownPublicKeyOrWhy()
  const fingerprint = fingerprintOf(sealed.publicKey)
  if ('publicKey' in own && own.publicKey !== sealed.publicKey)
    throw new CliError(
      `${path} is intact, but another installation signed it. Its key’s fingerprint: ${fingerprint}`,
    )
  const { client, period } = sealed.content
  return {
    intact: true,
    /** Null where this computer has no installation to compare with. */
    ofThisInstallation: 'publicKey' in own ? true : null,
    fingerprint,
    sha256: sealed.sha256,
    client,
    period,
    notes: [...(isPdf ? [attachment] : []), ...('why' in own ? [own.why] : [])],
  }
}

const attachment =
  'The signature is of evidence.json, which is attached to the PDF. Compare the SHA-256 on its first page; the pages themselves aren’t signed.'

const faults: Readonly<Record<AttachmentFault, string>> = {
  added_to:
    'was changed after Terazi made it: something was added at its end, so readers may show another attachment than the signed one.',
  none: 'has no attachment.',
  ambiguous: 'has more than Terazi’s one attachment, or one that readers may read in different ways.',
  other_shape:
    'isn’t written as Terazi writes a PDF, so readers may show an attachment that isn’t found here.',
}

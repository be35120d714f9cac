import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './manifest.ts'

// The format of age (age-encryption.org/v1), so that a file can also be opened with the program of that name.

/** The beginning of each such file. */
export const ageMagic = 'age-encryption.org/v1\n'

/** True for a public key of age. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** True for a private key of age. */
export function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return true
  } catch {
    return false
  }
}

// Node's streams and the browser's are the same objects under two names.
const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>
const toNode = (stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  Readable.fromWeb(stream as NodeStream<Uint8Array>)

/** What only the private half of the key can read. */
export async function* encrypted(
  plain: AsyncIterable<Uint8Array>,
  recipient: string,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* toNode(await encrypter.encrypt(toWeb(plain)))
}

/** @throws BackupError where the key isn't the right one, or the file not as it was written */
export async function* decrypted(
  secret: AsyncIterable<Uint8Array>,
  identity: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  let stream: ReadableStream<Uint8Array>
  try {
    stream = await decrypter.decrypt(toWeb(secret))
  } catch (error) {
    if (error instanceof Error && /no identity/.test(error.message))
      throw new BackupError('was encrypted for another key than the one in --identity')
    throw new BackupError('is damaged')
  }
  try {
    yield* toNode(stream)
  } catch {
    throw new BackupError('is damaged or cut off')
  }
}

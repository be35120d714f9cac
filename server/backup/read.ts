import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { markOf, marksOf, unwrap } from '#server/keys/data-key.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { isSigned, publicKeyOf } from '#server/signing.ts'
import { ageMagic, decrypted } from './encryption.ts'
import { BackupError, type Manifest, magic, manifestSchema, type Part, textToSign } from './manifest.ts'
import { readRecords } from './records.ts'

export interface Source {
  readonly file: string
  /** The private key of age, for an encrypted one. */
  readonly identity: string | undefined
}

/** A part as it comes. Its pieces must be read to their end before the next part is asked for. */
interface Coming {
  readonly name: string
  readonly columns: string[]
  readonly pieces: AsyncGenerator<Buffer>
}

const begins = z.object({ name: z.string(), columns: z.array(z.string()) })

/**
 * Reads a backup from one end to the other and checks it: hashes, numbers of rows, the signature.
 * @param take gets each part in turn; what it leaves unread is read and checked all the same
 * @returns the manifest, which is the last in the file
 * @throws BackupError
 */
export async function readBackup(
  source: Source,
  take: (part: Coming) => Promise<void> = async () => undefined,
): Promise<Manifest> {
  try {
    return await readAll(source, take)
  } catch (error) {
    // Bytes that were changed may still be records, of what is no JSON.
    throw error instanceof SyntaxError || error instanceof z.ZodError ? new BackupError('is damaged') : error
  }
}

async function readAll(source: Source, take: (part: Coming) => Promise<void>): Promise<Manifest> {
  const records = readRecords(await contentOf(source))
  const parts: Part[] = []
  for (;;) {
    const record = await next(records)
    if (record.kind === 'M') return ending(record, records, parts)
    if (record.kind !== 'P') throw new BackupError('is damaged')
    const { name, columns } = begins.parse(JSON.parse(record.bytes.toString()))
    const part = { name, columns, rows: 0, bytes: 0, sha256: '' }
    const pieces = piecesOf(records, part)
    await take({ name, columns, pieces })
    for await (const _ of pieces);
    parts.push(part)
  }
}

type Records = ReturnType<typeof readRecords>
type Item = Awaited<ReturnType<typeof next>>

async function next(records: Records) {
  const { value, done } = await records.next()
  if (done) throw new BackupError('is cut off')
  return value
}

async function* piecesOf(records: Records, part: Part): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for (;;) {
    const { kind, bytes } = await next(records)
    if (kind === 'E') break
    if (kind !== 'D') throw new BackupError('is damaged')
    hash.update(bytes)
    part.bytes += bytes.length
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) part.rows += 1
    yield bytes
  }
  part.sha256 = hash.digest('hex')
}

async function ending(record: Item, records: Records, parts: readonly Part[]): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(JSON.parse(record.bytes.toString()))
  if (!parsed.success) throw new BackupError('was written by another version of Terazi')
  const manifest = parsed.data
  const signed = await next(records)
  if (signed.kind !== 'S' || !(await records.next()).done) throw new BackupError('is damaged')
  const signature = signed.bytes.toString()
  if (!isSigned(textToSign(signed.before), { publicKey: manifest.publicKey, signature }))
    throw new BackupError('is not as it was written: its signature does not hold')
  if (JSON.stringify(parts) !== JSON.stringify(manifest.parts)) throw new BackupError('is damaged')
  return manifest
}

/**
 * The data key of the installation that wrote a backup.
 * @throws BackupError unless the installation's key is one of those that were valid then, and the data key has signed it
 */
export function dataKeyOf({ keys, publicKey }: Manifest, installationKey: string): string {
  const wrapped = keys.map((key) => ({ mark: key.mark, wrapped: Buffer.from(key.wrapped, 'base64') }))
  const dataKey = unwrap(installationKey, wrapped)
  if (dataKey !== undefined && publicKeyOf(slipKeyOf(dataKey)) === publicKey) return dataKey
  throw new BackupError(
    `belongs to an installation with another key (${marksOf(wrapped)}, and this one is ${markOf(installationKey)}); a backup from before a rotation needs the key of that time`,
  )
}

/** True for a file that needs a private key. */
export const isEncrypted = async (file: string): Promise<boolean> =>
  (await beginningOf(file)).startsWith(ageMagic)

async function contentOf({ file, identity }: Source): Promise<AsyncIterable<Uint8Array>> {
  const first = await beginningOf(file)
  const raw: AsyncIterable<Uint8Array> = createReadStream(file, { highWaterMark: 1024 * 1024 })
  if (first.startsWith(ageMagic)) {
    if (identity === undefined)
      throw new BackupError('is encrypted: name the file with its private key after --identity')
    return unpacked(decrypted(raw, identity))
  }
  if (first.startsWith(magic.slice(0, -2)) || first === '') return unpacked(raw)
  throw new BackupError('is no backup of Terazi')
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageMagic.length), 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Takes the first bytes off, and decompresses the rest. */
async function* unpacked(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const zstd = createZstdDecompress()
  let cause: unknown
  const fed = pipeline(withoutMagic(plain), zstd).catch((error: unknown) => {
    cause = error
  })
  try {
    yield* zstd as AsyncIterable<Uint8Array>
  } catch (error) {
    await fed
    const found = cause ?? error
    throw found instanceof BackupError || isOfTheDisk(found)
      ? found
      : new BackupError('is damaged or cut off')
  }
  await fed
}

const isOfTheDisk = (error: unknown) =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))

async function* withoutMagic(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0)
  let found = false
  for await (const piece of plain) {
    if (found) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < magic.length) continue
    if (head.toString('latin1', 0, magic.length) !== magic)
      throw new BackupError('has a format that this version of Terazi does not know')
    found = true
    yield head.subarray(magic.length)
  }
  if (!found) throw new BackupError('is cut off')
}

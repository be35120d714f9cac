import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { copyOut } from '#server/db/copy.ts'
import { onClient } from '#server/db/database.ts'
import { findKeys } from '#server/keys/queries.ts'
import { fingerprintOf, publicKeyOf, signerOf } from '#server/signing.ts'
import { version } from '#server/version.ts'
import { beginSnapshot, copyJobs, copyOf, findSequences, findTables, jobColumns } from './catalog-queries.ts'
import { encrypted } from './encryption.ts'
import { deleteOlder, nameOf, syncFolder } from './folder.ts'
import { jobsPart, type Manifest, magic, type Part, textToSign } from './manifest.ts'
import { longest, recordWriter } from './records.ts'

export interface Writing {
  /** A direct connection: the transaction is a session's own. */
  readonly url: string
  readonly folder: string
  /** The key that signs. It doesn't get into the file. */
  readonly slipKey: Buffer
  /** The public key that can't read what it has encrypted; undefined leaves the file readable. */
  readonly recipient: string | undefined
  /** The number of backups that stay in the folder; undefined: all. */
  readonly keep: number | undefined
}

export interface Written {
  readonly file: string
  readonly bytes: number
  readonly encrypted: boolean
  readonly manifest: Manifest
}

/**
 * Writes a backup of one moment beside the running server. The file appears under its name when it is whole and on the disk.
 * @throws what the database or the disk says; nothing is left then
 */
export async function writeBackup(options: Writing): Promise<Written> {
  const { url, folder, recipient } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const snapshot = await beginSnapshot(client)
    const file = join(folder, nameOf(snapshot.takenAt))
    const part = `${file}.part`
    try {
      const handle = await open(part, 'wx', 0o600)
      const { manifest, bytes } = await fill(handle, client, snapshot, options).finally(() => handle.close())
      await rename(part, file)
      await syncFolder(folder)
      await deleteOlder(folder, options.keep)
      return { file, bytes, encrypted: recipient !== undefined, manifest }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        await rm(part, { force: true })
      throw error
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Snapshot = Awaited<ReturnType<typeof beginSnapshot>>

async function fill(
  handle: FileHandle,
  client: pg.Client,
  snapshot: Snapshot,
  { slipKey, recipient }: Writing,
): Promise<{ manifest: Manifest; bytes: number }> {
  let manifest: Manifest | undefined
  const records = async function* () {
    manifest = yield* recordsOf(client, snapshot, slipKey)
  }
  // The quickest level: on one core it keeps up with the database, and text shrinks to a fifth.
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  let bytes = 0
  await pipeline(
    Readable.from(records(), { objectMode: false }),
    zstd,
    (compressed: AsyncIterable<Buffer>) => withMagic(compressed),
    (plain: AsyncIterable<Buffer>) => (recipient === undefined ? plain : encrypted(plain, recipient)),
    async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) {
        await writeWhole(handle, piece)
        bytes += piece.byteLength
      }
    },
  )
  await handle.sync()
  if (manifest === undefined) throw new Error('the backup ended without its manifest')
  return { manifest, bytes }
}

async function writeWhole(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await handle.write(piece, at)).bytesWritten
}

async function* withMagic(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(magic)
  yield* compressed
}

/** Everything within the file, in order. */
async function* recordsOf(
  client: pg.Client,
  { takenAt, postgres, migrations }: Snapshot,
  slipKey: Buffer,
): AsyncGenerator<Buffer, Manifest> {
  const { write, sha256 } = recordWriter()
  const parts: Part[] = []
  const copied = async function* (name: string, columns: string[], statement: string) {
    yield* write('P', JSON.stringify({ name, columns }))
    const hash = createHash('sha256')
    let rows = 0
    let bytes = 0
    for await (const piece of copyOut(client, statement)) {
      hash.update(piece)
      bytes += piece.length
      rows += linesIn(piece)
      for (let at = 0; at < piece.length; at += longest) yield* write('D', piece.subarray(at, at + longest))
    }
    yield* write('E', '')
    parts.push({ name, columns, rows, bytes, sha256: hash.digest('hex') })
  }
  for (const table of await findTables(client)) yield* copied(table.name, table.columns, copyOf(table))
  yield* copied(jobsPart, jobColumns, copyJobs)
  const keys = await findKeys(onClient(client))
  const publicKey = publicKeyOf(slipKey)
  const manifest: Manifest = {
    version,
    takenAt: takenAt.toISOString(),
    migrations,
    postgres,
    keys: keys.map(({ mark, wrapped }) => ({ mark, wrapped: wrapped.toString('base64') })),
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    parts,
    sequences: await findSequences(client),
  }
  yield* write('M', JSON.stringify(manifest))
  yield* write('S', signerOf(slipKey)(textToSign(sha256())))
  return manifest
}

/** Each row is a line; line ends within values are escaped. */
function linesIn(piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1
  return count
}

import type { Executor, Tx } from '#server/db/database.ts'
import { seal, unseal } from '#server/sealing.ts'
import { type JobKey, purpose } from './file-jobs.ts'
import {
  behindReports,
  deleteFurther,
  deleteOlder,
  emptyReports,
  endWith,
  findBytes,
  findCopies,
  findEntries,
  findUnmade,
  insertParts,
  type PlacedPart,
  type WantedPart,
  writeFurther,
  writePart,
} from './part-queries.ts'

export type { PlacedPart, WantedPart }

/** Entries that are read at once: opening them holds up everything else for some milliseconds. */
const entriesAtOnce = 200

/** Sets down which reports a file is to have, in their order. A restart goes on with those that are not made. */
export async function wantParts(tx: Tx, key: JobKey, parts: readonly WantedPart[]): Promise<void> {
  await insertParts(tx, key, parts)
}

/** The reports that are still to be made. */
export async function unmadeParts(db: Executor, key: JobKey): Promise<PlacedPart[]> {
  return findUnmade(db, key)
}

/**
 * Stores a report, encrypted, and counts it.
 * @param entry what lists of the file say of it, as JSON
 * @param made undefined where there is no report any more
 * @returns false when the job was ended meanwhile, or nobody may read the report any more
 */
export async function storePart(
  tx: Tx,
  slipKey: Buffer,
  key: JobKey,
  part: PlacedPart,
  { entry, made }: { entry: unknown; made?: { bytes: Uint8Array; sha256: Buffer } | undefined },
): Promise<boolean> {
  const place = placeOf(key, part.place)
  return writePart(tx, key, part, {
    entry: seal(slipKey, purpose, `${place} entry`, Buffer.from(JSON.stringify(entry))),
    bytes: made === undefined ? null : seal(slipKey, purpose, place, made.bytes),
    sha256: made?.sha256 ?? null,
  })
}

const placeOf = ({ id }: JobKey, place: number) => `${id} ${place}`

/** Stores what a file has behind its reports, in the order of `at`. @returns false when the job was ended meanwhile */
export async function storeBehind(
  db: Executor,
  slipKey: Buffer,
  key: JobKey,
  at: number,
  bytes: Uint8Array,
): Promise<boolean> {
  const place = behindReports + at
  return writeFurther(db, key, place, seal(slipKey, purpose, placeOf(key, place), bytes))
}

/** Takes away what a run stored behind the reports that was not finished. */
export async function clearBehind(db: Executor, key: JobKey): Promise<void> {
  await deleteFurther(db, key)
}

/** The entries of the reports that are made, by their places. */
export async function* partEntries(
  db: Executor,
  slipKey: Buffer,
  key: JobKey,
): AsyncGenerator<{ place: number; entry: unknown }> {
  let after = -1
  while (true) {
    const rows = await findEntries(db, key, after, entriesAtOnce)
    for (const { place, entry } of rows) {
      const name = `${placeOf(key, place)} entry`
      yield { place, entry: JSON.parse(unseal(slipKey, purpose, name, entry).toString()) }
      after = place
    }
    if (rows.length < entriesAtOnce) return
  }
}

/** The reports that are made, one after the other, with their entries. */
export async function* partReports(
  db: Executor,
  slipKey: Buffer,
  key: JobKey,
): AsyncGenerator<{ entry: unknown; bytes: Buffer }> {
  for await (const { place, entry } of partEntries(db, slipKey, key)) {
    const found = await findBytes(db, key, place - 1)
    if (found?.place === place)
      yield { entry, bytes: unseal(slipKey, purpose, placeOf(key, place), found.bytes) }
  }
}

/**
 * The bytes of a file, part by part.
 * @throws Error where it was taken away meanwhile
 * @param expected the number of bytes
 */
export async function* partBytes(
  db: Executor,
  slipKey: Buffer,
  key: JobKey,
  expected?: number,
): AsyncGenerator<Buffer> {
  let after = -1
  let size = 0
  while (true) {
    const found = await findBytes(db, key, after)
    if (found === undefined) break
    const bytes = unseal(slipKey, purpose, placeOf(key, found.place), found.bytes)
    size += bytes.length
    yield bytes
    after = found.place
  }
  if (expected !== undefined && size !== expected)
    throw new Error('The file was taken away while it was read')
}

/** Forgets the single reports once the file is stored behind them. */
export async function dropReports(tx: Executor, key: JobKey): Promise<void> {
  await emptyReports(tx, key)
}

/** The reports that a file has. */
export async function partCopies(db: Executor, key: JobKey) {
  return findCopies(db, key)
}

/** Takes away the files of reports that have one of these, and ends those that are to have one. */
export async function endFilesWith(
  tx: Executor,
  of: { clientId: string; assignmentIds: readonly string[] },
): Promise<void> {
  await endWith(tx, of)
}

/** Takes away somebody's older files of reports, which are large. */
export async function dropOlder(
  tx: Executor,
  { clientId, by }: { clientId: string; by: string },
  kept: number,
): Promise<void> {
  await deleteOlder(tx, { clientId, kind: 'reports', by }, kept)
}

import type { Database, Executor } from '#server/db/database.ts'
import { publicKeyOf, signerOf } from '#server/signing.ts'
import { hashOfEntry, hashOfSeal, textOfSeal } from './hashes.ts'
import { findLastSeal, findPlace, findUnsealed, insertSeal } from './seal-queries.ts'

const pagesAtOnce = 100

/**
 * Seals the audit entries that no seal has, the oldest first: each seal in a transaction of its own, which reads entries and
 * locks none. What commits late is in the next seal.
 * @param key the installation's
 * @param page how many entries a seal has at most
 * @returns how many entries; after a long pause not all, the next run goes on
 */
export async function sealAudit(db: Database, key: Buffer, page = 1000): Promise<number> {
  let entries = 0
  for (let run = 0; run < pagesAtOnce; run += 1) {
    const sealed = await db.transaction().execute((tx) => sealNext(tx, key, page))
    entries += sealed
    if (sealed < page) break
  }
  return entries
}

async function sealNext(tx: Executor, key: Buffer, page: number): Promise<number> {
  const place = await findPlace(tx)
  const entries = await findUnsealed(tx, place, page)
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return 0
  const seal = {
    number: place.number + 1,
    sealedAt: place.now,
    reached: entries.length < page ? place.until : last.at,
    firstAt: first.at,
    lastAt: last.at,
    total: place.total + entries.length,
    entries: entries.map(({ id }) => id),
    hashes: Buffer.concat(entries.map(hashOfEntry)),
    previous: place.hash,
  }
  const signed = {
    hash: hashOfSeal(seal),
    publicKey: publicKeyOf(key),
    signature: signerOf(key)(textOfSeal(seal)),
  }
  return (await insertSeal(tx, { ...seal, ...signed })) ? entries.length : 0
}

/**
 * The newest seal, and how many entries it and all earlier ones have; undefined where nothing is sealed yet.
 * @param end with a moment in the past, the seal with which all entries before it are sealed: evidence of a past stays the same
 */
export async function lastSeal(db: Executor, end = new Date()) {
  return findLastSeal(db, end)
}

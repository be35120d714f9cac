import type { Database, Executor } from '#server/db/database.ts'
import { publicKeyOf, signerOf } from '#server/signing.ts'
import { hashOfEntry, hashOfSeal, textOfSeal } from './hashes.ts'
import { findPlace, findUnsealed, insertSeal } from './seal-queries.ts'

export { findSeal } from './seal-queries.ts'

const pagesAtOnce = 100

/**
 * Seals the audit entries that no seal has, the oldest first: each seal in a short transaction of its own, which waits for no
 * other. What commits late is in a seal of the next run.
 * @param key the installation's
 * @param page how many entries a seal has at most
 * @returns how many entries; after a long pause not all, the next run goes on
 */
export async function sealAudit(db: Database, key: Buffer, page = 1000): Promise<number> {
  let entries = 0
  // One run looks for late entries once: looking back for each seal would read a busy hour a hundred times.
  let since: string | undefined
  for (let run = 0; run < pagesAtOnce; run += 1) {
    const sealed = await db.transaction().execute((tx) => sealNext(tx, key, { page, since }))
    if (sealed === undefined) break
    entries += sealed.entries
    if (sealed.entries < page) break
    since = sealed.lastAt
  }
  return entries
}

async function sealNext(
  tx: Executor,
  key: Buffer,
  { page, since }: { page: number; since: string | undefined },
): Promise<{ entries: number; lastAt: string } | undefined> {
  const place = await findPlace(tx)
  const entries = await findUnsealed(tx, { ...place, since: since ?? place.since }, page)
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const seal = {
    number: place.number + 1,
    sealedAt: place.now,
    reached: entries.length < page ? place.until : last.at,
    firstAt: first.at,
    lastAt: last.at,
    entries: entries.map(({ id }) => id),
    hashes: Buffer.concat(entries.map(hashOfEntry)),
    previous: place.hash,
  }
  const signed = {
    hash: hashOfSeal(seal),
    publicKey: publicKeyOf(key),
    signature: signerOf(key)(textOfSeal(seal)),
  }
  return (await insertSeal(tx, { ...seal, ...signed }))
    ? { entries: entries.length, lastAt: last.at }
    : undefined
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { SealContent, StoredEntry } from './hashes.ts'

/** A moment as text, with the microseconds that a Date loses; also one that no clock shows, as somebody may have typed it. */
const exact = (column: string) => {
  const moment = sql.ref(column)
  return sql`CASE WHEN ${moment} >= '0001-01-01' AND ${moment} < '9999-12-31'
    THEN to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ELSE ${moment}::text END`
}

/** The columns of an entry that its hash is made of: all of them. */
export const sealable = sql`e.id, ${exact('e.at')} AS at, e.action, e.reason, e.actor_id AS "actorId",
  e.subject_id AS "subjectId", e.client_id AS "clientId", e.address, e.details::text AS details,
  e.command_id AS "commandId", e.salt`

/** Transactions last seconds. What commits later than this is in the next seal, and counts as late. */
const settled = sql`interval '10 minutes'`

/** The age, before the newest sealed entry, up to which an entry is still sealed. verifyAudit() reports older ones. */
const latest = sql`interval '1 hour'`

export interface Place {
  readonly number: number
  readonly hash: string | null
  /** The period whose entries are due to be sealed; `since` is null for the first seal. */
  readonly since: string | null
  readonly until: string
  readonly now: string
}

/** Finds the end of the chain of seals. A clock that was put back must not leave out entries made since. */
export async function findPlace(tx: Executor): Promise<Place> {
  const { rows } = await sql<Place>`
    SELECT coalesce(last.number, 0) AS number, encode(last.hash, 'hex') AS hash,
      ${exact('last.since')} AS since, ${exact('clock.until')} AS until, ${exact('clock.now')} AS now
    FROM (SELECT now() AS now, now() - ${settled} AS until) clock
    LEFT JOIN (SELECT *, least(now(), reached) - ${latest} AS since FROM audit_seals ORDER BY number DESC LIMIT 1) last ON true`.execute(
    tx,
  )
  const [place] = rows
  if (place === undefined) throw new Error('A query of the clock has one row')
  return place
}

/**
 * The oldest entries between two moments that no seal has. So many more are read as are sealed there, and no more: of a long
 * log that nothing sealed yet, each page would read all.
 */
export async function findUnsealed(
  tx: Executor,
  { since, until }: Pick<Place, 'since' | 'until'>,
  limit: number,
): Promise<StoredEntry[]> {
  const from = sql`coalesce(${since}::timestamptz, '-infinity')`
  const { rows } = await sql<StoredEntry>`
    WITH sealed AS MATERIALIZED (SELECT unnest(entries) AS id FROM audit_seals WHERE last_at >= ${from}),
    oldest AS MATERIALIZED (
      SELECT * FROM audit_entries WHERE at >= ${from} AND at < ${until}::timestamptz
      ORDER BY at, id LIMIT ${limit} + (SELECT count(*) FROM sealed))
    SELECT ${sealable} FROM oldest e
    WHERE NOT EXISTS (SELECT FROM sealed WHERE sealed.id = e.id)
    ORDER BY e.at, e.id LIMIT ${limit}`.execute(tx)
  return rows
}

export interface SealRow extends SealContent {
  readonly hash: string
  readonly publicKey: string
  readonly signature: string
}

/** @returns whether it is the next one; of two that seal at once one is */
export async function insertSeal(tx: Executor, seal: SealRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_seals')
    .values({
      number: seal.number,
      sealed_at: sql`${seal.sealedAt}::timestamptz`,
      reached: sql`${seal.reached}::timestamptz`,
      first_at: sql`${seal.firstAt}::timestamptz`,
      last_at: sql`${seal.lastAt}::timestamptz`,
      entries: [...seal.entries],
      hashes: seal.hashes,
      previous: seal.previous === null ? null : Buffer.from(seal.previous, 'hex'),
      hash: Buffer.from(seal.hash, 'hex'),
      public_key: seal.publicKey,
      signature: seal.signature,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A page of seals in order. */
export async function findSeals(db: Executor, after: number, limit: number): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    SELECT number, ${exact('sealed_at')} AS "sealedAt", ${exact('reached')} AS reached, ${exact('first_at')} AS "firstAt",
      ${exact('last_at')} AS "lastAt", entries, hashes, encode(previous, 'hex') AS previous,
      encode(hash, 'hex') AS hash, public_key AS "publicKey", signature
    FROM audit_seals WHERE number > ${after} ORDER BY number LIMIT ${limit}`.execute(db)
  return rows
}

/** The newest seal; with an end the first one that reaches it, so that the same end has the same seal for good. */
export async function findSeal(
  db: Executor,
  end?: Date,
): Promise<{ hash: string; sealedAt: string } | undefined> {
  const wanted = end === undefined ? sql`ORDER BY number DESC` : sql`WHERE reached >= ${end} ORDER BY number`
  const { rows } = await sql<{ hash: string; sealedAt: string }>`
    SELECT encode(hash, 'hex') AS hash, ${exact('sealed_at')} AS "sealedAt" FROM audit_seals ${wanted} LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

export interface Renaming {
  readonly before: Buffer
  readonly after: Buffer
  readonly signature: string
}

/** These entries as they are now, each with what erasures changed of it, both of one moment. */
export async function findSealed(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, { entry: StoredEntry; renamings: Renaming[] }>> {
  const { rows } = await sql<StoredEntry & (Renaming | Record<keyof Renaming, null>)>`
    SELECT ${sealable}, r.before, r.after, r.signature FROM audit_entries e
    LEFT JOIN audit_renamings r ON r.entry_id = e.id
    WHERE e.id = ANY (${ids}::uuid[])`.execute(db)
  const found = new Map<string, { entry: StoredEntry; renamings: Renaming[] }>()
  for (const { before, after, signature, ...entry } of rows) {
    const one = found.get(entry.id) ?? { entry, renamings: [] }
    if (before !== null) one.renamings.push({ before, after, signature })
    found.set(entry.id, one)
  }
  return found
}

export interface Walked {
  readonly at: string
  readonly id: string
  /** Older than what was sealed already, though no seal has it; too late: so old that none ever gets it. */
  readonly came: 'late' | 'too_late' | null
  readonly sealed: boolean
}

/**
 * A page of all entries in the order of time, and which of them a seal has.
 * @param reached up to where the newest seal reaches; null: nothing is sealed
 */
export async function findWalked(
  db: Executor,
  { after, reached }: { after: Pick<Walked, 'at' | 'id'> | undefined; reached: string | null },
  limit: number,
): Promise<Walked[]> {
  const from = after === undefined ? sql`true` : sql`(at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Walked>`
    WITH page AS MATERIALIZED (
      SELECT at, id FROM audit_entries WHERE ${from} ORDER BY at, id LIMIT ${limit}),
    sealed AS MATERIALIZED (
      SELECT DISTINCT unnest(entries) AS id FROM audit_seals
      WHERE last_at >= (SELECT min(at) FROM page) AND first_at <= (SELECT max(at) FROM page))
    SELECT ${exact('page.at')} AS at, page.id, sealed.id IS NOT NULL AS sealed,
      CASE WHEN page.at < least(now(), ${reached}::timestamptz) - ${latest} AND ${reached}::timestamptz IS NOT NULL
        THEN 'too_late'
        WHEN page.at < ${reached}::timestamptz THEN 'late' END AS came
    FROM page LEFT JOIN sealed ON sealed.id = page.id ORDER BY page.at, page.id`.execute(db)
  return rows
}

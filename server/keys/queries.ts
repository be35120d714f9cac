import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** The data key, encrypted by one key of the installation, whose mark says by which. */
export interface WrappedKey {
  readonly mark: string
  readonly wrapped: Buffer
}

/** The keys that open this database, the oldest first. */
export async function findKeys(db: Executor): Promise<(WrappedKey & { createdAt: Date })[]> {
  return db
    .selectFrom('installation_keys')
    .select(['mark', 'wrapped', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('mark')
    .execute()
}

/** Until the transaction ends nobody else adds a key or takes one away. Starts may read. */
export async function lockKeys(tx: Executor): Promise<void> {
  await sql`LOCK TABLE installation_keys IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
}

export async function insertKey(tx: Executor, key: WrappedKey): Promise<void> {
  await tx.insertInto('installation_keys').values(key).execute()
}

export async function deleteKeysBut(tx: Executor, mark: string): Promise<void> {
  await tx.deleteFrom('installation_keys').where('mark', '<>', mark).execute()
}

/** A process that may still run and opened the database with another key. */
export interface OtherProcess {
  readonly host: string
  readonly startedAt: Date
}

/** Processes with a heartbeat of the last minute whose key is another one, the oldest first. */
export async function findOtherProcesses(db: Executor, mark: string): Promise<OtherProcess[]> {
  const { rows } = await sql<OtherProcess>`
    SELECT host, started_at AS "startedAt" FROM heartbeats
    WHERE key_mark <> ${mark} AND beat_at > now() - interval '1 minute'
    ORDER BY started_at, process_id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface StoredRecording {
  hash: string
  seconds: number
  bytes: Buffer
}

/** Those of these hashes that are stored, with their lengths. */
export async function findRecordings(db: Executor, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('recordings')
    .select(['hash', 'seconds'])
    .where('hash', 'in', [...new Set(hashes)])
    .execute()
  return new Map(rows.map(({ hash, seconds }) => [hash, seconds]))
}

export async function insertRecordings(db: Executor, recordings: readonly StoredRecording[]): Promise<void> {
  if (recordings.length === 0) return
  await db
    .insertInto('recordings')
    .values(recordings.map((one) => ({ ...one, media_type: 'audio/mpeg' as const })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function findRecording(db: Executor, hash: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('recordings').select('bytes').where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}

/** Deletes a recording that no version and no draft names: it may be somebody's voice. */
export async function deleteUnnamed(db: Executor, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const named = sql<boolean>`EXISTS (
    SELECT 1 FROM (SELECT definition FROM inventory_versions UNION ALL SELECT definition FROM inventory_drafts) AS kept
    WHERE jsonb_path_exists(definition, '$.audio.*.*.file ? (@ == $hash)', jsonb_build_object('hash', recordings.hash))
  )`
  await db
    .deleteFrom('recordings')
    .where('hash', 'in', [...hashes])
    .where((one) => one.not(named))
    .execute()
}

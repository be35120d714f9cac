import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export interface PublishedRow {
  id: string
  inventory_id: string
  code: string
  number: number
  hash: string
  at: Date
  by: string | null
}

/** Every published version, or those of one code; the newest of a code first. */
export async function findPublishedRows(db: Executor, code?: string): Promise<PublishedRow[]> {
  let query = db
    .selectFrom('inventory_versions as version')
    .innerJoin('inventories as inventory', 'inventory.id', 'version.inventory_id')
    .leftJoin('users as publisher', 'publisher.id', 'version.published_by')
    .select([
      'version.id',
      'version.inventory_id',
      'inventory.code',
      'version.number',
      'version.content_hash as hash',
      'version.published_at as at',
      'publisher.name as by',
    ])
    .orderBy('inventory.code')
    .orderBy('version.number', 'desc')
  if (code !== undefined) query = query.where('inventory.code', '=', code)
  return query.execute()
}

/** Counts the results that each version has scored, without those of the installation's own test. */
export async function countResults(
  db: Executor,
  versionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT version_id AS id, count(*)::integer AS count FROM results
    WHERE version_id = ANY (${versionIds}::uuid[]) AND client_id NOT IN (SELECT id FROM clients WHERE synthetic)
    GROUP BY version_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Counts the clients for which each inventory was enabled. */
export async function countEnablements(db: Executor): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT inventory_id AS id, count(*)::integer AS count FROM inventory_enablements GROUP BY inventory_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

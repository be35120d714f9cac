import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'

/** Publishes a test's newest version once more, sensitive as a whole. */
export async function publishSensitive(db: Executor, code: string): Promise<void> {
  await sql`
    INSERT INTO inventory_versions (id, inventory_id, number, content_hash, definition)
    SELECT ${newId()}::uuid, v.inventory_id, v.number + 1, ${newId()}, v.definition || '{"sensitive": true}'
    FROM inventory_versions v JOIN inventories i ON i.id = v.inventory_id
    WHERE i.code = ${code} ORDER BY v.number DESC LIMIT 1`.execute(db)
}

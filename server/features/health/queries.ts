import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

export async function ping(db: Executor): Promise<void> {
  await sql`SELECT 1`.execute(db)
}

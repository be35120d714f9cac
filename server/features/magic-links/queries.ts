import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** The live user with this address, and when a magic link made now ends (15 minutes). */
export async function findRecipient(
  db: Executor,
  email: string,
): Promise<{ id: string; name: string; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .select(['id', 'name', sql<Date>`now() + interval '15 minutes'`.as('endsAt')])
    .executeTakeFirst()
}

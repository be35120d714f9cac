import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** A live user an operator makes a link for, and when a link made now ends (24 hours). */
export async function findForAdmin(
  db: Executor,
  email: string,
): Promise<{ id: string; authority: ('admin' | 'superuser')[]; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .select(['id', 'authority', sql<Date>`now() + interval '24 hours'`.as('endsAt')])
    .executeTakeFirst()
}

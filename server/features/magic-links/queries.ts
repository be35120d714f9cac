import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { greetedName } from '#server/db/greeted-name.ts'

/** The live user with this address, and when a magic link made now ends (15 minutes). */
export async function findRecipient(
  db: Executor,
  email: string,
): Promise<{ id: string; greeted: string; endsAt: Date } | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .select(['id', greetedName.as('greeted'), sql<Date>`now() + interval '15 minutes'`.as('endsAt')])
    .executeTakeFirst()
}

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

export async function findPerson(
  db: Executor,
  userId: string,
): Promise<
  { name: string; greeted: string; email: string | null; locale: Locale; timeZone: string } | undefined
> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', greetedName.as('greeted'), 'email', 'locale', 'time_zone as timeZone'])
    .executeTakeFirst()
}

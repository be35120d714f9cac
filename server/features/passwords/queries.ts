import { sql } from 'kysely'
import type { Locale } from '#contract/fields.ts'
import type { Executor } from '#server/db/database.ts'
import { greetedName } from '#server/db/greeted-name.ts'

interface Recipient {
  id: string
  greeted: string
  email: string | null
  locale: Locale
  endsAt: Date
}

const columns = [
  'id',
  greetedName.as('greeted'),
  'email',
  'locale',
  sql<Date>`now() + interval '60 minutes'`.as('endsAt'),
] as const

/** The live user with this address, and when a reset link made now ends (60 minutes). */
export async function findRecipient(db: Executor, email: string): Promise<Recipient | undefined> {
  return db
    .selectFrom('users')
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .select(columns)
    .executeTakeFirst()
}

export async function findPerson(db: Executor, userId: string): Promise<Recipient | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(columns)
    .executeTakeFirst()
}

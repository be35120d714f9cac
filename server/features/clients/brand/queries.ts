import type { Executor } from '#server/db/database.ts'

/** The address and phone that people reach a client by. */
export async function findContact(db: Executor, clientId: string): Promise<{ email: string; phone: string }> {
  return db
    .selectFrom('clients')
    .select(['email', 'phone'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
}

import type { Executor } from '#server/db/database.ts'
import type { NewLink } from './links.ts'

/** Holds the person until the caller's transaction ends: of links made at once, the later voids the earlier. */
export async function lockPublicId(db: Executor, userId: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('public_id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return user.public_id
}

export async function insertLink(db: Executor, tokenHash: Buffer, link: NewLink): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({
      token_hash: tokenHash,
      user_id: link.userId,
      purpose: link.purpose,
      client_id: link.clientId,
      created_by: link.createdBy,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Ends what a newer link of the same purpose replaces. */
export async function voidUnused(db: Executor, userId: string, purpose: NewLink['purpose']): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({ expires_at: row.fn<Date>('least', ['expires_at', row.fn<Date>('now')]) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends all unused links of a person but invitations. */
export async function voidLinks(db: Executor, userId: string): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set((row) => ({ expires_at: row.fn<Date>('least', ['expires_at', row.fn<Date>('now')]) }))
    .where('user_id', '=', userId)
    .where('purpose', 'not in', ['invitation', 'manager_invitation'])
    .where('used_at', 'is', null)
    .execute()
}

export interface FoundLink {
  user_id: string
  purpose: NewLink['purpose']
  client_id: string | null
  expired: boolean
  used: boolean
  deactivated: boolean
}

/** A link by its person's public id and its token's hash: neither alone finds anything. */
export async function findLink(db: Executor, uid: string, tokenHash: Buffer): Promise<FoundLink | undefined> {
  return db
    .selectFrom('one_time_links as link')
    .innerJoin('users as person', 'person.id', 'link.user_id')
    .where('link.token_hash', '=', tokenHash)
    .where('person.public_id', '=', uid)
    .select((row) => [
      'link.user_id',
      'link.purpose',
      'link.client_id',
      row('link.expires_at', '<=', row.fn<Date>('now')).as('expired'),
      row('link.used_at', 'is not', null).as('used'),
      row('person.deactivated_at', 'is not', null).as('deactivated'),
    ])
    .executeTakeFirst() as Promise<FoundLink | undefined>
}

/** Takes a single-use link; false when somebody else was faster. */
export async function takeLink(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const used = await db
    .updateTable('one_time_links')
    .set((row) => ({ used_at: row.fn<Date>('now') }))
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where((row) => row('expires_at', '>', row.fn<Date>('now')))
    .returning('token_hash')
    .executeTakeFirst()
  return used !== undefined
}

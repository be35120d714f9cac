import type { Executor } from '#server/db/database.ts'

export async function setPassword(db: Executor, userId: string, passwordHash: string | null): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/**
 * True when a live user still has this password; locks it until the transaction ends: changing it or deactivating the
 * account meanwhile waits, and then ends the session that this transaction opens as well.
 */
export async function recheckPassword(db: Executor, userId: string, passwordHash: string): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/**
 * True when somebody's password is known to be theirs: their address is confirmed, and they chose it after proving to be
 * them.
 */
export async function hasOwnPassword(db: Executor, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .where('password_handed', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Sets a new password where nobody else set one meanwhile.
 * @param handed whether its chooser had not shown to be this person; undefined: as the one before
 * @returns false when somebody did
 */
export async function replacePassword(
  db: Executor,
  userId: string,
  old: string | null,
  passwordHash: string,
  handed: boolean | undefined,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, ...(handed !== undefined && { password_handed: handed }) })
    .where('id', '=', userId)
    .where((row) => row('password_hash', 'is not distinct from', old))
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

import type { Database, Executor } from '#server/db/database.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { anyUser, findUnusedFirst, insertUser, markVerified, setAuthority } from './queries.ts'
import { newUserIds } from './users.ts'

const day = 86_400_000

/**
 * A link, good for one day and one use, that signs the first superuser in; made again at each start until it is used,
 * so that a start that failed halfway or a link nobody opened locks nobody out.
 * @returns undefined once somebody has come in
 */
export async function firstSuperuserLink(db: Database): Promise<{ path: string } | undefined> {
  return db.transaction().execute(async (tx) => {
    const waiting = await findUnusedFirst(tx)
    if (waiting === undefined && (await anyUser(tx))) return undefined
    const userId = waiting ?? (await insertFirst(tx))
    const expiresAt = new Date(Date.now() + day)
    return createLink(tx, { userId, purpose: 'admin_magic', clientId: null, createdBy: null, expiresAt })
  })
}

async function insertFirst(tx: Executor): Promise<string> {
  const user = { ...newUserIds(), email: null, name: 'Superuser', locale: 'tr' as const }
  await insertUser(tx, user)
  await setAuthority(tx, user.id, ['superuser'])
  await markVerified(tx, user.id)
  return user.id
}

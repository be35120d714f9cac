import type { Database } from '#server/db/database.ts'
import { createLink } from '#server/features/links/links.ts'
import { insertUser, markVerified, setAuthority } from './queries.ts'
import { newUserIds } from './users.ts'

const day = 86_400_000

/** Makes the first superuser of an empty installation and a link, good for one day and one use, that signs them in. */
export async function createFirstSuperuser(db: Database): Promise<{ path: string }> {
  return db.transaction().execute(async (tx) => {
    const user = { ...newUserIds(), email: null, name: 'Superuser', phone: '', locale: 'tr' as const }
    await insertUser(tx, user)
    await setAuthority(tx, user.id, ['superuser'])
    await markVerified(tx, user.id)
    const expiresAt = new Date(Date.now() + day)
    return createLink(tx, { userId: user.id, purpose: 'magic', clientId: null, createdBy: null, expiresAt })
  })
}

import { sql } from 'kysely'
import { usersMe } from '#contract/auth.ts'
import { updateUser } from '#contract/users.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request, type Sent } from './api.ts'
import { type Actor, addAccount } from './cast.ts'
import { mailsTo } from './mails.ts'
import type { TestServer } from './server.ts'

/** Helpers for tests of accounts. */
export function accountsOf(server: TestServer) {
  const { db } = server.database
  let made = 0
  const session = (userId: string) => openSession(db, { userId, invitationClientId: null, remembered: false })
  return {
    session,
    /** An unused address. */
    newAddress: () => {
      made += 1
      return `somebody-${made}@example.test`
    },
    actor: async (authority: ('admin' | 'superuser')[] = []): Promise<Actor> => {
      made += 1
      const email = `actor-${made}@example.test`
      const userId = await addAccount(db, { email, name: 'Ada', authority, locale: 'en' })
      return { userId, email, token: await session(userId) }
    },
    update: (by: Actor, userId: string, body: object) =>
      request(server.url, updateUser, {
        token: by.token,
        params: { userId },
        body: body as NonNullable<Sent<typeof updateUser>['body']>,
      }),
    magicLink: async (userId: string) => {
      const expiresAt = new Date(Date.now() + 3_600_000)
      const link = { userId, purpose: 'magic' as const, clientId: null, createdBy: null, expiresAt }
      const [uid = '', token = ''] = (await createLink(db, link)).path.split('/').slice(2)
      return { uid, token }
    },
    me: (token: string) => request(server.url, usersMe, { token }),
    mails: (recipient: string) => mailsTo(db, recipient),
    audited: async (subjectId: string) => {
      const { rows } = await sql<{ action: string }>`
        SELECT action FROM audit_entries WHERE subject_id = ${subjectId} ORDER BY at, id`.execute(db)
      return rows.map(({ action }) => action)
    },
  }
}

/** The fields that a refusal names. */
export const fieldOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)

import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { castPassword } from '#test/support/cast.ts'
import { type TestServer, testSlipKey } from '#test/support/server.ts'

export interface Account {
  readonly userId: string
  readonly email: string
}

let made = 0

/** A person with the cast's password. */
export async function addAccount(server: TestServer): Promise<Account> {
  made += 1
  const email = `secure-${made}@example.test`
  const person = { email, name: 'Ada Deniz', password: castPassword, authority: [], locale: 'en' as const }
  return { email, userId: await createAccount(server.database.db, person) }
}

/** Many people with the cast's password, which is hashed once. */
export async function addAccounts(server: TestServer, count: number): Promise<string[]> {
  const { db } = server.database
  const first = await addAccount(server)
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', first.userId)
    .executeTakeFirstOrThrow()
  const emails = [first.email]
  while (emails.length < count) {
    made += 1
    const email = `secure-${made}@example.test`
    const person = { email, name: 'Ada', password: null, authority: [], locale: 'en' as const }
    const userId = await createAccount(db, person)
    await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    emails.push(email)
  }
  return emails
}

export function addSession(
  server: TestServer,
  userId: string,
  invitationClientId: string | null = null,
): Promise<string> {
  return openSession(server.database.db, { userId, invitationClientId, remembered: false })
}

/** A live link of any kind, as its two parts and its path. */
export async function addLink(
  server: TestServer,
  userId: string,
  purpose: NewLink['purpose'],
  clientId: string | null = null,
): Promise<{ uid: string; token: string; path: string }> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const link = { userId, purpose, clientId, createdBy: null, expiresAt }
  const { path } = await createLink(server.database.db, link)
  const [uid = '', token = ''] = path.split('/').slice(2)
  return { uid, token, path }
}

/** The code of a printed invitation. */
export async function addSlip(server: TestServer, userId: string, clientId: string): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const link = {
    userId,
    purpose: 'invitation',
    clientId,
    createdBy: null,
    expiresAt,
    slipKey: testSlipKey,
  } as const
  return (await createLink(server.database.db, link)).code ?? ''
}

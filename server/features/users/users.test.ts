import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, usersMe } from '#contract/auth.ts'
import { createUser, listUsers, magicLinkForAdmin, removeUser, updateUser } from '#contract/users.ts'
import { createLink } from '#server/features/links/links.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Actor, type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addMember, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { createAccount } from './users.ts'

let server: TestServer
let cast: Cast
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const actor = async (authority: ('admin' | 'superuser')[] = []): Promise<Actor> => {
  made += 1
  const email = `actor-${made}@example.test`
  const person = { email, name: 'Ada', password: castPassword, authority, locale: 'en' as const }
  const userId = await createAccount(server.database.db, person)
  return { userId, email, token: await session(userId) }
}
const session = (userId: string) =>
  openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
const update = (by: Actor, userId: string, body: object) =>
  request(server.url, updateUser, {
    token: by.token,
    params: { userId },
    body: body as NonNullable<Sent<typeof updateUser>['body']>,
  })
const fieldOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)
const magicLink = async (userId: string) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const link = { userId, purpose: 'magic' as const, clientId: null, createdBy: null, expiresAt }
  const [uid = '', token = ''] = (await createLink(server.database.db, link)).path.split('/').slice(2)
  return { uid, token }
}
const me = (token: string) => request(server.url, usersMe, { token })
const mails = (recipient: string) =>
  server.database.db
    .selectFrom('demo_mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const audited = async (subjectId: string) => {
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entries WHERE subject_id = ${subjectId} ORDER BY at, id`.execute(
    server.database.db,
  )
  return rows.map(({ action }) => action)
}

describe("one's own account", () => {
  test('takes name, phone, language and time zone', async () => {
    const ada = await actor()
    const change = { name: 'Ada Deniz', phone: '0555 111 22 33', locale: 'tr', timeZone: 'Europe/Berlin' }
    expect((await update(ada, ada.userId, change)).answer).toMatchObject({
      name: 'Ada Deniz',
      locale: 'tr',
      timeZone: 'Europe/Berlin',
      authority: ['participant'],
    })
    expect((await update(ada, ada.userId, { phone: '' })).status).toBe(200)
    expect((await me(ada.token)).answer).toMatchObject({ name: 'Ada Deniz', locale: 'tr' })
  })

  test.each([
    { name: 'A' },
    { name: 'x'.repeat(101) },
    { timeZone: 'Europe/Atlantis' },
    { timeZone: "'; DROP TABLE users" },
    { locale: 'de' },
    { phone: 'call me' },
  ])('refuses %o by its field', async (change) => {
    const ada = await actor()
    const refused = await update(ada, ada.userId, change)
    expect([refused.status, fieldOf(refused)]).toEqual([400, Object.keys(change)])
  })

  test.each([
    { authority: ['admin'] },
    { authority: [] },
    { status: 'active' },
    { role: 'manager' },
    { emailVerified: true },
    { id: '00000000-0000-7000-8000-000000000000' },
    { password: 'yedi~tane~kiraz' },
    { clients: [] },
    { is_superuser: true },
  ])('FACTS-security 28: refuses %o and changes nothing', async (change) => {
    const ada = await actor()
    const refused = await update(ada, ada.userId, { name: 'Changed', ...change })
    expect([refused.status, fieldOf(refused)]).toEqual([400, Object.keys(change)])
    expect((await me(ada.token)).answer).toMatchObject({ name: 'Ada', authority: ['participant'] })
  })

  test('FACTS-security 3: takes another address with the password alone, unverified, and links to the old one end', async () => {
    const ada = await actor()
    const old = await magicLink(ada.userId)
    const email = `moved-${made}@example.test`
    for (const current_password of [undefined, 'not the password']) {
      const refused = await update(ada, ada.userId, { email, ...(current_password && { current_password }) })
      expect([refused.status, fieldOf(refused)]).toEqual([400, ['current_password']])
    }
    const moved = await update(ada, ada.userId, {
      email: email.toUpperCase(),
      current_password: castPassword,
    })
    expect(moved.answer).toMatchObject({ email, emailVerified: false })
    expect((await request(server.url, openMagicLink, { params: old })).code).toBe('magic_link_expired')
    await server.runJobs()
    const [mail] = await mails(email)
    expect(mail?.kind).toBe('verification')
    const [, uid = '', token = ''] = /\/magic-link\/([\w-]+)\/([\w-]{43})$/.exec(mail?.links[0] ?? '') ?? []
    const opened = await request(server.url, openMagicLink, { params: { uid, token } })
    expect(opened.answer.user).toMatchObject({ email, emailVerified: true })
    expect(await audited(ada.userId)).toContain('email_changed')
  })

  test("does not take somebody else's address", async () => {
    const [ada, can] = [await actor(), await actor()]
    const refused = await update(ada, ada.userId, { email: can.email, current_password: castPassword })
    expect([refused.status, fieldOf(refused)]).toEqual([400, ['email']])
  })
})

describe('FACTS-security 23: accounts out of reach', () => {
  test('are 404 to everybody else, and those of admins to admins', async () => {
    const [ada, admin, root] = [await actor(), await actor(['admin']), await actor(['superuser'])]
    for (const [by, target] of [
      [cast.manager, ada],
      [ada, cast.manager],
      [cast.admin, admin],
      [cast.admin, root],
    ] as const) {
      expect((await update(by, target.userId, { name: 'Changed' })).code).toBe('not_found')
    }
    for (const target of [admin, root]) {
      const params = { userId: target.userId }
      expect((await request(server.url, removeUser, { token: cast.admin.token, params })).code).toBe(
        'not_found',
      )
    }
    expect((await update(cast.superuser, admin.userId, { name: 'Changed' })).status).toBe(200)
  })
})

describe('an admin', () => {
  const list = (by: Actor, query: NonNullable<Sent<typeof listUsers>['query']>) =>
    request(server.url, listUsers, { token: by.token, query })
  const names = async (by: Actor, query: NonNullable<Sent<typeof listUsers>['query']>) =>
    (await list(by, query)).answer.results.map(({ email }) => email)

  test('finds people by name without Turkish letters, by address, role and status', async () => {
    const { db } = server.database
    await addUser(db, { email: 'sukru@ornek.test', name: 'ŞÜKRÜ İĞNECİ' })
    await addMember(db, cast.ege, { email: 'isil@ornek.test', name: 'Işıl Çağlar', role: 'manager' })
    expect(await names(cast.admin, { search: 'sukru igneci' })).toEqual(['sukru@ornek.test'])
    expect(await names(cast.admin, { search: 'IŞIL caglar', role: 'manager' })).toEqual(['isil@ornek.test'])
    expect(await names(cast.admin, { search: 'ornek.test', role: 'participant' })).toEqual([
      'sukru@ornek.test',
    ])
    expect(await names(cast.admin, { search: 'ornek.test', status: 'deactivated' })).toEqual([])
    expect(await names(cast.admin, { search: '%' })).toEqual([])
  })

  test('sees nobody with a stored role; a superuser sees all', async () => {
    expect(await names(cast.admin, { role: 'admin' })).toEqual([])
    expect(await names(cast.superuser, { role: 'superuser', search: 'superuser@' })).toEqual([
      cast.superuser.email,
    ])
  })

  test('opens accounts, but makes no admins', async () => {
    const body = { name: 'Yeni Kişi', email: `created-${made}@example.test` }
    const create = (by: Actor, more: object = {}) =>
      request(server.url, createUser, { token: by.token, body: { ...body, ...more } })
    expect(fieldOf(await create(cast.admin, { authority: ['admin'] }))).toEqual(['authority'])
    const { answer } = await create(cast.admin)
    expect(answer).toMatchObject({ email: body.email, emailVerified: false, authority: ['participant'] })
    expect(fieldOf(await create(cast.admin))).toEqual(['email'])
    const other = { email: `created-admin-${made}@example.test`, authority: ['admin'] }
    expect((await create(cast.superuser, other)).answer.authority).toEqual(['admin'])
    await server.runJobs()
    expect((await mails(body.email)).map(({ kind }) => kind)).toEqual(['verification'])
    expect(await audited(answer.id)).toEqual(['user_created'])
  })

  test('gives nobody a role, and takes none', async () => {
    const ada = await actor()
    for (const authority of [['admin'], ['superuser'], []])
      expect(fieldOf(await update(cast.admin, ada.userId, { authority }))).toEqual(['authority'])
  })

  test('FACTS-security 17: deactivates: sessions, links and sign-in end at once', async () => {
    const ada = await actor()
    const link = await magicLink(ada.userId)
    const params = { userId: ada.userId }
    for (const _ of [1, 2])
      expect((await request(server.url, removeUser, { token: cast.admin.token, params })).status).toBe(204)
    expect((await me(ada.token)).status).toBe(401)
    expect((await request(server.url, openMagicLink, { params: link })).code).toBe('magic_link_invalid')
    const credentials = { username: ada.email, password: castPassword }
    expect((await request(server.url, authToken, { body: credentials })).code).toBe('invalid_credentials')
    expect((await update(cast.admin, ada.userId, { status: 'active' })).status).toBe(200)
    // What ended stays ended.
    expect((await me(ada.token)).status).toBe(401)
    expect((await request(server.url, openMagicLink, { params: link })).code).toBe('magic_link_expired')
    expect((await request(server.url, authToken, { body: credentials })).status).toBe(200)
    expect(await audited(ada.userId)).toEqual(['user_deactivated', 'user_reactivated', 'sign_in'])
  })

  test('cannot lock themselves out', async () => {
    const { token, userId } = cast.admin
    expect((await request(server.url, removeUser, { token, params: { userId } })).code).toBe('own_account')
    expect(fieldOf(await update(cast.admin, userId, { status: 'deactivated' }))).toEqual(['status'])
    expect(fieldOf(await update(cast.superuser, cast.superuser.userId, { authority: [] }))).toEqual([
      'authority',
    ])
  })
})

describe('a superuser', () => {
  test('makes and unmakes admins, from the next call on', async () => {
    const ada = await actor()
    expect((await update(cast.superuser, ada.userId, { authority: ['admin'] })).answer.authority).toEqual([
      'admin',
    ])
    expect((await request(server.url, listUsers, { token: ada.token })).status).toBe(200)
    await update(cast.superuser, ada.userId, { authority: [] })
    expect((await request(server.url, listUsers, { token: ada.token })).status).toBe(403)
    expect(await audited(ada.userId)).toEqual(['role_changed', 'role_changed'])
  })

  test('cannot be removed by one whom they remove at the same moment', async () => {
    const [one, other] = [await actor(['superuser']), await actor(['superuser'])]
    const answers = await Promise.all([
      update(one, other.userId, { authority: [] }),
      update(other, one.userId, { authority: [] }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('FACTS-security 30: a link made for somebody', () => {
  const make = (by: Actor, email: string) =>
    request(server.url, magicLinkForAdmin, { token: by.token, body: { email } })

  test('lives a day, opens once, is on record, and its person is told without it', async () => {
    const ada = await actor()
    const { answer } = await make(cast.admin, ada.email.toUpperCase())
    const hours = (Date.parse(answer.expiresAt) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    const [uid = '', token = ''] = answer.link.split('/').slice(-2)
    await server.runJobs()
    const [mail] = await mails(ada.email)
    expect(mail?.kind).toBe('admin_link')
    expect(JSON.stringify(mail)).not.toContain(token)
    const open = () => request(server.url, openMagicLink, { params: { uid, token } })
    expect((await open()).answer.user.email).toBe(ada.email)
    expect((await open()).code).toBe('magic_link_invalid')
    expect(await audited(ada.userId)).toEqual(['admin_link_made', 'sign_in'])
  })

  test('confirms no address: it was not mailed there', async () => {
    const email = `unread-${made}@example.test`
    await addUser(server.database.db, { email })
    const [uid = '', token = ''] = (await make(cast.admin, email)).answer.link.split('/').slice(-2)
    const opened = await request(server.url, openMagicLink, { params: { uid, token } })
    expect(opened.answer.user.emailVerified).toBe(false)
  })

  test('is refused for admins and superusers but to a superuser, and for nobody', async () => {
    const [admin, root] = [await actor(['admin']), await actor(['superuser'])]
    for (const email of [admin.email, root.email, 'nobody@example.test'])
      expect((await make(cast.admin, email)).code).toBe('not_found')
    for (const email of [admin.email, root.email])
      expect((await make(cast.superuser, email)).status).toBe(200)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink } from '#contract/auth.ts'
import {
  createUser,
  getUser,
  listUsers,
  magicLinkForAdmin,
  removeUser,
  resendInvitations,
  resendVerification,
} from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { accountsOf, fieldOf } from '#test/support/accounts.ts'
import { request, type Sent } from '#test/support/api.ts'
import { type Actor, type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast
let accounts: ReturnType<typeof accountsOf>

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  accounts = accountsOf(server)
})
afterAll(() => server.close())

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

  test('SR-28: opens accounts, but makes no admins', async () => {
    const body = { name: 'Yeni Kişi', email: accounts.newAddress() }
    const create = (by: Actor, more: object = {}) =>
      request(server.url, createUser, { token: by.token, body: { ...body, ...more } })
    expect(fieldOf(await create(cast.admin, { authority: ['admin'] }))).toEqual(['authority'])
    const { answer } = await create(cast.admin)
    expect(answer).toMatchObject({ email: body.email, emailVerified: false, authority: ['participant'] })
    expect(fieldOf(await create(cast.admin))).toEqual(['email'])
    const other = { email: accounts.newAddress(), authority: ['admin'] }
    expect((await create(cast.superuser, other)).answer.authority).toEqual(['admin'])
    await server.runJobs()
    expect((await accounts.mails(body.email)).map(({ kind }) => kind)).toEqual(['verification'])
    expect(await accounts.audited(answer.id)).toEqual(['user_created'])
  })

  test('SR-28: gives nobody a role, and takes none', async () => {
    const ada = await accounts.actor()
    for (const authority of [['admin'], ['superuser'], []])
      expect(fieldOf(await accounts.update(cast.admin, ada.userId, { authority }))).toEqual(['authority'])
  })

  test('SR-17: deactivates: sessions, links and sign-in end at once', async () => {
    const ada = await accounts.actor()
    const link = await accounts.magicLink(ada.userId)
    const params = { userId: ada.userId }
    for (const _ of [1, 2])
      expect((await request(server.url, removeUser, { token: cast.admin.token, params })).status).toBe(204)
    expect((await accounts.me(ada.token)).status).toBe(401)
    expect((await request(server.url, openMagicLink, { params: link })).code).toBe('magic_link_invalid')
    const credentials = { username: ada.email, password: castPassword }
    expect((await request(server.url, authToken, { body: credentials })).code).toBe('invalid_credentials')
    expect((await accounts.update(cast.admin, ada.userId, { status: 'active' })).status).toBe(200)
    // Sessions and links that ended stay ended.
    expect((await accounts.me(ada.token)).status).toBe(401)
    expect((await request(server.url, openMagicLink, { params: link })).code).toBe('magic_link_expired')
    expect((await request(server.url, authToken, { body: credentials })).status).toBe(200)
    expect(await accounts.audited(ada.userId)).toEqual(['user_deactivated', 'user_reactivated', 'sign_in'])
  })

  test('cannot lock themselves out', async () => {
    const { token, userId } = cast.admin
    expect((await request(server.url, removeUser, { token, params: { userId } })).code).toBe('own_account')
    expect(fieldOf(await accounts.update(cast.admin, userId, { status: 'deactivated' }))).toEqual(['status'])
    expect(fieldOf(await accounts.update(cast.superuser, cast.superuser.userId, { authority: [] }))).toEqual([
      'authority',
    ])
  })
})

describe('a superuser', () => {
  test('makes and unmakes admins, from the next call on', async () => {
    const ada = await accounts.actor()
    expect(
      (await accounts.update(cast.superuser, ada.userId, { authority: ['admin'] })).answer.authority,
    ).toEqual(['admin'])
    expect((await request(server.url, listUsers, { token: ada.token })).status).toBe(200)
    await accounts.update(cast.superuser, ada.userId, { authority: [] })
    expect((await request(server.url, listUsers, { token: ada.token })).status).toBe(403)
    expect(await accounts.audited(ada.userId)).toEqual(['role_changed', 'role_changed'])
  })

  test('cannot be removed by somebody they remove at the same moment', async () => {
    const [one, other] = [await accounts.actor(['superuser']), await accounts.actor(['superuser'])]
    const answers = await Promise.all([
      accounts.update(one, other.userId, { authority: [] }),
      accounts.update(other, one.userId, { authority: [] }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('helping somebody', () => {
  const look = (by: Actor, userId: string) =>
    request(server.url, getUser, { token: by.token, params: { userId } })
  const remind = (userId: string) =>
    request(server.url, resendVerification, { token: cast.admin.token, params: { userId } })

  test('mails their invitations once more, where something is pending', async () => {
    const { db } = server.database
    const email = `called-${newId()}@example.test`
    const person = await addMember(db, cast.ege, { email })
    const again = () =>
      request(server.url, resendInvitations, {
        token: cast.admin.token,
        params: { userId: person.userId },
      })
    expect((await again()).code).toBe('nothing_to_open')
    await addAssignment(db, cast.ege, person, { code: 'ENGLISH' })
    expect((await again()).status).toBe(202)
    await server.runJobs()
    const mails = await db.selectFrom('demo_mails').select('kind').where('recipient', '=', email).execute()
    expect(mails).toEqual([{ kind: 'invitation' }])
  })

  test('shows when they came in, where they are signed in, and where they belong', async () => {
    const ada = await accounts.actor()
    expect((await look(cast.admin, ada.userId)).answer).toMatchObject({
      email: ada.email,
      hasPassword: true,
      openSessions: 1,
      lastSignInAt: null,
      memberships: [],
    })
    await request(server.url, authToken, { body: { username: ada.email, password: castPassword } })
    const { answer } = await look(cast.admin, ada.userId)
    expect([answer.openSessions, answer.lastSignInAt, answer.lastSeenAt]).toEqual([
      2,
      expect.any(String),
      expect.any(String),
    ])
    const { userId } = await addMember(server.database.db, cast.ege, { role: 'employee' })
    expect((await look(cast.admin, userId)).answer.memberships).toMatchObject([
      { client: { id: cast.ege, name: 'Ege Lojistik' }, role: 'employee', group: '' },
    ])
  })

  test('does not reach admins unless a superuser helps', async () => {
    const admin = await accounts.actor(['admin'])
    expect((await look(cast.admin, admin.userId)).code).toBe('not_found')
    expect((await look(cast.superuser, admin.userId)).answer.authority).toEqual(['admin'])
  })

  test('mails the link that confirms an address, in their language, while there is something to confirm', async () => {
    const email = accounts.newAddress()
    const userId = await addUser(server.database.db, { email, locale: 'en' })
    expect((await remind(userId)).status).toBe(202)
    await server.runJobs()
    const [mail] = await accounts.mails(email)
    expect([mail?.kind, mail?.subject]).toEqual(['verification', expect.stringMatching(/address/i)])
    const [, uid = '', token = ''] =
      /\/magic-link\/([\w-]+)\/(once_[\w-]{43})$/.exec(mail?.links[0] ?? '') ?? []
    await request(server.url, openMagicLink, { params: { uid, token } })
    expect((await remind(userId)).code).toBe('nothing_to_confirm')
    const nowhere = await addUser(server.database.db, { email: null })
    expect((await remind(nowhere)).code).toBe('nothing_to_confirm')
  })
})

describe('SR-30: a link made for somebody', () => {
  const make = (by: Actor, email: string) =>
    request(server.url, magicLinkForAdmin, { token: by.token, body: { email } })

  test('lives a day, opens once, is audited, and its owner gets a mail without the link', async () => {
    const ada = await accounts.actor()
    const { answer } = await make(cast.admin, ada.email.toUpperCase())
    const hours = (Date.parse(answer.expiresAt) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    const [uid = '', token = ''] = answer.link.split('/').slice(-2)
    await server.runJobs()
    const [mail] = await accounts.mails(ada.email)
    expect(mail?.kind).toBe('admin_link')
    expect(JSON.stringify(mail)).not.toContain(token)
    const open = () => request(server.url, openMagicLink, { params: { uid, token } })
    expect((await open()).answer.user.email).toBe(ada.email)
    expect((await open()).code).toBe('magic_link_invalid')
    expect(await accounts.audited(ada.userId)).toEqual(['admin_link_made', 'sign_in'])
  })

  test('confirms no address: it was not mailed there', async () => {
    const email = accounts.newAddress()
    await addUser(server.database.db, { email })
    const [uid = '', token = ''] = (await make(cast.admin, email)).answer.link.split('/').slice(-2)
    const opened = await request(server.url, openMagicLink, { params: { uid, token } })
    expect(opened.answer.user.emailVerified).toBe(false)
  })

  test('is refused for admins and superusers but to a superuser, and for nobody', async () => {
    const [admin, root] = [await accounts.actor(['admin']), await accounts.actor(['superuser'])]
    for (const email of [admin.email, root.email, 'nobody@example.test'])
      expect((await make(cast.admin, email)).code).toBe('not_found')
    for (const email of [admin.email, root.email])
      expect((await make(cast.superuser, email)).status).toBe(200)
  })
})

test("what an operator changes of somebody else's account is on record by field, without its values", async () => {
  const [admin, ada] = [await accounts.actor(['admin']), await accounts.actor()]
  await accounts.update(ada, ada.userId, { name: 'Ada Deniz' })
  expect(await accounts.audited(ada.userId)).toEqual([])
  await accounts.update(admin, ada.userId, { name: 'Ada Kaya', phone: '0555 111 22 33', locale: 'en' })
  const { rows } = await sql<{ actor_id: string; details: unknown }>`
    SELECT actor_id, details FROM audit_entries WHERE subject_id = ${ada.userId} AND action = 'user_changed'`.execute(
    server.database.db,
  )
  expect(rows).toEqual([{ actor_id: admin.userId, details: { fields: ['name', 'phone'] } }])
})

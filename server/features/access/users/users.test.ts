import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMagicLink } from '#contract/auth.ts'
import { search } from '#contract/search.ts'
import { removeUser } from '#contract/users.ts'
import { sendPasswordChanged } from '#server/features/access/passwords/jobs.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { addJob } from '#server/jobs/add.ts'
import { accountsOf, fieldOf } from '#test/support/accounts.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
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

describe("one's own account", () => {
  test('takes name, phone, language and time zone', async () => {
    const ada = await accounts.actor()
    const change = { name: 'Ada Deniz', phone: '0555 111 22 33', locale: 'tr', timeZone: 'Europe/Berlin' }
    expect((await accounts.update(ada, ada.userId, change)).answer).toMatchObject({
      name: 'Ada Deniz',
      locale: 'tr',
      timeZone: 'Europe/Berlin',
      authority: ['participant'],
    })
    expect((await accounts.update(ada, ada.userId, { phone: '' })).status).toBe(200)
    expect((await accounts.me(ada.token)).answer).toMatchObject({ name: 'Ada Deniz', locale: 'tr' })
  })

  test.each([
    { name: 'A' },
    { name: 'x'.repeat(101) },
    { timeZone: 'Europe/Atlantis' },
    { timeZone: "'; DROP TABLE users" },
    { locale: 'de' },
    { phone: 'call me' },
  ])('refuses %o by its field', async (change) => {
    const ada = await accounts.actor()
    const refused = await accounts.update(ada, ada.userId, change)
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
  ])('SR-28: refuses %o and changes nothing', async (change) => {
    const ada = await accounts.actor()
    const refused = await accounts.update(ada, ada.userId, { name: 'Changed', ...change })
    expect([refused.status, fieldOf(refused)]).toEqual([400, Object.keys(change)])
    expect((await accounts.me(ada.token)).answer).toMatchObject({ name: 'Ada', authority: ['participant'] })
  })

  test('SR-03: takes another address with the password alone, unverified, and links to the old one end', async () => {
    const ada = await accounts.actor()
    const old = await accounts.magicLink(ada.userId)
    const email = accounts.newAddress()
    for (const current_password of [undefined, 'not the password']) {
      const refused = await accounts.update(ada, ada.userId, {
        email,
        ...(current_password && { current_password }),
      })
      expect([refused.status, fieldOf(refused)]).toEqual([400, ['current_password']])
    }
    const moved = await accounts.update(ada, ada.userId, {
      email: email.toUpperCase(),
      current_password: castPassword,
    })
    expect(moved.answer).toMatchObject({ email, emailVerified: false })
    expect((await request(server.url, openMagicLink, { params: old })).code).toBe('magic_link_expired')
    await server.runJobs()
    const [mail] = await accounts.mails(email)
    expect(mail?.kind).toBe('verification')
    const [, uid = '', token = ''] =
      /\/magic-link\/([\w-]+)\/(once_[\w-]{43})$/.exec(mail?.links[0] ?? '') ?? []
    const opened = await request(server.url, openMagicLink, { params: { uid, token } })
    expect(opened.answer.user).toMatchObject({ email, emailVerified: true })
    expect(await accounts.audited(ada.userId)).toContain('email_changed')
    // The old address gets a mail, which doesn't contain the new one.
    const [told] = await accounts.mails(ada.email)
    expect([told?.kind, told?.text.includes(ada.email)]).toEqual(['email_changed', true])
    expect(`${told?.text} ${told?.html}`).not.toContain(email)
  })

  test("does not take somebody else's address, also when both come at once", async () => {
    const email = accounts.newAddress()
    const people = await Promise.all(Array.from({ length: 4 }, () => accounts.actor()))
    const moves = people.map((by) =>
      accounts.update(by, by.userId, { email, current_password: castPassword }),
    )
    const statuses = (await Promise.all(moves)).map((moved) => [
      moved.status,
      moved.status === 200 ? undefined : fieldOf(moved)[0],
    ])
    expect(statuses.sort()).toEqual([[200, undefined], ...Array.from({ length: 3 }, () => [400, 'email'])])
    const [ada, can] = [await accounts.actor(), await accounts.actor()]
    const refused = await accounts.update(ada, ada.userId, {
      email: can.email,
      current_password: castPassword,
    })
    expect([refused.status, fieldOf(refused)]).toEqual([400, ['email']])
  })
})

describe('a link mailed to an address that was corrected since', () => {
  const corrected = async (purpose: NewLink['purpose'], change = true) => {
    const { db } = server.database
    const mistyped = await addMember(db, cast.ege, {
      name: 'Ada',
      role: purpose === 'invitation' ? 'candidate' : 'manager',
    })
    const { userId, membershipId } = mistyped
    const clientId = purpose.endsWith('invitation') ? cast.ege : null
    const expiresAt = new Date(Date.now() + 3_600_000)
    const link = { userId, purpose, clientId, createdBy: null, expiresAt }
    const [uid = '', token = ''] = (await createLink(db, link)).path.split('/').slice(2)
    // The link is like one that was made while the address was being changed.
    if (change)
      await db
        .updateTable('users')
        .set({ email: `${userId}@right.test` })
        .where('id', '=', userId)
        .execute()
    return { userId, membershipId, params: { uid, token } }
  }
  const verified = async (userId: string) =>
    (
      await server.database.db
        .selectFrom('users')
        .select('email_verified_at')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).email_verified_at !== null

  test.each(['magic', 'verification', 'manager_invitation'] as const)(
    'opens nothing: %s',
    async (purpose) => {
      const { userId, params } = await corrected(purpose)
      expect((await request(server.url, openMagicLink, { params })).code).toBe('magic_link_invalid')
      expect(await verified(userId)).toBe(false)
    },
  )

  test('opens the tests of an invitation, and shows nothing about the new address', async () => {
    const { userId, membershipId, params } = await corrected('invitation')
    await addAssignment(server.database.db, cast.ege, { userId, membershipId }, { code: 'ENGLISH' })
    expect((await request(server.url, openMagicLink, { params })).status).toBe(200)
    expect(await verified(userId)).toBe(false)
  })

  test('ends with the correction, a manager invitation too', async () => {
    const { userId, params } = await corrected('manager_invitation', false)
    const superuser = { ...cast.superuser, token: await accounts.session(cast.superuser.userId) }
    const email = `${userId}@right.test`
    expect((await accounts.update(superuser, userId, { email, current_password: castPassword })).status).toBe(
      200,
    )
    expect((await request(server.url, openMagicLink, { params })).code).toBe('magic_link_expired')
    expect(await verified(userId)).toBe(false)
  })

  // Links that were mailed before their addresses were kept have none.
  test.each(['magic', 'verification', 'manager_invitation'] as const)(
    'opens nothing where no address was written down with it: %s',
    async (purpose) => {
      const { userId, params } = await corrected(purpose, false)
      const { db } = server.database
      await db.updateTable('one_time_links').set({ email: null }).where('user_id', '=', userId).execute()
      expect((await request(server.url, openMagicLink, { params })).code).toBe('magic_link_invalid')
      expect(await verified(userId)).toBe(false)
    },
  )
})

describe('SR-23: accounts out of reach', () => {
  test('are 404 to everybody else, and those of admins to admins', async () => {
    const [ada, admin, root] = [
      await accounts.actor(),
      await accounts.actor(['admin']),
      await accounts.actor(['superuser']),
    ]
    for (const [by, target] of [
      [cast.manager, ada],
      [ada, cast.manager],
      [cast.admin, admin],
      [cast.admin, root],
    ] as const) {
      expect((await accounts.update(by, target.userId, { name: 'Changed' })).code).toBe('not_found')
    }
    for (const target of [admin, root]) {
      const params = { userId: target.userId }
      expect((await request(server.url, removeUser, { token: cast.admin.token, params })).code).toBe(
        'not_found',
      )
    }
    expect((await accounts.update(cast.superuser, admin.userId, { name: 'Changed' })).status).toBe(200)
  })
})

test('a client learns an address that an operator corrects before it was confirmed, and no name or address that its owner changes', async () => {
  const { db } = server.database
  const { userId } = await addMember(db, cast.anadolu, { name: 'Eski Ad' })
  const found = async (q: string) =>
    (await request(server.url, search, { token: cast.manager.token, query: { q } })).answer.people.map(
      ({ email }) => email,
    )
  await choosePassword(db, userId, castPassword)
  const token = await accounts.session(userId)
  const own = { userId, email: '', token }
  await accounts.update(own, userId, { name: 'Zeliş Müñoz' })
  expect(await found('munoz')).toEqual([])
  const [corrected, moved, again] = ['dogru', 'gizli', 'yine'].map((one) => `${one}.${userId}@example.com`)
  const change = (by: typeof own, email = '') =>
    accounts.update(by, userId, { email, current_password: castPassword })
  expect((await change(cast.admin, corrected)).status).toBe(200)
  expect(await found(`dogru.${userId}`)).toEqual([corrected])
  expect((await change(own, moved)).status).toBe(200)
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', userId).execute()
  expect((await change(cast.admin, again)).status).toBe(200)
  expect([await found(`gizli.${userId}`), await found(`yine.${userId}`)]).toEqual([[], []])
  expect(await found(`dogru.${userId}`)).toEqual([corrected])
})

test('an old address that nobody confirmed gets no mail about the new one', async () => {
  const ada = await accounts.actor()
  const { db } = server.database
  await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', ada.userId).execute()
  const email = `new-${ada.email}`
  expect((await accounts.update(ada, ada.userId, { email, current_password: castPassword })).status).toBe(200)
  await server.runJobs()
  expect(await accounts.mails(ada.email)).toEqual([])
})

test('a notice goes to one person five times an hour', async () => {
  const ada = await accounts.actor()
  for (let at = 0; at < 7; at += 1)
    await addJob(server.database.db, sendPasswordChanged, { userId: ada.userId })
  await server.runJobs()
  expect(await accounts.mails(ada.email)).toHaveLength(5)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authToken,
  forgotPassword,
  openMagicLink,
  requestMagicLink,
  resetPassword,
  sendVerification,
  signUp,
  updatePassword,
  usersMe,
} from '#contract/auth.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/second-factor.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { addClient } from '#test/support/invited.ts'
import { codeOf } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let made = 0
const password = 'yedi~tane~kiraz'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const person = (more: object = {}) => {
  made += 1
  const email = `new-${made}@example.test`
  return { fullName: 'Ada Deniz', email, password, confirmPassword: password, ...more }
}
const join = (body: ReturnType<typeof person>, headers: Record<string, string> = {}) =>
  request(server.url, signUp, { body, headers: { 'accept-language': 'en', ...headers } })
const fieldOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)
const mailedLink = async (recipient: string) => {
  await server.runJobs()
  const mail = await server.database.db
    .selectFrom('demo_mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const [, uid = '', token = ''] = /\/magic-link\/([\w-]+)\/(once_[\w-]{43})$/.exec(mail.links[0] ?? '') ?? []
  return { kind: mail.kind, params: { uid, token } }
}

test('SR-28: signing up makes a participant whose address is unverified, and nothing more', async () => {
  const body = person()
  const { status, answer } = await join(body)
  expect(status).toBe(201)
  expect(answer.user).toMatchObject({
    name: 'Ada Deniz',
    email: body.email,
    authority: ['participant'],
    emailVerified: false,
    locale: 'en',
  })
  expect((await request(server.url, usersMe, { token: answer.token })).answer.authority).toEqual([
    'participant',
  ])
  for (const more of [
    { authority: ['admin'] },
    { emailVerified: true },
    { role: 'manager' },
    { is_staff: true },
  ]) {
    const refused = await join(person(more))
    expect([refused.status, fieldOf(refused)]).toEqual([400, Object.keys(more)])
  }
})

test('no mail to an unverified address carries what was typed at sign-up', async () => {
  const typed = 'Hesabınız kapandı, http'
  const body = person({ fullName: typed })
  await join(body)
  await request(server.url, requestMagicLink, { body: { email: body.email } })
  await request(server.url, forgotPassword, { body: { email: body.email } })
  await server.runJobs()
  const mails = await server.database.db
    .selectFrom('demo_mails')
    .selectAll()
    .where('recipient', '=', body.email)
    .execute()
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['magic_link', 'reset', 'verification'])
  expect(JSON.stringify(mails)).not.toContain(typed)
})

test('fields are refused by their names', async () => {
  const body = person()
  await join(body)
  expect(fieldOf(await join({ ...body, email: body.email.toUpperCase() }))).toEqual(['email'])
  expect(fieldOf(await join(person({ confirmPassword: `${password} ` })))).toEqual(['confirmPassword'])
  const easy = person()
  for (const one of ['short', 'password1234', 'Terazi12345', easy.email])
    expect(fieldOf(await join({ ...easy, password: one, confirmPassword: one })), one).toEqual(['password'])
})

test('one of many who take the same address at once gets it', async () => {
  const body = person()
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => join(body)))).map(
    ({ status }) => status,
  )
  expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400])
})

test('SR-05: thirty an hour from one address, regardless of its forwarding headers', async () => {
  const tries = Array.from({ length: 33 }, (_, at) =>
    join(person({ confirmPassword: 'another one' }), { 'x-forwarded-for': `203.0.113.${at}` }),
  )
  const answers = await Promise.all(tries)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('the verification link', () => {
  test('leads on to the company form for people who signed up to set up an organisation', async () => {
    const body = person({ redirectUrl: '/app/account/kyc-form' })
    const joined = await join(body)
    await server.runJobs()
    const { links } = await server.database.db
      .selectFrom('demo_mails')
      .select('links')
      .where('recipient', '=', body.email)
      .executeTakeFirstOrThrow()
    expect(links[0]).toMatch(/\/magic-link\/[\w-]+\/once_[\w-]{43}\?redirectUrl=%2Fapp%2Faccount%2Fkyc-form$/)
    const again = { token: joined.answer.token, body: { redirectUrl: '/app/account/kyc-form' as const } }
    await request(server.url, sendVerification, again)
    await server.runJobs()
    const mails = await server.database.db
      .selectFrom('demo_mails')
      .select('links')
      .where('recipient', '=', body.email)
      .execute()
    expect(mails.map(({ links: [link = ''] }) => new URL(link).search)).toEqual(
      Array.from({ length: 2 }, () => '?redirectUrl=%2Fapp%2Faccount%2Fkyc-form'),
    )
    const refused = await join(person({ redirectUrl: 'https://evil.test/' }))
    expect([refused.status, fieldOf(refused)]).toEqual([400, ['redirectUrl']])
  })
  test('confirms the address once, and signs out anybody else who used it', async () => {
    const body = person()
    const { answer } = await join(body)
    const { kind, params } = await mailedLink(body.email)
    expect(kind).toBe('verification')
    const opened = await request(server.url, openMagicLink, { params })
    expect(opened.answer).toMatchObject({
      choosePassword: 'again',
      user: { emailVerified: true, hasPassword: false },
    })
    expect((await request(server.url, usersMe, { token: answer.token })).status).toBe(401)
    const signIn = () => request(server.url, authToken, { body: { username: body.email, password } })
    expect((await signIn()).code).toBe('invalid_credentials')
    const first = { token: opened.answer.token, body: { new_password: password } }
    expect((await request(server.url, updatePassword, first)).status).toBe(204)
    expect((await signIn()).answer.user.hasPassword).toBe(true)
    expect((await request(server.url, openMagicLink, { params })).code).toBe('magic_link_invalid')
  })

  test('comes again on request, at most five an hour, and not once the address is confirmed', async () => {
    const body = person()
    const { answer } = await join(body)
    const again = (token = answer.token) => request(server.url, sendVerification, { token })
    for (let asked = 0; asked < 7; asked += 1) expect((await again()).status).toBe(202)
    const { params } = await mailedLink(body.email)
    const mailed = () =>
      server.database.db.selectFrom('demo_mails').where('recipient', '=', body.email).selectAll().execute()
    expect(await mailed()).toHaveLength(5)
    const opened = await request(server.url, openMagicLink, { params })
    await sql`TRUNCATE throttles`.execute(server.database.db)
    expect((await again(opened.answer.token)).status).toBe(202)
    await server.runJobs()
    expect(await mailed()).toHaveLength(5)
  })

  test('is not asked for without end', async () => {
    const { answer } = await join(person())
    const { token } = answer
    await request(server.url, sendVerification, { token })
    const { db } = server.database
    await db.updateTable('throttles').set({ count: 30 }).where('key', 'like', 'verification:%').execute()
    expect((await request(server.url, sendVerification, { token })).code).toBe('too_many_requests')
  })

  test('lives 24 hours', async () => {
    const body = person()
    await join(body)
    await mailedLink(body.email)
    const { rows } = await sql<{ hours: number }>`
      SELECT round(extract(epoch FROM l.expires_at - l.created_at) / 3600)::int AS hours
      FROM one_time_links l JOIN users u ON u.id = l.user_id
      WHERE l.purpose = 'verification' AND u.email = ${body.email}`.execute(server.database.db)
    expect(rows).toEqual([{ hours: 24 }])
  })
})

test.each(['verification', 'reset'] as const)(
  'the owner of the address is not locked out by the second step of somebody who signed up with it: %s',
  async (purpose) => {
    const { db } = server.database
    const { answer } = await join(person())
    const userId = answer.user.id
    const { secret } = await request(server.url, beginSecondFactor, {
      token: answer.token,
      body: { current_password: password },
    }).then((begun) => begun.answer)
    const body = { code: codeOf(secret) }
    expect((await request(server.url, confirmSecondFactor, { token: answer.token, body })).status).toBe(200)
    const expiresAt = new Date(Date.now() + 60_000)
    const { path } = await createLink(db, { userId, purpose, clientId: null, createdBy: null, expiresAt })
    const [uid = '', token = ''] = path.split('/').slice(2)
    const proved =
      purpose === 'reset'
        ? await request(server.url, resetPassword, { body: { uid, token, new_password: 'yedi~tane~ceviz' } })
        : await request(server.url, openMagicLink, { params: { uid, token } })
    expect(proved.status).toBe(200)
    for (const table of ['second_factors', 'recovery_codes'] as const)
      expect(await db.selectFrom(table).where('user_id', '=', userId).selectAll().execute()).toEqual([])
    const { rows } = await sql<{ reason: string }>`
      SELECT reason FROM audit_entries WHERE subject_id = ${userId} AND action = 'second_factor_reset'`.execute(
      db,
    )
    expect(rows).toEqual([{ reason: 'address_confirmed' }])
    await server.runJobs()
    const told = await db
      .selectFrom('demo_mails')
      .select('subject')
      .where('recipient', '=', answer.user.email)
      .where('kind', '=', 'second_factor')
      .orderBy('id')
      .execute()
    expect(told.map(({ subject }) => subject)).toEqual([
      'Two-step sign-in is on for your Terazi account',
      'Two-step sign-in is off for your Terazi account',
    ])
  },
)

describe('a link says which password is to be chosen', () => {
  const openedBy = async (purpose: Parameters<typeof createLink>[1]['purpose'], hasPassword: boolean) => {
    const { answer } = await join(person())
    const { db } = server.database
    const userId = answer.user.id
    const password_hash = hasPassword ? 'some hash' : null
    await db
      .updateTable('users')
      .set({ email_verified_at: new Date(), password_hash })
      .where('id', '=', userId)
      .execute()
    const expiresAt = new Date(Date.now() + 60_000)
    const clientId = purpose === 'manager_invitation' ? await addClient(db) : null
    const { path } = await createLink(db, { userId, purpose, clientId, createdBy: null, expiresAt })
    const [uid = '', token = ''] = path.split('/').slice(2)
    return (await request(server.url, openMagicLink, { params: { uid, token } })).answer.choosePassword
  }

  test.each(['manager_invitation', 'verification', 'admin_magic'] as const)(
    'the first one, by %s, for somebody who has none',
    async (purpose) => {
      expect(await openedBy(purpose, false)).toBe('first')
      expect(await openedBy(purpose, true)).toBeUndefined()
    },
  )

  test('none for somebody who asked for a link to sign in', async () => {
    expect(await openedBy('magic', false)).toBeUndefined()
  })
})

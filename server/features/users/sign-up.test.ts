import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, signUp, updatePassword, usersMe } from '#contract/auth.ts'
import { request } from '#test/support/api.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let made = 0
const password = 'yedi~tane~kiraz'

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
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
  const [, uid = '', token = ''] = /\/magic-link\/([\w-]+)\/([\w-]{43})$/.exec(mail.links[0] ?? '') ?? []
  return { kind: mail.kind, params: { uid, token } }
}

test('FACTS-security 28: signing up makes a participant whose address is unverified, and nothing more', async () => {
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

test('FACTS-security 5: thirty an hour from one address, whatever it says it forwards', async () => {
  const tries = Array.from({ length: 33 }, (_, at) =>
    join(person({ confirmPassword: 'another one' }), { 'x-forwarded-for': `203.0.113.${at}` }),
  )
  const answers = await Promise.all(tries)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('the verification link', () => {
  test('confirms the address once, and throws out whoever sat on it', async () => {
    const body = person()
    const { answer } = await join(body)
    const { kind, params } = await mailedLink(body.email)
    expect(kind).toBe('verification')
    const opened = await request(server.url, openMagicLink, { params })
    expect(opened.answer.user.emailVerified).toBe(true)
    expect((await request(server.url, usersMe, { token: answer.token })).status).toBe(401)
    const signIn = () => request(server.url, authToken, { body: { username: body.email, password } })
    expect((await signIn()).code).toBe('invalid_credentials')
    const first = { token: opened.answer.token, body: { new_password: password } }
    expect((await request(server.url, updatePassword, first)).status).toBe(204)
    expect((await signIn()).status).toBe(200)
    expect((await request(server.url, openMagicLink, { params })).code).toBe('magic_link_invalid')
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

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openMagicLink } from '#contract/auth.ts'
import type { BodyIn } from '#contract/kit.ts'
import { confirmRegistration, getRegistrationPage, type Registered } from '#contract/registering.ts'
import {
  changeRegistration,
  closeRegistration,
  getRegistration,
  listRegistrants,
} from '#contract/registrations.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { mailsTo } from '#test/support/mails.ts'
import {
  addRegistration,
  mailedDigits,
  pageToken,
  registerAs,
  registerByMail,
} from '#test/support/registrations.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { noticeVersion } from './notice.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const enter = async (link: string | null) => {
  const [, , uid = '', token = ''] = link?.split('/') ?? []
  return request(server.url, openMagicLink, { params: { uid, token } })
}
const peopleOf = async (registrationId: string) =>
  (
    await request(server.url, listRegistrants, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, registrationId },
    })
  ).answer.results
const count = async (table: 'memberships' | 'assignments' | 'users' | 'quota_entries') => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(
    server.database.db,
  )
  return rows[0]?.n
}

test('the page says who asks, for which tests and until when, and shows the notice', async () => {
  const { code } = await addRegistration(server, cast, { inventoryIds: [inventory(cast, 'ENGLISH')] })
  // People may type the code in lower case.
  const { answer } = await request(server.url, getRegistrationPage, { params: { code: code.toLowerCase() } })
  expect(answer).toMatchObject({
    client: { name: 'Anadolu Gıda A.Ş.', phone: '0232 000 00 00' },
    name: 'Depo görevlisi',
    tests: [{ name: 'İngilizce seviye tespit testi', minutes: 45 }],
    endsOn: '2999-11-30',
    state: 'open',
    notice: { version: noticeVersion },
  })
  expect(answer.notice.text).toContain('hr@example.test')
  expect((await request(server.url, getRegistrationPage, { params: { code: 'ZZZZZZZZZZ' } })).status).toBe(
    404,
  )
})

test('an address is verified by a code, and its owner goes straight on to the tests', async () => {
  const { code, id } = await addRegistration(server, cast)
  const begun = await registerAs(server, code, { email: 'ada@deniz.test' })
  expect(begun.answer).toMatchObject({ outcome: 'code', link: null })
  // Nobody is registered before the code is entered.
  expect(await peopleOf(id)).toEqual([])
  const digits = await mailedDigits(server, 'ada@deniz.test')
  const stored = await server.database.db.selectFrom('registration_checks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(digits)
  const body = { check: begun.answer.check ?? '', digits }
  const { answer } = await request(server.url, confirmRegistration, { params: { code }, body })
  expect(answer.outcome).toBe('enter')
  const opened = (await enter(answer.link)).answer
  expect(opened.user).toMatchObject({ name: 'Ada Deniz', invitation: true })
  expect(opened.assignments?.results).toMatchObject([
    { inventory: { code: 'ENGLISH' }, dueDate: '2999-12-31' },
  ])
  expect(await peopleOf(id)).toMatchObject([
    { name: 'Ada Deniz', email: 'ada@deniz.test', state: 'accepted' },
  ])
  // The invitation's mail comes as well, for another device.
  await server.runJobs()
  const mails = await server.database.db.selectFrom('demo_mails').select(['kind']).execute()
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['invitation', 'registration_code'])
  // The address is verified now, as by a mailed link.
  const user = await server.database.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('email', '=', 'ada@deniz.test')
    .executeTakeFirstOrThrow()
  expect(user.email_verified_at).not.toBeNull()
  // A code works once.
  expect((await request(server.url, confirmRegistration, { params: { code }, body })).code).toBe(
    'registration_code_over',
  )
})

test('the invitation is in the language in which somebody registered, and so is their account; the test keeps its own', async () => {
  const { code } = await addRegistration(server, cast)
  const email = 'reader@deniz.test'
  const begun = await registerAs(server, code, { email }, undefined, 'en')
  const digits = await mailedDigits(server, email)
  const body = { check: begun.answer.check ?? '', digits }
  await request(server.url, confirmRegistration, { params: { code }, body })
  await server.runJobs()
  const mails = await mailsTo(server.database.db, email)
  expect(mails.map(({ kind, html }) => [kind, /<html lang="(..)"/.exec(html)?.[1]])).toEqual([
    ['registration_code', 'en'],
    ['invitation', 'en'],
  ])
  const person = await server.database.db
    .selectFrom('users')
    .innerJoin('assignments', 'assignments.user_id', 'users.id')
    .select(['users.locale', 'assignments.locale as tests'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(person).toEqual({ locale: 'en', tests: 'tr' })
})

test('a code has five tries and 15 minutes', async () => {
  const { code } = await addRegistration(server, cast)
  const begun = await registerAs(server, code, { email: 'bes@deniz.test' })
  const digits = await mailedDigits(server, 'bes@deniz.test')
  const wrong = digits === '000000' ? '000001' : '000000'
  const confirm = (typed: string, check = begun.answer.check ?? '') =>
    request(server.url, confirmRegistration, { params: { code }, body: { check, digits: typed } })
  const codes = []
  for (let n = 0; n < 5; n += 1) codes.push((await confirm(wrong)).code)
  expect(codes).toEqual([...Array(4).fill('registration_code_wrong'), 'registration_code_over'])
  expect((await confirm(digits)).code).toBe('registration_code_over')
  const again = await registerAs(server, code, { email: 'bes@deniz.test' })
  const later = await mailedDigits(server, 'bes@deniz.test')
  await sql`UPDATE registration_checks SET code_ends_at = now()`.execute(server.database.db)
  expect((await confirm(later, again.answer.check ?? '')).code).toBe('registration_code_over')
})

test('the same person by address: one person, one unit, and in again from any device', async () => {
  const registration = await addRegistration(server, cast)
  const { code } = registration
  await registerByMail(server, code, { email: 'ayni@deniz.test' })
  const before = [await count('memberships'), await count('assignments'), await count('quota_entries')]
  const again = await registerByMail(server, code, { email: 'AYNI@deniz.test', name: 'Başka Ad' })
  expect(again.answer.outcome).toBe('enter')
  expect((await enter(again.answer.link)).answer.user.name).toBe('Ada Deniz')
  expect([await count('memberships'), await count('assignments'), await count('quota_entries')]).toEqual(
    before,
  )
  // Also after it was closed.
  const params = { clientId: cast.anadolu, registrationId: registration.id }
  await request(server.url, closeRegistration, { token: cast.manager.token, params })
  expect((await registerByMail(server, code, { email: 'ayni@deniz.test' })).answer.outcome).toBe('enter')
})

test('a registration that is closed or full mails codes to those alone who registered, and says nothing of it', async () => {
  const full = await addRegistration(server, cast, { cap: 1 })
  const closed = await addRegistration(server, cast)
  for (const { code } of [full, closed]) await registerByMail(server, code, { email: 'icerde@deniz.test' })
  const params = { clientId: cast.anadolu, registrationId: closed.id }
  await request(server.url, closeRegistration, { token: cast.manager.token, params })
  for (const [state, { code }] of Object.entries({ full, closed })) {
    await sql`TRUNCATE demo_mails`.execute(server.database.db)
    // A person who opened the page while it was open learns that it no longer is, known or not.
    for (const email of ['icerde@deniz.test', 'disarda@deniz.test'])
      expect((await registerAs(server, code, { email })).answer).toMatchObject({ outcome: 'code', state })
    expect(await mailedDigits(server, 'icerde@deniz.test')).toMatch(/^\d{6}$/)
    expect(await mailedDigits(server, 'disarda@deniz.test')).toBe('')
  }
})

test('a code that was promised comes, also where the last place went meanwhile, and entering it says so', async () => {
  const { code } = await addRegistration(server, cast, { cap: 1 })
  const begun = await registerAs(server, code, { email: 'gec@deniz.test' })
  expect(begun.answer).toMatchObject({ outcome: 'code', state: 'open' })
  await registerAs(server, code, { phone: '0532 444 00 01' })
  const digits = await mailedDigits(server, 'gec@deniz.test')
  const body = { check: begun.answer.check ?? '', digits }
  expect((await request(server.url, confirmRegistration, { params: { code }, body })).code).toBe(
    'registration_full',
  )
})

test('nothing that somebody typed is in the mail with the code', async () => {
  const { code } = await addRegistration(server, cast)
  await registerAs(server, code, { email: 'baskasi@deniz.test', name: 'Ödül kazandınız' })
  await server.runJobs()
  const mails = await server.database.db.selectFrom('demo_mails').selectAll().execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['registration_code'])
  expect(JSON.stringify(mails)).not.toMatch(/Ödül/)
})

test('an address gets the same answer, known or not, and a code each time', async () => {
  const { code } = await addRegistration(server, cast)
  await registerByMail(server, code, { email: 'bilinen@deniz.test' })
  const shape = ({ outcome, check, link }: Registered) => ({ outcome, check: check?.length, link })
  const known = await registerAs(server, code, { email: 'bilinen@deniz.test' })
  const manager = await registerAs(server, code, { email: cast.manager.email })
  const stranger = await registerAs(server, code, { email: 'bilinmeyen@deniz.test' })
  expect(shape(known.answer)).toEqual(shape(stranger.answer))
  expect(shape(manager.answer)).toEqual(shape(stranger.answer))
  for (const email of ['bilinen@deniz.test', cast.manager.email, 'bilinmeyen@deniz.test'])
    expect(await mailedDigits(server, email)).toMatch(/^\d{6}$/)
})

test('a phone goes on to the tests on this device; the same phone again opens nothing', async () => {
  const { code, id } = await addRegistration(server, cast)
  const first = await registerAs(server, code, { phone: '0532 111 22 33', name: 'Hasan Yıldız' })
  expect((await enter(first.answer.link)).answer.user.name).toBe('Hasan Yıldız')
  const before = [await count('memberships'), await count('assignments')]
  const received = { outcome: 'received', check: null, state: null, link: null, dayCode: null }
  // Another spelling, another name: the answer doesn't say whether anybody is known.
  const again = await registerAs(server, code, { phone: '+90 (532) 111-22-33', name: 'Bir Başkası' })
  expect(again.answer).toEqual(received)
  // The manager alone learns that it came again.
  expect(await peopleOf(id)).toMatchObject([
    { name: 'Hasan Yıldız', repeats: 1, repeatedAt: expect.any(String) },
  ])
  // At another link of the client they have to wait, because nobody can tell whose phone it is.
  const other = await addRegistration(server, cast, { name: 'Şoför' })
  expect(
    (await registerAs(server, other.code, { phone: '05321112233', name: 'Hasan Yıldız' })).answer,
  ).toEqual(received)
  expect(await peopleOf(other.id)).toMatchObject([{ state: 'waiting', knownAs: 'Hasan Yıldız' }])
  expect([await count('memberships'), await count('assignments')]).toEqual(before)
})

test('somebody who can’t be accepted without a manager waits', async () => {
  const { code, id } = await addRegistration(server, cast)
  expect((await registerByMail(server, code, { email: cast.manager.email })).answer.outcome).toBe('received')
  expect(await peopleOf(id)).toMatchObject([{ state: 'waiting', email: cast.manager.email }])
})

test('bots are sent away as in the contact form', async () => {
  const { code, id } = await addRegistration(server, cast)
  const { answer } = await request(server.url, getRegistrationPage, { params: { code } })
  // Too soon, then nobody's, then used.
  expect((await registerAs(server, code, { phone: '0532 000 00 01' }, answer.token)).code).toBe(
    'contact_expired',
  )
  expect((await registerAs(server, code, { phone: '0532 000 00 01' }, 'x')).code).toBe('contact_expired')
  const token = await pageToken(server, code)
  await registerAs(server, code, { phone: '0532 000 00 02' }, token)
  expect((await registerAs(server, code, { phone: '0532 000 00 03' }, token)).code).toBe('contact_expired')
  const trap = { phone: '0532 000 00 04', website: 'https://spam.example' }
  expect((await registerAs(server, code, trap)).answer.outcome).toBe('received')
  expect(await peopleOf(id)).toHaveLength(1)
})

test('two hundred people behind one address can register; an address gets five codes an hour', async () => {
  const { code } = await addRegistration(server, cast, { cap: 250 })
  for (let n = 0; n < 5; n += 1)
    expect((await registerAs(server, code, { email: 'cok@deniz.test' })).status).toBe(200)
  expect((await registerAs(server, code, { email: 'cok@deniz.test' })).status).toBe(429)
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT key, count FROM throttles WHERE key LIKE 'register:%' AND count > 0`.execute(server.database.db)
  expect(rows).toMatchObject([{ count: 6 }])
  await sql`UPDATE throttles SET count = 599 WHERE key LIKE 'register:%' AND count > 0`.execute(
    server.database.db,
  )
  expect((await registerAs(server, code, { email: 'son@deniz.test' })).status).toBe(200)
  expect((await registerAs(server, code, { email: 'fazla@deniz.test' })).status).toBe(429)
})

test.each([
  ['twenty', {}, 20],
  ['as many as a manager expects', { atGate: 3 }, 3],
])(
  'of phones that come at once %s are accepted, then a manager decides and gets a mail',
  async (_, more, accepted) => {
    const registration = await addRegistration(server, cast, { cap: 40, ...more })
    const { code } = registration
    const phone = (n: number) => `0536 ${String(accepted).padStart(3, '0')} 00 ${String(n).padStart(2, '0')}`
    const tokens = []
    for (let n = 0; n < accepted + 4; n += 1) tokens.push(await pageToken(server, code))
    // All register at the same moment, and each counts those before it.
    const answers = await Promise.all(
      tokens.map((token, n) => registerAs(server, code, { phone: phone(n) }, token)),
    )
    const outcomes = answers.map(({ answer }) => answer.outcome)
    expect(outcomes.filter((one) => one === 'enter')).toHaveLength(accepted)
    expect(outcomes.filter((one) => one === 'received')).toHaveLength(4)
    // Verified addresses wait as well from now on, as with any registration that a manager decides about.
    expect((await registerByMail(server, code, { email: `${accepted}@deniz.test` })).answer.outcome).toBe(
      'received',
    )
    const at = {
      token: cast.manager.token,
      params: { clientId: cast.anadolu, registrationId: registration.id },
    }
    expect((await request(server.url, getRegistration, at)).answer).toMatchObject({
      approval: true,
      burstAt: expect.any(String),
      people: { accepted, waiting: 5 },
    })
    await server.runJobs()
    const mails = await server.database.db
      .selectFrom('demo_mails')
      .selectAll()
      .where('kind', '=', 'registration_burst')
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([cast.manager.email])
    await sql`TRUNCATE demo_mails`.execute(server.database.db)
  },
)

test('after a burst a manager lets phones in again, and says how many come at once', async () => {
  const registration = await addRegistration(server, cast, { cap: 40, atGate: 1 })
  const { code, id: registrationId } = registration
  const at = { token: cast.manager.token, params: { clientId: cast.anadolu, registrationId } }
  const outcomeOf = async (phone: string) => (await registerAs(server, code, { phone })).answer.outcome
  expect([await outcomeOf('0537 000 00 01'), await outcomeOf('0537 000 00 02')]).toEqual([
    'enter',
    'received',
  ])
  const change = (body: BodyIn<typeof changeRegistration>) =>
    request(server.url, changeRegistration, { ...at, body })
  // Fields that the change doesn't name stay.
  expect((await change({ cap: 39 })).answer).toMatchObject({ approval: true, burstAt: expect.any(String) })
  expect((await change({ approval: false, atGate: 5 })).answer).toMatchObject({
    approval: false,
    burstAt: null,
    atGate: 5,
    cap: 39,
    people: { waiting: 1 },
  })
  expect(await outcomeOf('0537 000 00 03')).toBe('enter')
  expect((await change({ approval: true })).answer).toMatchObject({ approval: true, burstAt: null })
  expect(await outcomeOf('0537 000 00 04')).toBe('received')
  expect((await change({ atGate: null })).answer.atGate).toBeNull()
  const entries = await server.database.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'details'])
    .where('action', '=', 'registration_changed')
    .where('actor_id', 'is not', null)
    .orderBy('id')
    .execute()
  expect(entries.map(({ details }) => Object(details).fields)).toEqual([
    ['cap'],
    ['approval', 'at_gate'],
    ['approval'],
    ['at_gate'],
  ])
  const approvals = entries.map(({ details }) => Object(details).approval)
  expect(approvals).toEqual([undefined, false, true, undefined])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openContact, sendContact } from '#contract/contact.ts'
import { request } from '#test/support/api.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { acceptMessage } from './contact.ts'

let server: TestServer
let second: TestServer

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const message = {
  name: 'Ada Deniz',
  organisation: 'Deniz Gıda A.Ş.',
  email: 'ada@deniz.test',
  message: 'Merhaba,\n\nKırk kişiyi <b>sınamak</b> istiyoruz.\r\nBcc: hepsi@ornek.test',
}

/** A token as somebody has it who opened the form this many seconds ago. */
async function tokenOf(seconds: number): Promise<string> {
  const { answer } = await request(server.url, openContact)
  await sql`UPDATE throttles SET window_start = window_start - ${seconds} * interval '1 second' WHERE count = 0`.execute(
    server.database.db,
  )
  return answer.token
}

const send = async (token: string, more: Record<string, string> = {}, to = server) =>
  request(to.url, sendContact, { body: { ...message, token, ...more } })

const mails = async () => {
  await server.runJobs()
  return server.database.db.selectFrom('demo_mails').selectAll().execute()
}

test('a message reaches the people who run the installation, with what was written and nothing made of it', async () => {
  // The token was given by another process.
  const { status } = await send(await tokenOf(10), {}, second)
  expect(status).toBe(202)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.recipient).toBe('contact@terazi.test')
  expect(mail?.subject).toBe('İletişim formu: Ada Deniz, Deniz Gıda A.Ş.')
  expect(mail?.text).toContain('Kırk kişiyi <b>sınamak</b> istiyoruz.\n\nBcc: hepsi@ornek.test')
  expect(mail?.text).toContain('ada@deniz.test')
  expect(mail?.html).toContain('&lt;b&gt;sınamak&lt;/b&gt;')
})

test.each([
  ['too young', 1],
  ['too old', 3 * 3600],
])('a token that is %s sends nothing', async (_, seconds) => {
  expect((await send(await tokenOf(seconds))).code).toBe('contact_expired')
  expect(await mails()).toEqual([])
})

test('a token sends one message, also when it is sent twice at once', async () => {
  const token = await tokenOf(10)
  const codes = await Promise.all([send(token), send(token, {}, second), send(token)])
  expect(codes.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  expect(await mails()).toHaveLength(1)
})

test('a message that fills in the hidden field gets the usual answer and is dropped', async () => {
  const { status } = await send(await tokenOf(10), { website: 'https://buy.example' })
  expect(status).toBe(202)
  expect(await mails()).toEqual([])
})

test('a name cannot begin a new line of a header, and a wrong field is named', async () => {
  const token = await tokenOf(10)
  const { status, json } = await send(token, { name: 'Ada\r\nBcc: hepsi@ornek.test', message: 'kısa' })
  expect(status).toBe(400)
  expect(Object.keys(Object(json).message).sort()).toEqual(['message', 'name'])
  // A refused message has not used the token up.
  expect((await send(token)).status).toBe(202)
})

test('one address is not heard without end', async () => {
  const codes: (string | undefined)[] = []
  for (let at = 0; at < 21; at += 1) codes.push((await send('nobody’s')).code)
  expect(codes.slice(0, 20)).toEqual(Array(20).fill('contact_expired'))
  expect(codes[20]).toBe('too_many_requests')
})

test('an IPv6 subscriber is one sender, however many addresses they own', async () => {
  const { db } = server.database
  const refused = (at: number) => {
    const sender = { locale: 'tr' as const, address: `2001:db8:5:1::${at.toString(16)}` }
    return acceptMessage(db, undefined, { ...message, token: 'nobody’s' }, sender).catch(
      (error) => error.code,
    )
  }
  for (let at = 0; at < 20; at += 1) expect(await refused(at)).toBe('contact_expired')
  expect(await refused(20)).toBe('too_many_requests')
})

test('what is not heard silences nobody, and two hundred messages an hour are enough', async () => {
  const { db } = server.database
  for (let at = 0; at < 201; at += 1) {
    const sender = { locale: 'tr' as const, address: `198.51.100.${at}` }
    const byMachine = at % 2 === 1
    const written = { ...message, token: 'nobody’s', ...(byMachine ? { website: 'x' } : {}) }
    const said = await acceptMessage(db, undefined, written, sender).then(
      () => 'nothing',
      (error) => error.code,
    )
    expect(said).toBe(byMachine ? 'nothing' : 'contact_expired')
  }
  expect((await send(await tokenOf(10))).status).toBe(202)
  await sql`UPDATE throttles SET count = 200 WHERE key = 'contact:everybody'`.execute(db)
  expect((await send(await tokenOf(10))).code).toBe('too_many_requests')
})

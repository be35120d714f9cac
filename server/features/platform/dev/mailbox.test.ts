import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { demoMail } from '#contract/dev.ts'
import { handleError } from '#server/http/problems.ts'
import type { Attachment } from '#server/mail/envelope.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { devRoutes } from './routes.ts'

let database: TestDatabase
const apps: FastifyInstance[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await sql`TRUNCATE demo_mails`.execute(database.db)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await database.drop()
})

async function serve(demo: boolean): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(compress, { global: false })
  app.setErrorHandler(handleError)
  devRoutes(app, {
    db: database.db,
    http: {
      demo,
      defaultLocale: 'tr',
      findCaller: async () => null,
      findKey: async () => null,
      recordRefusal: async () => {},
      isHeld: () => false,
    },
  })
  apps.push(app)
  return app
}

async function send(address: string, subject: string, attachments: Attachment[] = []): Promise<void> {
  await createMailer({ from: 'davet@terazi.example', db: database.db }).send({
    kind: 'invitation',
    eventKey: subject,
    to: { name: 'Ali', address },
    attachments,
    content: {
      locale: 'tr',
      subject,
      preheader: '',
      heading: '<script>alert(1)</script>',
      paragraphs: [],
      rows: [],
      action: { label: 'Git', url: 'https://terazi.example/magic-link/a/b', fallback: '', lead: 'Git:' },
      notes: [],
      closing: [],
    },
  })
}

test('the newest mail comes first, of one recipient when asked', async () => {
  await send('a@example.com', 'one')
  await send('b@example.com', 'two')
  await send('a@example.com', 'three')
  const app = await serve(true)
  const subjects = async (query: string) => {
    const answer = await app.inject(`/api/dev/mailbox/${query}`)
    expect(answer.statusCode).toBe(200)
    return z
      .array(demoMail)
      .parse(answer.json())
      .map(({ subject }) => subject)
  }
  expect(await subjects('')).toEqual(['three', 'two', 'one'])
  expect(await subjects('?to=A@example.com')).toEqual(['three', 'one'])
  expect((await app.inject('/api/dev/mailbox/?to=nobody')).statusCode).toBe(400)
  const [mail] = z.array(demoMail).parse((await app.inject('/api/dev/mailbox/')).json())
  expect(mail?.links).toEqual(['https://terazi.example/magic-link/a/b'])
})

test('SR-41: the pages show mails and run nothing of them', async () => {
  await send('a@example.com', '<img src=x onerror=alert(1)>')
  const app = await serve(true)
  const list = await app.inject({ url: '/dev/mailbox', headers: { 'accept-language': 'en' } })
  expect(list.body).toContain('Demo mailbox')
  expect(list.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(list.headers['content-security-policy']).toContain("default-src 'none'")
  const address = /\/dev\/mailbox\/[0-9a-f-]{36}/.exec(list.body)?.[0] ?? ''
  const page = await app.inject(address)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('href="https://terazi.example/magic-link/a/b"')
  expect(page.body).not.toMatch(/<(script|img src=x)/)
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect((await app.inject('/dev/mailbox/nothing')).statusCode).toBe(404)
})

test('a mail lists its files, and each of them can be kept', async () => {
  const [one, two] = [Buffer.from('%PDF-1.7 \u0000 ı'), Buffer.from('<b>')]
  await send('a@example.com', 'with files', [
    { name: 'TRZ2026000000042.pdf', type: 'application/pdf', content: one },
    { name: '<i>.html', type: 'text/html', content: two },
  ])
  const app = await serve(true)
  const [mail] = z.array(demoMail).parse((await app.inject('/api/dev/mailbox/')).json())
  expect(mail?.attachments.map(({ name, type }) => [name, type])).toEqual([
    ['TRZ2026000000042.pdf', 'application/pdf'],
    ['i .html', 'text/html'],
  ])
  const urls = mail?.attachments.map(({ url }) => url) ?? []
  const page = await app.inject(urls[0]?.replace(/\/files\/.*/, '') ?? '')
  for (const url of urls) expect(page.body).toContain(`href="${url}"`)
  const files = await Promise.all(urls.map((url) => app.inject(url)))
  expect(files.map((file) => file.rawPayload)).toEqual([one, two])
  for (const file of files) expect(file.headers['content-disposition']).toMatch(/^attachment; /)
  expect((await app.inject(`${urls[0]?.replace(/0$/, '2')}`)).statusCode).toBe(404)
  expect((await (await serve(false)).inject(urls[0] ?? '')).statusCode).toBe(404)
})

test('outside a demo nothing of it exists', async () => {
  const app = await serve(false)
  for (const url of [
    '/api/dev/mailbox/',
    '/dev/mailbox',
    '/dev/mailbox/01970000-0000-7000-8000-000000000000',
  ])
    expect((await app.inject(url)).statusCode).toBe(404)
})

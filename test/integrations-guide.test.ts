import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from '#contract/access.ts'
import { createWebhook, testWebhook } from '#contract/webhooks.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { deliverWebhook } from '#server/features/integrations/webhooks/jobs.ts'
import { request } from './support/api.ts'
import { addApiKey } from './support/api-keys.ts'
import { type Cast, castOf, inventory } from './support/cast.ts'
import { freePort } from './support/external-postgres.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { startTest, submit } from './support/taking.ts'

// docs/integrations.md as somebody follows it: its requests by API key, and its program, which runs as a process of its own.

const guide = readFileSync('docs/integrations.md', 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

let server: TestServer
let cast: Cast
beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

/** Makes the guide's request to an address that begins like this, with the reader's own values. */
async function curl(begin: string, values: Record<string, string>) {
  const written = blocks('sh').find((code) => code.startsWith(`curl "https://HOST${begin}`))
  if (written === undefined) throw new Error(`the guide asks nothing of ${begin}`)
  const command = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    written.replace('https://HOST', server.url),
  )
  const [, url = ''] = /^curl "([^"]+)"/.exec(command) ?? []
  const headers = [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  const [, body] = /-d '([^']+)'/.exec(command) ?? []
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, json: await answer.json() }
}

/** The guide's program, with the lines that it prints. */
async function startProgram(env: Record<string, string>) {
  const [program = ''] = blocks('js')
  // This server has no https.
  const local = program.replace(/https:\/\/(?=\$)/, '')
  const ready = `${local}\nconsole.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', ready], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  expect(await next()).toBe('ready')
  return { next, stop: () => child.kill() }
}

test('another system assigns a test by key, takes the event by webhook, and reads the result', async () => {
  const { key } = await addApiKey(server, cast.manager.token, cast.anadolu, { scopes: [...scopes] })
  const port = await freePort()
  const added = await request(server.url, createWebhook, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { url: `http://127.0.0.1:${port}/terazi`, events: ['assignment.completed', 'result.ready'] },
  })
  const { id: webhookId, secret } = added.answer
  const program = await startProgram({
    HOST: server.url,
    KEY: key,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
  })
  const values = { CLIENT: cast.anadolu, KEY: key }

  const quotas = await curl('/api/clients/CLIENT/quotas/', values)
  const english = quotas.json.find((one: { inventory: { code: string } }) => one.inventory.code === 'ENGLISH')
  expect([english.enabled, english.inventory.id]).toEqual([true, inventory(cast, 'ENGLISH')])
  const invite = () => curl('/api/clients/CLIENT/invite_emails/', { ...values, TEST: english.inventory.id })
  const [invited, repeated] = [await invite(), await invite()]
  expect([invited.status, repeated.json]).toEqual([200, invited.json])
  const { userId, membershipId } = invited.json.created[0]

  const token = await openSession(server.database.db, {
    userId,
    invitationClientId: cast.anadolu,
    remembered: false,
    mailed: true,
  })
  const list = await curl('/api/clients/CLIENT/assignments/', values)
  expect(list.status).toBe(200)
  const { id: assignmentId } = await server.database.db
    .selectFrom('assignments')
    .select('id')
    .where('membership_id', '=', membershipId)
    .executeTakeFirstOrThrow()
  await submit(server, { started: await startTest(server.url, token, assignmentId), assignmentId })
  // Once before the events, which shows that the program takes it, and prints nothing.
  const tested = await request(server.url, testWebhook, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu, webhookId },
  })
  expect(tested.status).toBe(202)
  await server.runJobs([deliverWebhook])
  expect(JSON.parse(await program.next())).toEqual({ membershipId, assignmentId, test: 'ENGLISH' })
  const states = await server.database.db
    .selectFrom('webhook_deliveries')
    .select(['event', 'state'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .execute()
  expect(states).toEqual(
    ['assignment.completed', 'result.ready', 'test'].map((event) => ({ event, state: 'delivered' })),
  )

  const report = await curl('/api/assignments/ASSIGNMENT/report/', { ...values, ASSIGNMENT: assignmentId })
  expect([report.status, report.json.inventory.code]).toEqual([200, 'ENGLISH'])
  const finished = await curl('/api/clients/CLIENT/assignments/', values)
  expect(finished.json.results.map((one: { id: string }) => one.id)).toContain(assignmentId)

  // Nobody else makes the program believe something.
  const forged = await fetch(`http://127.0.0.1:${port}/terazi`, {
    method: 'POST',
    headers: {
      'webhook-id': 'a',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({ type: 'result.ready', data: { membershipId, assignmentId } }),
  })
  expect(forged.status).toBe(401)
  program.stop()
})

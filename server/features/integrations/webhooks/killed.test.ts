import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createWebhook, listWebhookDeliveries, testWebhook } from '#contract/webhooks.ts'
import { request } from '#test/support/api.ts'
import { freePort, startExternalPostgres } from '#test/support/external-postgres.ts'
import { kill, query } from '#test/support/postgres-process.ts'

// The whole server as a process of its own, ended without a warning after a receiver has taken a message and before this is noted.

const patience = { timeout: 200_000, interval: 100 }

test('a message that was sent by a process that was killed comes again from the next one, with the same id', async () => {
  const postgres = await startExternalPostgres()
  const folder = mkdtempSync('/tmp/terazi-webhooks-')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: postgres.url,
        ALLOW_PRIVATE_WEBHOOKS: '1',
        LOG_LEVEL: 'fatal',
      },
      stdio: 'ignore',
    })
    await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), patience)
    return child
  }
  let server = await start()
  const received: string[] = []
  let noticed = 0
  const receiver = createServer(async (asked, response) => {
    received.push(String(asked.headers['webhook-id']))
    // The answer of the first one finds nobody.
    if (received.length === 1) await kill(server)
    noticed += 1
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')

  const [client] = await query(postgres.url, `SELECT id FROM clients WHERE name LIKE 'Anadolu%' LIMIT 1`)
  const signedIn = await fetch(`${url}/api/auth-token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager@demo.test', password: 'terazi-demo-2026' }),
  })
  const { token } = Object(await signedIn.json())
  const params = { clientId: String(client?.id) }
  const added = await request(url, createWebhook, {
    token,
    params,
    body: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, events: ['result.ready'] },
  })
  expect(added.status, added.text).toBe(201)
  const of = { ...params, webhookId: added.answer.id }
  await request(url, testWebhook, { token, params: of })
  await vi.waitFor(() => expect([server.signalCode, noticed]).toEqual(['SIGKILL', 1]), patience)
  const states = async () => {
    const { answer } = await request(url, listWebhookDeliveries, { token, params: of })
    return answer.results.map(({ id, state, tries }) => [id, state, tries])
  }
  const [left] = await query(postgres.url, 'SELECT state, tries FROM webhook_deliveries')
  expect(left).toEqual({ state: 'waiting', tries: 0 })

  server = await start()
  await vi.waitFor(async () => expect(await states()).toEqual([[received[0], 'delivered', 1]]), patience)
  expect(received).toEqual([received[0], received[0]])
  await kill(server)
  receiver.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}, 480_000)

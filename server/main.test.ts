import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort, startExternalPostgres } from '#test/support/external-postgres.ts'
import { processesIn } from '#test/support/postgres-process.ts'

let folder: string
let port: number
let children: ChildProcess[] = []
const base = () => `http://127.0.0.1:${port}`

beforeEach(async () => {
  folder = mkdtempSync('/tmp/terazi-main-')
  chmodSync(folder, 0o711)
  port = await freePort()
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await vi.waitFor(() => expect(processesIn(folder)).toEqual([]), { timeout: 60_000 })
  rmSync(folder, { recursive: true, force: true })
})

/** The server as it is started, with nothing of our own environment but PATH. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const closed = once(child, 'close').then(([code]) => ({ code, ...said }))
  /** Resolves once it has said this: output arrives in pieces of any size. */
  const says = (words: RegExp) =>
    vi.waitFor(() => expect(said.out).toMatch(words), { timeout: 200_000, interval: 50 })
  return { child, closed, says, ready: () => says(/Ready after/) }
}

test('a first start makes the demo, a second one finds it, and SIGTERM ends both in order', async () => {
  const first = start()
  await first.ready()
  for (const words of [`${base()}\n`, 'manager@demo.test', `${base()}/dev/mailbox`])
    await first.says(new RegExp(words))
  const signIn = () =>
    fetch(`${base()}/api/auth-token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'manager@demo.test', password: 'terazi-demo-2026' }),
    })
  expect((await signIn()).status).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.closed).toMatchObject({ code: 0, err: '' })
  expect(processesIn(folder)).toEqual([])
  const second = start()
  await second.ready()
  expect((await signIn()).status).toBe(200)
  second.child.kill('SIGINT')
  expect(await second.closed).toMatchObject({ code: 0, err: '' })
}, 480_000)

test('SR-08: production on an own PostgreSQL: no demo, one link for the first superuser, not ready once it stops', async () => {
  const external = await startExternalPostgres()
  const server = start({
    NODE_ENV: 'production',
    DATABASE_URL: external.url,
    SECRET_KEY: 'k'.repeat(32),
    PUBLIC_URL: 'https://terazi.example.com',
    STOP_DELAY: '300',
  })
  await server.ready()
  await server.says(
    /The first superuser does so once, within a day, by https:\/\/terazi\.example\.com\/magic-link\/\S+\/\S+\n/,
  )
  expect((await fetch(`${base()}/api/dev/mailbox/`)).status).toBe(404)
  const ready = async () => {
    const answer = await fetch(`${base()}/health/ready`)
    return [answer.status, await answer.json()]
  }
  await expect.poll(ready).toEqual([200, { status: 'ok', ready: true }])
  // A proxy learns that this process stops while it still answers; a second signal ends that.
  server.child.kill('SIGTERM')
  await expect.poll(ready).toEqual([503, expect.objectContaining({ ready: false, reason: 'stopping' })])
  server.child.kill('SIGTERM')
  const { code, out } = await server.closed
  expect([code, out.includes('demo.test')]).toEqual([1, false])
  await external.stop()
}, 240_000)

const refusals: [string, () => Promise<Record<string, string>>, RegExp][] = [
  ['a wrong environment', async () => ({ PORT: 'abc' }), /^PORT must be a whole number from 1 to 65535\.\n$/],
  [
    'a host that is not loopback',
    async () => ({ HOST: '0.0.0.0' }),
    /^HOST must be a loopback address [^\n]+\.\n$/,
  ],
  [
    'an unreachable database',
    async () => ({
      DATABASE_URL: `postgres://terazi:hunter2@127.0.0.1:${await freePort()}/terazi`,
      DATABASE_WAIT: '0',
    }),
    /^The database "terazi" of DATABASE_URL at 127\.0\.0\.1:\d+ cannot be used: connect ECONNREFUSED 127\.0\.0\.1:\d+\.\n$/,
  ],
  [
    'a data directory that cannot be made',
    async () => {
      writeFileSync(join(folder, 'file'), '')
      return { DATA_DIR: join(folder, 'file', 'data') }
    },
    /^The data directory \S+ cannot be made \([^\n]+\): set DATA_DIR to a folder that this user may write\.\n$/,
  ],
]
test.each(refusals)('%s is one sentence and exit code 1', async (_, arrange, sentence) => {
  const { code, err } = await start(await arrange()).closed
  expect(err).toMatch(sentence)
  expect(code).toBe(1)
})

test('a busy port is one sentence and exit code 1', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const { code, err } = await start().closed
  other.close()
  expect(err).toBe(
    `Port ${port} of 127.0.0.1 is in use by another program: stop that one, or set PORT to another number.\n`,
  )
  expect(code).toBe(1)
})

import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/support/external-postgres.ts'
import { startTestServer } from '#test/support/server.ts'
import { run } from './run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync('/tmp/terazi-status-')
})
afterAll(() => rmSync(folder, { recursive: true }))

const draw = (url: string, out = folder) => run(['status', '--out', out, '--url', url])
const page = () => readFileSync(join(folder, 'index.html'), 'utf8')
const history = () => JSON.parse(readFileSync(join(folder, 'status.json'), 'utf8'))

test('a server that works, one that is held, one that is away, and a proxy that answers for it', async () => {
  const server = await startTestServer()
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200)
  expect(await draw(server.url)).toMatchObject({ state: 'ready', reason: null })
  expect(page()).toContain('Çalışıyor')
  expect(page()).toContain('Working')
  await server.close()

  let answer: [number, string] = [503, JSON.stringify({ ready: false, reason: 'held' })]
  const other = createServer((_request, reply) => {
    reply.writeHead(answer[0]).end(answer[1])
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${Object(other.address()).port}`
  expect(await draw(url)).toMatchObject({ state: 'not_ready', reason: 'held' })
  expect(page()).toContain('isn’t open yet')
  answer = [503, JSON.stringify({ ready: false, reason: '<script>' })]
  expect(await draw(url)).toMatchObject({ state: 'not_ready' })
  expect(page()).toContain('can’t do its work')
  answer = [200, '<html>Welcome to nginx!</html>']
  expect(await draw(url)).toMatchObject({ state: 'unreachable', reason: null })
  other.close()

  expect(await draw(`http://127.0.0.1:${await freePort()}`)).toMatchObject({ state: 'unreachable' })
  expect(page()).toContain('Ulaşılamıyor')
  const [today] = Object.values(history().days)
  expect(today).toEqual({ checks: 5, good: 1 })
  expect(page()).toContain('20%')
  // Nothing from elsewhere, nothing that runs, and no half of a file.
  expect(page()).not.toMatch(/<script|src=|https?:/)
  expect(readdirSync(folder).toSorted()).toEqual(['index.html', 'status.json'])
})

test('90 days are kept, a damaged history begins again, and the state has a beginning', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const last = { at: '2026-01-01T00:00:00Z', state: 'unreachable', reason: null }
  writeFileSync(
    join(folder, 'status.json'),
    JSON.stringify({ days: { '2020-01-01': { checks: 9, good: 9 } }, since: '2025-12-31T00:00:00Z', last }),
  )
  await draw(nobody)
  expect(history().since).toBe('2025-12-31T00:00:00Z')
  expect(Object.keys(history().days)).toHaveLength(1)
  expect(page().match(/<li /g)).toHaveLength(180)
  writeFileSync(join(folder, 'status.json'), '{"days": ')
  await draw(nobody)
  expect(Object.values(history().days)).toEqual([{ checks: 1, good: 0 }])
})

test('says what is missing, and where it can’t write', async () => {
  await expect(run(['status'])).rejects.toThrow('status needs --out.')
  await expect(draw('ftp://example.com')).rejects.toThrow('--url must be an address')
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  await expect(draw('http://127.0.0.1:1', join(file, 'inside'))).rejects.toThrow("can't be written")
})

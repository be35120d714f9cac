import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'terazi-web-'))
let server: TestServer

beforeAll(async () => {
  mkdirSync(join(webRoot, 'player'))
  const write = (file: string, lang: string) =>
    writeFileSync(
      join(webRoot, file),
      `<!doctype html><html lang="${lang}"><title>Terazi</title><script>early()</script><i>${file}</i>`,
    )
  write('index.html', 'tr')
  for (const page of ['player/index', 'sign-in'])
    for (const lang of ['tr', 'en']) write(`${page}.${lang}.html`, lang)
  server = await startTestServer({ webRoot, defaultLocale: 'en' })
})
afterAll(async () => {
  await server.close()
  rmSync(webRoot, { recursive: true, force: true })
})

test.each([
  ['de-DE,de;q=0.9', 'en'],
  ['', 'en'],
  ['de,tr;q=0.8', 'tr'],
])('a request for %j gets every document in %s', async (accepted, written) => {
  for (const path of ['/sign-in', '/sign-in?way=link', '/sign-up', '/participant/assignments']) {
    const response = await fetch(server.url + path, { headers: { 'accept-language': accepted } })
    expect(/<html lang="(\w+)"/.exec(await response.text())?.[1], path).toBe(written)
  }
})

test('a document is compressed as the browser asks, and not sent to who has it', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/sign-in`, { headers })
  const encodings = async (accepted: string) =>
    (await ask({ 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await encodings('gzip, deflate, br, zstd')).toBe('br')
  expect(await encodings('br;q=0, gzip')).toBe('gzip')
  expect(await encodings('identity')).toBeNull()
  const page = await ask({ 'accept-encoding': 'br' })
  expect(await page.text()).toContain('<title>Terazi</title>')
  expect((await ask({ 'if-none-match': page.headers.get('etag') ?? '' })).status).toBe(304)
})

test('the player’s page may run the script that is in it, and no page any other', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await fetch(server.url + path)
    return /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  const hash = createHash('sha256').update('early()').digest('base64')
  for (const path of ['/participant/assignments', '/k'])
    expect(await policyOf(path)).toBe(`'self' 'sha256-${hash}'`)
  for (const path of ['/sign-in', '/health/ready']) expect(await policyOf(path)).toBe("'self'")
})

test('links and codes open the player’s document, and nothing of the application', async () => {
  const documentOf = async (path: string) =>
    /<i>(.*)<\/i>/.exec(await (await fetch(server.url + path)).text())?.[1]
  for (const path of ['/magic-link/uid/secret', '/magic-link/uid/secret/?redirectUrl=%2F', '/k', '/k/'])
    expect(await documentOf(path), path).toBe('player/index.en.html')
  // The second step of somebody who came by a link.
  expect(await documentOf('/magic-link')).toBe('index.html')
})

test('shared reports and links that stop mails are kept by no cache and listed by no search engine, and nothing else says so', async () => {
  for (const path of ['/s/secret-tr', '/s/secret-tr/', '/unsubscribe/quota-secret']) {
    const { headers, ...page } = await fetch(server.url + path).then(async (one) => ({
      headers: one.headers,
      text: await one.text(),
    }))
    expect(
      ['cache-control', 'etag', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name)),
    ).toEqual(['no-store', null, 'no-referrer', 'noindex, nofollow, noarchive'])
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow" />')
    expect(page.text).not.toContain('error-reports')
  }
  const other = await fetch(`${server.url}/sign-up`)
  expect([other.headers.get('x-robots-tag'), (await other.text()).includes('robots')]).toEqual([null, false])
})

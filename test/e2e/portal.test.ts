import { once } from 'node:events'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '#test/support/browser.ts'
import { atItem, readyForOffline, saveLine } from './phone.ts'
import { type Served, serve } from './served.ts'
import { invite, startInvited } from './taking-shipped.ts'

// A network that answers 200 and its own page in the product's place must never become the product.

const total = 75
const signIn = '<!doctype html><html><body><h1>Sign in to this network</h1></body></html>'

let served: Served
let network: Server
let url: string
/** The network's answer in place of the product's: its own page, or a script; undefined lets the request through. */
let answers: (path: string) => string | undefined
let replaced: string[]

beforeAll(async () => {
  served = await serve()
  network = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://network')
    const own = answers(pathname)
    if (own !== undefined) {
      replaced.push(pathname)
      const type = own === signIn ? 'text/html' : 'text/javascript'
      outgoing.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(own)
      return
    }
    const { method, headers } = incoming
    const passed = ask(`${served.server.url}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  network.listen(0, '127.0.0.1')
  await once(network, 'listening')
  url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
})
afterAll(async () => {
  network.closeAllConnections()
  network.close()
  await served.close()
})

const isWorker = (path: string) => path === '/player-sw.js'
const isApi = (path: string) => path.startsWith('/api/')
const isSave = (path: string) => path.includes('/save-responses')
const nothing = () => undefined

/** A person who has come to the page before the test through that network. */
async function begin(email: string, name: string) {
  replaced = []
  answers = nothing
  const context = await served.browser.newContext({ ...phone, locale: 'en-GB' })
  const page = await context.newPage()
  const link = (await invite(served, { email, name }, 'ENGLISH')).replace(served.server.url, url)
  const start = () => startInvited(page, link, 'Information about your personal data')
  return { context, page, link, start }
}

/** Until the worker is there, as often as the page hears that it is online. */
const becomesKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        window.dispatchEvent(new Event('online'))
        return (await navigator.serviceWorker.getRegistration('/participant/'))?.active?.state
      }),
    )
    .toBe('activated')

test('files that a portal answers are refused, and fetched once it is gone: the worker itself, and all but the worker', async () => {
  const { context, page, start } = await begin('portal@example.test', 'Ece Ak')
  answers = (path) => (isWorker(path) ? signIn : undefined)
  await start()
  await atItem(page, 1, total)
  await expect.poll(() => replaced).toContain('/player-sw.js')
  answers = (path) => (isWorker(path) || isApi(path) ? undefined : signIn)
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      return replaced
    })
    .toContain('/participant/assignments')
  answers = nothing
  await becomesKept(page)
  await readyForOffline(page)
  const path = page.url()
  await page.close()
  await context.setOffline(true)
  const again = await context.newPage()
  await again.goto(path)
  await atItem(again, 1, total)
  await context.close()
})

/** The worker as it was: it kept every answer, and opened every page with it. */
const careless = `
  const name = 'workbox-precache-v2-' + self.registration.scope
  const page = '/participant/assignments?__WB_REVISION__=1'
  self.addEventListener('install', (event) => event.waitUntil(
    caches.open(name).then((cache) => cache.add(page)).then(() => self.skipWaiting())))
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate')
      event.respondWith(caches.open(name).then((cache) => cache.match(page)))
  })`

test('a phone locked out by what an older worker kept opens its test again, and sends what was unsent', async () => {
  const { context, page, start } = await begin('locked@example.test', 'Can Öz')
  let begun = false
  answers = (path) => {
    if (isWorker(path)) return careless
    return begun || path === '/participant/assignments' || isSave(path) ? signIn : undefined
  }
  await start()
  await atItem(page, 1, total)
  begun = true
  await page.getByRole('radio').first().check()
  await becomesKept(page)
  const path = page.url()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in to this network' }).waitFor()
  // The product answers again: the page that was locked out heals without a hand.
  answers = nothing
  await page.goto(path)
  await atItem(page, 1, total)
  await saveLine(page, 'Saved')
  await context.close()
})

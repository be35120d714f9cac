import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchBrowser, phone } from '#test/support/browser.ts'
import { invitationTo } from './invitation.ts'
import { type RunningServer, startServer } from './server.ts'

// Measures what a candidate's phone loads from the invitation's link to the first item, with an empty cache: every request,
// with its headers. Then how soon the greeting is there on a slow phone. `npm run first-load`.

const kibibyte = 1024
const tests = [
  { code: 'ENGLISH', most: 130 * kibibyte },
  { code: 'SCL90', most: 130 * kibibyte },
  { code: 'AYT', most: 180 * kibibyte },
  { code: 'MYT', most: 180 * kibibyte },
] as const
const mostRequests = 8
const mostTaps = 4
const mostWords = 150
const mostPaintMs = 1500

interface Loaded {
  readonly url: string
  readonly bytes: number
}

/** Notes every request that a page makes and what came back for it. */
async function watch(network: CDPSession): Promise<Loaded[]> {
  const asked = new Map<string, string>()
  const loaded: Loaded[] = []
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, request.url)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = asked.get(requestId)
    if (url !== undefined) loaded.push({ url, bytes: encodedDataLength })
  })
  await network.send('Network.enable')
  return loaded
}

/**
 * Presses what leads on until the first item is there. An explicit consent, which nobody may be spared, counts neither as a
 * tap nor with its words. The words of practice are the test's.
 * @returns how often that was, and how many words the screens had
 */
async function toFirstItem(page: Page): Promise<{ taps: number; words: number }> {
  const counter = page.getByText(/^1 \/ \d+$/)
  const consent = page.getByRole('button', { name: /^(I give explicit consent|Açık rıza veriyorum)$/ })
  let [taps, words] = [0, 0]
  const skip = page.getByRole('button', { name: /^(Skip practice|Alıştırmayı geç)$/ })
  // While the test is being opened its button waits.
  const next = page.locator('footer button:enabled').first()
  for (let screens = 0; screens < 12; screens += 1) {
    await page
      .getByRole('status')
      .filter({ hasText: /Loading|Yükleniyor/ })
      .waitFor({ state: 'detached' })
    await counter.or(next).first().waitFor()
    if ((await counter.count()) > 0) return { taps, words }
    const before = await page.locator('main').innerText()
    if ((await consent.count()) === 0) {
      taps += 1
      const text = `${before} ${await page.locator('footer').innerText()}`
      if ((await skip.count()) === 0) words += text.split(/\s+/).filter(Boolean).length
    }
    await ((await skip.count()) > 0 ? skip : next).click()
    await page.waitForFunction((seen) => document.querySelector('main')?.innerText !== seen, before)
  }
  throw new Error(`No item came: ${await page.locator('main').innerText()}`)
}

const short = (url: string) =>
  new URL(url).pathname
    .replace(/\/magic-link\/[^/]+\/[^/]+/, '/magic-link/…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…')

let missed = false
function line(name: string, value: string, goal: string, fine: boolean): void {
  if (!fine) missed = true
  console.log(`  ${name.padEnd(32)}${value.padStart(12)}   ${fine ? ' ' : '!'} goal ${goal}`)
}

async function measure(server: RunningServer, context: BrowserContext, test: (typeof tests)[number]) {
  const path = await invitationTo(server, test.code)
  const page = await context.newPage()
  const loaded = await watch(await context.newCDPSession(page))
  await page.goto(`http://127.0.0.1:${server.port}${path}`)
  await page.getByRole('heading', { name: /Hatice/ }).waitFor()
  const greeted = loaded.length
  const { taps, words } = await toFirstItem(page)
  const all = [...loaded]
  console.log(`${test.code}, from link to first item`)
  for (const [at, { url, bytes }] of all.entries())
    console.log(`${at === greeted ? '  – greeting –\n' : ''}  ${String(bytes).padStart(7)}  ${short(url)}`)
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0)
  line(
    'over the wire',
    `${(bytes / kibibyte).toFixed(1)} KiB`,
    `${test.most / kibibyte} KiB at most`,
    bytes <= test.most,
  )
  line('taps', String(taps), `${mostTaps} at most`, taps <= mostTaps)
  line('words', String(words), `${mostWords} at most`, words <= mostWords)
  line('requests', String(all.length), `${mostRequests} at most`, all.length <= mostRequests)
}

/** Lighthouse's own mobile settings, applied and not simulated: a slow phone on slow 4G. */
async function paintOf(server: RunningServer, context: BrowserContext): Promise<number> {
  const path = await invitationTo(server, 'MYT')
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1_000_000) / 8,
    uploadThroughput: (0.75 * 1_000_000) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    new PerformanceObserver((entries) => {
      for (const { startTime } of entries.getEntries())
        document.documentElement.dataset.paint = String(startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(`http://127.0.0.1:${server.port}${path}`)
  await page.getByRole('heading', { name: /Hatice/ }).waitFor()
  await page.waitForTimeout(1500)
  return Number(await page.evaluate(() => document.documentElement.dataset.paint))
}

const folder = mkdtempSync(join(tmpdir(), 'terazi-first-load-'))
const server = await startServer({ DATA_DIR: join(folder, 'data') })
const browser = await launchBrowser()
const fresh = () => browser.newContext({ ...phone, locale: 'tr-TR' })
try {
  for (const test of tests) {
    const context = await fresh()
    await measure(server, context, test)
    await context.close()
  }
  console.log('The greeting on a slow phone')
  const paints: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const context = await fresh()
    paints.push(await paintOf(server, context))
    await context.close()
  }
  const paint = paints.sort((a, b) => a - b)[1] ?? Number.NaN
  line(
    'largest paint, median of 3',
    `${(paint / 1000).toFixed(2)} s`,
    `${mostPaintMs / 1000} s at most`,
    paint <= mostPaintMs,
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (missed) process.exitCode = 1

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Puppeteer } from 'lighthouse'
import { findChromium } from '#test/support/find-chromium.ts'
import { invitationTo } from './invitation.ts'
import { startServer } from './server.ts'

interface Goals {
  readonly name: string
  readonly path: string
  /** The address of the measured page, once the buttons before it were pressed. */
  readonly until?: RegExp
  /** The limit in kB of gzip. */
  readonly scripts: number
  readonly paintMs: number
  readonly scores: Readonly<Record<string, number>>
}
interface Driver {
  connect(options: { browserURL: string }): Promise<{ newPage(): Promise<Puppeteer.Page> }>
}
const scores = { performance: 95, accessibility: 100, 'best-practices': 100 } as const

const folder = mkdtempSync(join(tmpdir(), 'terazi-lighthouse-'))
const debugging = await freePort()
const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No browser: set CHROMIUM_PATH or install Chromium')
const server = await startServer({ DATA_DIR: join(folder, 'data') })
// The tests' driver can't start the browser: it listens to every page too, and Lighthouse then finds no beginning in its
// trace.
const browser = spawn(
  executablePath,
  [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--remote-debugging-port=${debugging}`,
  ],
  { stdio: 'ignore' },
)
const tested = { ...scores, performance: 100 } as const
/** The limits and goals of each page. Nobody is to find a test by searching: those have no score for that. */
const pages: readonly Goals[] = [
  { name: 'home', path: '/', scripts: 90, paintMs: 1800, scores: { ...scores, seo: 100 } },
  { name: 'sign-in', path: '/sign-in', scripts: 195, paintMs: 1800, scores: { ...scores, seo: 100 } },
  {
    name: 'invitation',
    path: await invitationTo(server, 'MYT'),
    scripts: 50,
    paintMs: 1500,
    scores: tested,
  },
  {
    name: 'notice',
    path: await invitationTo(server, 'MYT'),
    until: /Continue/,
    scripts: 75,
    paintMs: 1500,
    scores: tested,
  },
  {
    name: 'before-test',
    path: await invitationTo(server, 'MYT'),
    until: /Start test/,
    scripts: 75,
    paintMs: 1500,
    scores: tested,
  },
  {
    name: 'item',
    path: await invitationTo(server, 'MYT'),
    until: /1 \/ \d\d/,
    scripts: 75,
    paintMs: 1500,
    scores: tested,
  },
]
/** Names on the command line choose some of them. */
const wanted = process.argv.slice(2)
let missed = false
try {
  while (!(await answers(debugging))) {
    if (browser.exitCode !== null) throw new Error('the browser ended')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // Lighthouse's own driver: it takes only pages of that one.
  const puppeteer: Driver = createRequire(import.meta.resolve('lighthouse'))('puppeteer-core')
  const driver = await puppeteer.connect({ browserURL: `http://127.0.0.1:${debugging}` })
  for (const { name, path, until, scripts, paintMs, scores } of pages) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const page = await driver.newPage()
    const link = `http://127.0.0.1:${server.port}${path}`
    // The time in which the browser starts a process for this origin is not the page's.
    await page.goto(new URL('/health/ready', link).href)
    // A test's page belongs to the session of its tab. What is measured is a reload without anything in the cache.
    const address = until ? await pressOn(page, link, until) : link
    // Lighthouse's own mobile settings: a slow phone on slow 4G.
    const flags = { port: debugging, logLevel: 'error', output: 'json' } as const
    const run = await lighthouse(address, flags, undefined, page)
    await page.close()
    if (run === undefined) throw new Error(`Lighthouse gave no result for ${name}`)
    const { categories, audits } = run.lhr
    const line = (what: string, value: string, goal: string, fine: boolean) => {
      if (!fine) missed = true
      console.log(`  ${what.padEnd(24)}${value.padStart(10)}   ${fine ? ' ' : '!'} goal ${goal}`)
    }
    console.log(name)
    for (const [category, goal] of Object.entries(scores)) {
      const score = Math.round((categories[category]?.score ?? 0) * 100)
      line(category, String(score), `${goal}`, score >= goal)
    }
    const paint = audits['largest-contentful-paint']?.numericValue ?? 0
    line(
      'largest paint',
      `${(paint / 1000).toFixed(2)} s`,
      `at most ${(paintMs / 1000).toFixed(2)} s`,
      paint <= paintMs,
    )
    const kilobytes = await sizeOf(audits['network-requests']?.details)
    line('scripts, gzip', `${kilobytes.toFixed(1)} kB`, `${scripts} kB at most`, kilobytes <= scripts)
    for (const category of Object.keys(scores))
      for (const { id, weight } of categories[category]?.auditRefs ?? []) {
        const { score, title } = audits[id] ?? {}
        if (weight > 0 && typeof score === 'number' && score < 0.9) console.log(`    ${id}: ${title}`)
      }
    writeFileSync(join(import.meta.dirname, `lighthouse-${name}.json`), run.report.toString())
  }
} finally {
  browser.kill()
  await once(browser, 'exit')
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (missed) process.exitCode = 1

/** Opens a link and presses what leads on until the page has this. @returns that page's address */
async function pressOn(page: Puppeteer.Page, link: string, until: RegExp): Promise<string> {
  await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true })
  await page.goto(link)
  for (let presses = 0; presses < 12; presses += 1) {
    await page.waitForSelector('footer button')
    const text = await page.$eval('body', (body) => body.innerText)
    if (until.test(text)) return page.url()
    // By the page itself: the driver would scroll first, and the button may be another one by then.
    await page.$$eval('footer button', (buttons) => {
      const skip = buttons.find(({ textContent }) => textContent?.includes('Skip practice'))
      const button = skip ?? buttons[0]
      if (button instanceof HTMLElement) button.click()
    })
    await page.waitForFunction((before) => document.body.innerText !== before, {}, text)
  }
  throw new Error(`${until} did not come: ${page.url()}`)
}

/** Every script that the page asked for until it was at rest, those that others import included, in kB of gzip. */
async function sizeOf(details: unknown): Promise<number> {
  const items: unknown[] = Array.isArray(Object(details).items) ? Object(details).items : []
  const files = items.flatMap((item) => {
    const { url, resourceType }: { url?: string; resourceType?: string } = Object(item)
    return url !== undefined && resourceType === 'Script' ? [url] : []
  })
  let bytes = 0
  for (const file of new Set(files)) {
    const response = await fetch(file, { headers: { 'accept-encoding': 'gzip' } })
    bytes += Number(response.headers.get('content-length'))
    await response.arrayBuffer()
  }
  return bytes / 1000
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/json/version`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

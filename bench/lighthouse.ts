import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { findChromium } from '#test/support/find-chromium.ts'
import { invitationTo } from './invitation.ts'
import { startServer } from './server.ts'

interface Goals {
  readonly name: string
  readonly path: string
  /** In kB of gzip. */
  readonly scripts: number
  readonly paintMs: number
  readonly scores: Readonly<Record<string, number>>
}
const scores = { performance: 95, accessibility: 100, 'best-practices': 100 } as const

const folder = mkdtempSync(join(tmpdir(), 'terazi-lighthouse-'))
const debugging = await freePort()
const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No browser: set CHROMIUM_PATH or install Chromium')
const server = await startServer({ DATA_DIR: join(folder, 'data') })
// Not by the tests' driver: it listens to every page too, and Lighthouse then finds no beginning in its trace.
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
/** What each page may cost, and what it has to reach. */
const pages: readonly Goals[] = [
  { name: 'home', path: '/', scripts: 90, paintMs: 1800, scores: { ...scores, seo: 100 } },
  { name: 'sign-in', path: '/sign-in', scripts: 195, paintMs: 1800, scores: { ...scores, seo: 100 } },
  {
    // The greeting of somebody who was invited. Nobody is to find it by searching, so it has no score for that.
    name: 'invitation',
    path: await invitationTo(server, 'MYT'),
    scripts: 50,
    paintMs: 1500,
    scores: { ...scores, performance: 100 },
  },
]
let missed = false
try {
  while (!(await answers(debugging))) {
    if (browser.exitCode !== null) throw new Error('the browser ended')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const { name, path, scripts, paintMs, scores } of pages) {
    const address = `http://127.0.0.1:${server.port}${path}`
    // Lighthouse's own mobile settings: a slow phone on slow 4G.
    const run = await lighthouse(address, { port: debugging, logLevel: 'error', output: 'json' })
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
    for (const { auditRefs } of Object.values(categories))
      for (const { id, weight } of auditRefs) {
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

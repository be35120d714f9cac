import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { findChromium } from '#test/support/find-chromium.ts'
import { startServer } from './server.ts'

/** What each page may cost, and what it has to reach. */
const pages = [
  { path: '/', scripts: 90 },
  { path: '/sign-in', scripts: 195 },
] as const
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

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
let missed = false
try {
  while (!(await answers(debugging))) {
    if (browser.exitCode !== null) throw new Error('the browser ended')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const { path, scripts } of pages) {
    const address = `http://127.0.0.1:${server.port}${path}`
    // Lighthouse's own mobile settings: a slow phone on slow 4G.
    const run = await lighthouse(address, { port: debugging, logLevel: 'error', output: 'json' })
    if (run === undefined) throw new Error(`Lighthouse gave no result for ${path}`)
    const { categories, audits } = run.lhr
    const line = (name: string, value: string, goal: string, fine: boolean) => {
      if (!fine) missed = true
      console.log(`  ${name.padEnd(24)}${value.padStart(10)}   ${fine ? ' ' : '!'} goal ${goal}`)
    }
    console.log(path)
    for (const [name, goal] of Object.entries(goals)) {
      const score = Math.round((categories[name]?.score ?? 0) * 100)
      line(name, String(score), `${goal}`, score >= goal)
    }
    const paint = audits['largest-contentful-paint']?.numericValue ?? 0
    line('largest paint', `${(paint / 1000).toFixed(2)} s`, 'under 1.80 s', paint < 1800)
    const kilobytes = await sizeOf(audits['network-requests']?.details)
    line('scripts, gzip', `${kilobytes.toFixed(1)} kB`, `${scripts} kB at most`, kilobytes <= scripts)
    for (const { auditRefs } of Object.values(categories))
      for (const { id, weight } of auditRefs) {
        const { score, title } = audits[id] ?? {}
        if (weight > 0 && typeof score === 'number' && score < 0.9) console.log(`    ${id}: ${title}`)
      }
    writeFileSync(
      join(import.meta.dirname, `lighthouse${path === '/' ? '' : '-sign-in'}.json`),
      run.report.toString(),
    )
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

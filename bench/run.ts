import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { measureAnalyses } from './analyses.ts'
import { measureAnalysis } from './analysis.ts'
import { measureBackup } from './backup.ts'
import { measureDay } from './day.ts'
import { measureErasing } from './erasing.ts'
import { measureInviting } from './inviting.ts'
import { measureLargeShift } from './large-shift.ts'
import { measureLists, measureScoreLists } from './lists.ts'
import { type Figure, printLine, printTable, spread } from './measure.ts'
import { measureOrders } from './orders.ts'
import { measureReportFiles } from './report-files.ts'
import { measureReports } from './reports.ts'
import { measureSaving } from './saving.ts'
import { measureScoring } from './scoring.ts'
import { type RunningServer, residentMegabytes, startServer } from './server.ts'
import { measureShift } from './shift.ts'
import { measureSigningIn } from './signing-in.ts'
import { measureWebhooks } from './webhooks.ts'

const folder = mkdtempSync(join(tmpdir(), 'terazi-bench-'))
// PostgreSQL's account has to get through to its own folder.
chmodSync(folder, 0o711)
/** The installation's key: a restore has to know it. */
const key = 'the key of the measured installation'
const figures: Figure[] = []
const failed: string[] = []
type Part =
  | 'boot'
  | 'scoring'
  | 'analysis'
  | 'saving'
  | 'shift'
  | 'webhooks'
  | 'day'
  | 'reports'
  | 'report-files'
  | 'signing-in'
  | 'inviting'
  | 'lists'
  | 'score-lists'
  | 'orders'
  | 'analyses'
  | 'erasing'
  | 'backup'
/** `npm run bench -- boot saving`: those alone; none named is all. `shift --people 10000` measures a larger shift. */
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: { people: { type: 'string' } },
})
const people = values.people === undefined ? undefined : Number(values.people)

const wanted = (part: Part) => named.length === 0 || named.includes(part)

const shared: readonly Part[] = [
  'saving',
  'reports',
  'lists',
  'score-lists',
  'orders',
  'analyses',
  'erasing',
  'signing-in',
]

/** Prints and stores each figure as soon as it is measured. What fails in one part leaves the others to be measured. */
async function measure(part: Part, measured: () => AsyncGenerator<Figure>): Promise<void> {
  if (!wanted(part)) return
  try {
    for await (const figure of measured()) {
      figures.push(figure)
      printLine(figure)
      writeFileSync(join(import.meta.dirname, 'latest.json'), `${JSON.stringify(figures, null, 2)}\n`)
    }
  } catch (error) {
    failed.push(part)
    console.error(`${part} failed:`, error)
  }
}

try {
  await measure('scoring', measureScoring)
  await measure('analysis', measureAnalysis)
  await measure('boot', () => measureBoot(join(folder, 'boot')))
  const postgres = await openBundledPostgres({ dataDir: join(folder, 'load'), log: () => undefined })
  const withServer = async (work: (server: RunningServer) => Promise<void>, more = {}) => {
    const server = await startServer({ DATABASE_URL: postgres.url, SECRET_KEY: key, ...more })
    await work(server).finally(() => server.stop())
  }
  try {
    // These parts share one server. It fills the demo first, which takes a while.
    if (shared.some(wanted))
      await withServer(async (server) => {
        await measure('saving', () => measureSaving(server, postgres.url))
        await measure('reports', () => measureReports(server))
        await measure('lists', () => measureLists(server, postgres.url))
        await measure('score-lists', () => measureScoreLists(server, postgres.url))
        await measure('orders', () => measureOrders(server, postgres.url))
        await measure('analyses', () => measureAnalyses(server, postgres.url))
        await measure('erasing', () => measureErasing(server, postgres.url))
        await measure('signing-in', () => measureSigningIn(server, postgres.url))
      })
    if (wanted('backup'))
      await withServer((fresh) => measure('backup', () => measureBackup(fresh, postgres.url, key)))
    // Those that weigh memory have a server that has not just seeded the demo, which leaves a hundred megabytes of garbage.
    if (wanted('shift'))
      await withServer((fresh) =>
        measure('shift', () =>
          people === undefined
            ? measureShift(fresh, postgres.url)
            : measureLargeShift(fresh, postgres.url, people),
        ),
      )
    for (const on of [false, true])
      if (wanted('webhooks'))
        await withServer((fresh) => measure('webhooks', () => measureWebhooks(fresh, postgres.url, on)), {
          ALLOW_PRIVATE_WEBHOOKS: '1',
        })
    if (wanted('report-files'))
      await withServer((fresh) => measure('report-files', () => measureReportFiles(fresh, postgres.url)))
    if (wanted('day')) await withServer((fresh) => measure('day', () => measureDay(fresh, postgres.url)))
    // Last, because its ten thousand mails are on their way for a while.
    if (wanted('inviting')) await withServer((fresh) => measure('inviting', () => measureInviting(fresh)))
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

printTable(figures)
if (failed.length > 0) {
  console.error(`Not measured to the end: ${failed.join(', ')}.`)
  process.exitCode = 1
}

/** First start on an empty folder, then later ones on the same; resident memory of Node half a second after being ready. */
async function* measureBoot(dataDir: string): AsyncGenerator<Figure> {
  const first = await startServer({ DATA_DIR: dataDir })
  await first.stop()
  yield spread('boot_first', 'ms', [first.readyAfter])
  const times: number[] = []
  const sizes: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const server = await startServer({ DATA_DIR: dataDir })
    times.push(server.readyAfter)
    await new Promise((resolve) => setTimeout(resolve, 500))
    if (server.process.pid !== undefined) sizes.push(residentMegabytes(server.process.pid))
    await server.stop()
  }
  yield spread('boot_ready', 'ms', times)
  yield spread('rss_idle', 'MB', sizes)
}

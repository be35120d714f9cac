import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { measureDay } from './day.ts'
import { measureErasing } from './erasing.ts'
import { measureInviting } from './inviting.ts'
import { measureLists } from './lists.ts'
import { type Figure, print, spread } from './measure.ts'
import { measureOrders } from './orders.ts'
import { measureReports } from './reports.ts'
import { measureSaving } from './saving.ts'
import { measureScoring } from './scoring.ts'
import { type RunningServer, residentMegabytes, startServer } from './server.ts'
import { measureShift } from './shift.ts'
import { measureSigningIn } from './signing-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'terazi-bench-'))
const figures: Figure[] = []
/** `npm run bench -- boot saving`: those alone; none named is all. */
const named = process.argv.slice(2)
const wanted = (
  part:
    | 'boot'
    | 'scoring'
    | 'saving'
    | 'shift'
    | 'day'
    | 'reports'
    | 'signing-in'
    | 'inviting'
    | 'lists'
    | 'orders'
    | 'erasing',
) => named.length === 0 || named.includes(part)

try {
  if (wanted('scoring')) figures.push(...(await measureScoring()))
  if (wanted('boot')) await measureBoot(join(folder, 'boot'))
  const postgres = await openBundledPostgres({ dataDir: join(folder, 'load'), log: () => undefined })
  try {
    const server = await startServer({ DATABASE_URL: postgres.url })
    try {
      if (wanted('saving')) figures.push(...(await measureSaving(server, postgres.url)))
      if (wanted('reports')) figures.push(...(await measureReports(server)))
      if (wanted('lists')) figures.push(...(await measureLists(server, postgres.url)))
      if (wanted('orders')) figures.push(...(await measureOrders(server, postgres.url)))
      if (wanted('erasing')) figures.push(...(await measureErasing(server, postgres.url)))
      if (wanted('signing-in')) figures.push(...(await measureSigningIn(server, postgres.url)))
    } finally {
      await server.stop()
    }
    // Those that weigh memory have a server that has not just seeded the demo, which leaves a hundred megabytes of garbage.
    const onFresh = async (measure: (server: RunningServer) => Promise<Figure[]>) => {
      const fresh = await startServer({ DATABASE_URL: postgres.url })
      try {
        figures.push(...(await measure(fresh)))
      } finally {
        await fresh.stop()
      }
    }
    if (wanted('shift')) await onFresh((fresh) => measureShift(fresh, postgres.url))
    if (wanted('day')) await onFresh((fresh) => measureDay(fresh, postgres.url))
    // Last, because its ten thousand mails are on their way for a while.
    if (wanted('inviting')) await onFresh(measureInviting)
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

print(figures)
writeFileSync(join(import.meta.dirname, 'latest.json'), `${JSON.stringify(figures, null, 2)}\n`)

/** First start on an empty folder, then later ones on the same; resident memory of Node half a second after being ready. */
async function measureBoot(dataDir: string): Promise<void> {
  const first = await startServer({ DATA_DIR: dataDir })
  await first.stop()
  figures.push(spread('boot_first', 'ms', [first.readyAfter]))
  const times: number[] = []
  const sizes: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const server = await startServer({ DATA_DIR: dataDir })
    times.push(server.readyAfter)
    await new Promise((resolve) => setTimeout(resolve, 500))
    if (server.process.pid !== undefined) sizes.push(residentMegabytes(server.process.pid))
    await server.stop()
  }
  figures.push(spread('boot_ready', 'ms', times), spread('rss_idle', 'MB', sizes))
}

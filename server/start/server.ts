import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { connect } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { startDemoBank } from '#server/demo-bank/start.ts'
import type { AppConfig } from '#server/deps.ts'
import { openErrorReports } from '#server/error-reports.ts'
import { jobs } from '#server/features/index.ts'
import { loadContent } from '#server/features/inventories/content.ts'
import { noticePath } from '#server/features/payments/routes.ts'
import { startHeartbeat } from '#server/features/platform/health/heartbeat.ts'
import { type HeldState, watchHeld } from '#server/held/held.ts'
import { newCounts } from '#server/jobs/counts.ts'
import type { JobDeps, Log } from '#server/jobs/deps.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { startJobs } from '#server/jobs/start.ts'
import { markOf, openDataKey } from '#server/keys/data-key.ts'
import { createLog } from '#server/log.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { drainable } from './drain.ts'
import { fillEmpty } from './fill-empty.ts'
import { readInstallationKey } from './installation-key.ts'
import { checkPort, portError } from './port.ts'
import { closers, steps } from './steps.ts'

const webRoot = join(import.meta.dirname, '../../dist/web')

export interface RunningServer {
  /** Answers what is being answered, ends jobs, closes the database. */
  stop(): Promise<void>
  /** Ends when the database ends unexpectedly. */
  databaseExited: Promise<unknown>
}

/**
 * Starts everything, in order, saying what it does.
 * @throws StartError with one sentence when the environment does not allow it; what was opened is closed again
 */
export async function startServer(config: Config, say: (line: string) => void): Promise<RunningServer> {
  const step = steps(say)
  const opened = closers()
  const reports = config.sentryDsn === undefined ? undefined : await openErrorReports(config.sentryDsn)
  if (reports) opened.add(reports.close)
  const log = createLog(config.logLevel, { reports })
  try {
    await checkPort(config.host, config.port)
    const database = await step(
      'database',
      () => openDatabase(config, say),
      ({ name }) => name,
    )
    opened.add(database.stop)
    const installationKey = await readInstallationKey(config)
    await step('schema', () => bringUpToDate(database.directUrl), schemaOutcome)
    const connections = connect(
      database.url,
      config.databasePoolSize,
      (error) => log.warn({ err: error }, 'database connection lost'),
      config.pooled,
      (ms, statement) => log.warn({ ms, statement }, 'slow statement'),
    )
    opened.add(connections.close)
    const { db, pool } = connections
    const dataKey = await openDataKey(db, installationKey)
    const slipKey = slipKeyOf(dataKey)
    await step('inventories', () => loadContent(db, (line) => log.warn(line)))
    const heartbeat = startHeartbeat(connections, log, markOf(installationKey))
    opened.add(heartbeat.stop)
    const held = await watchHeld(db, log)
    opened.add(held.stop)
    const pdf = createPdfEngine({ log })
    opened.add(() => pdf.close())
    const sheets = createSheetEngine()
    opened.add(() => sheets.close())
    const counts = newCounts()
    const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, db, counts })
    opened.add(() => mailer.close())
    const bank =
      config.production || config.iyzico !== undefined
        ? undefined
        : await step('demo bank', () => bankOf(config, database.directUrl, log))
    if (bank) opened.add(bank.stop)
    const provider = config.iyzico ?? (bank && { ...bank.keys, baseUrl: bank.url })
    const payments = provider && createIyzico(provider)
    const app = await buildApp({
      db,
      pool,
      pdf,
      sheets,
      payments,
      log,
      reports,
      heartbeat,
      held,
      counts,
      config: appConfig(config, database, dataKey, bank?.url),
    })
    const drain = drainable(app)
    opened.add(drain.close)
    const notes = await step('data', () =>
      fillEmpty({ config, db, pool, directUrl: database.directUrl, slipKey }),
    )
    const deps = {
      ...{ db, mailer, pdf, sheets, payments, log, counts },
      config: { ...config, slipKey, directDatabaseUrl: database.directUrl },
    }
    const start = () => startWorkers(database.directUrl, config.jobConcurrency, deps)
    const stopJobs = await step(
      'jobs',
      () => whenReleased(held, start, log),
      () => (held.isHeld() ? 'held after a restore: none runs before bin/terazi activate' : ''),
    )
    opened.add(stopJobs)
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw portError(error, config.host, config.port)
    })
    for (const line of notes) say(line)
    const retire = () => {
      heartbeat.retire()
      drain.retire()
    }
    const stop = () => stopAfter(config.stopDelay, retire, opened.closeAll)
    return { stop, databaseExited: database.exited }
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

/** Deliveries to other servers that wait for their answers at once. Waiting needs no connection, so they have few. */
const outwardAtOnce = 20
const outwardConnections = 4

/** Jobs that talk to servers of strangers run beside the others: while twenty of them hang, mails still go out. */
async function startWorkers(connectionString: string, concurrency: number, deps: JobDeps) {
  const options = { connectionString, deps, log: deps.log }
  const inward = await startJobs({ ...options, jobs: jobs.filter((job) => !job.outward), concurrency })
  try {
    const outward = await startJobs({
      ...options,
      jobs: jobs.filter((job) => job.outward),
      concurrency: outwardAtOnce,
      connections: outwardConnections,
    })
    return { stop: async () => void (await Promise.all([inward.stop(), outward.stop()])) }
  } catch (error) {
    await inward.stop()
    throw error
  }
}

/** The part of the configuration that the application knows. */
const appConfig = (
  config: Config,
  database: OpenDatabase,
  dataKey: string,
  demoBankUrl: string | undefined,
): AppConfig => ({
  publicUrl: config.publicUrl,
  demo: !config.production,
  defaultLocale: config.defaultLocale,
  operator: config.operator,
  sales: config.sales,
  trustProxy: config.trustProxy,
  directDatabaseUrl: database.directUrl,
  pooled: config.pooled,
  secretKey: dataKey,
  slipKey: slipKeyOf(dataKey),
  privateWebhooks: config.privateWebhooks,
  metricsToken: config.metricsToken,
  folders: { data: config.dataDir, database: database.folder, backups: config.backupDir },
  selfTest: config.selfTest,
  sentryDsn: config.sentryDsn,
  demoBankUrl,
  webRoot: existsSync(webRoot) ? webRoot : undefined,
})

/** Starts the jobs now, or when somebody activates what was restored. @returns what ends them */
async function whenReleased(
  held: HeldState,
  start: () => ReturnType<typeof startWorkers>,
  log: Log,
): Promise<() => Promise<void>> {
  if (!held.isHeld()) return (await start()).stop
  let stopped = false
  const started = held.released.then(async () => {
    while (!stopped) {
      try {
        const worker = await start()
        log.info('activated: jobs run')
        return worker
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot start yet')
        await pause(1000)
      }
    }
    return undefined
  })
  return async () => {
    stopped = true
    if (!held.isHeld()) await (await started)?.stop()
  }
}

/** Says first that this process stops, so that a proxy which asks sends it nobody more. */
async function stopAfter(seconds: number, retire: () => void, close: () => Promise<void>): Promise<void> {
  retire()
  await pause(seconds * 1000)
  await close()
}

const bankOf = ({ dataDir, publicUrl, host, port, sales }: Config, directUrl: string, log: Log) =>
  startDemoBank({
    directUrl,
    log,
    dataDir,
    publicUrl,
    noticeUrl: `http://${host}:${port}${noticePath}`,
    installments: sales?.installments ?? [],
  })

const schemaOutcome = (files: readonly string[]) =>
  files.length === 0 ? 'up to date' : `brought to ${files.at(-1)}`

async function bringUpToDate(url: string): Promise<string[]> {
  const files = await migrate(url)
  await migrateJobs(url)
  return files
}

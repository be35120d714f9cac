import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Locale } from '#contract/fields.ts'
import { buildApp } from '#server/app.ts'
import { readConfig, type Sales } from '#server/config.ts'
import type { ErrorReports } from '#server/error-reports.ts'
import { jobs } from '#server/features/index.ts'
import { startHeartbeat } from '#server/features/platform/health/heartbeat.ts'
import { type HeldState, notHeld } from '#server/held/held.ts'
import { newCounts } from '#server/jobs/counts.ts'
import type { Job } from '#server/jobs/define.ts'
import { runDueJobs } from '#server/jobs/start.ts'
import { markOf } from '#server/keys/data-key.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { type NameServers, nameServers } from '#server/outward/address.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { slipKeyOf } from '#server/secrets.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { passSeconds } from './jobs.ts'
import { testKey } from './template.ts'

export interface TestServer {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: TestDatabase
  /** Runs every job that is due now or within some seconds, to the end, and puts mail into the demo mailbox. */
  runJobs(only?: readonly Job[]): Promise<void>
  close(): Promise<void>
}

/** The key of the codes on printed slips. */
export const testSlipKey = slipKeyOf(testKey)

/** The seller in tests: the demo's. */
export const testSales = readConfig({}).sales

export interface ServerOptions {
  webRoot?: string
  /** A database that another server uses already, as several processes do behind a proxy. */
  database?: TestDatabase
  /** The database's pool goes through a pooler in transaction mode. */
  pooled?: boolean
  demo?: boolean
  /** The logger, for tests of what the log may never contain. */
  log?: Logger
  /** False: webhooks lead to public addresses by https alone. */
  privateWebhooks?: boolean
  /** The name servers that are asked; the machine's, without any TXT record, unless given. */
  names?: NameServers
  /** Milliseconds that an identity provider gets for an answer. */
  providerLimitMs?: number
  metricsToken?: string
  /** A mail server; the demo mailbox unless given. */
  smtpUrl?: string
  reports?: ErrorReports
  sentryDsn?: string
  defaultLocale?: Locale
  payments?: PaymentProvider
  /** null: quota can't be bought. */
  sales?: Sales | null
  /** The public address, in links and for the provider's return. */
  publicUrl?: string
  /** The folder of backups and marks of erasures. */
  backupDir?: string
  /** The installation takes a test of itself. */
  selfTest?: boolean
  /** Nothing was restored unless given. */
  held?: HeldState
  /** A free one unless given. */
  port?: number
}

/** The whole server on its own database, on a free loopback port. */
export async function startTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase())
  const log = options.log ?? pino({ level: process.env.TEST_LOG ?? 'fatal' })
  const pdf = createPdfEngine({ log })
  const sheets = createSheetEngine()
  const counts = newCounts()
  const { smtpUrl } = options
  const mailer = createMailer({ smtpUrl, from: 'Terazi <test@terazi.localhost>', db: database.db, counts })
  const config = {
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:3000',
    demo: options.demo ?? true,
    defaultLocale: options.defaultLocale ?? ('tr' as const),
    contactEmail: 'contact@terazi.test',
    operator: { name: 'Ölçme & Değerlendirme A.Ş.' },
    sales: options.sales === null ? undefined : (options.sales ?? testSales),
    trustProxy: false,
    directDatabaseUrl: database.url,
    pooled: options.pooled ?? false,
    secretKey: testKey,
    slipKey: testSlipKey,
    privateWebhooks: options.privateWebhooks ?? true,
    metricsToken: options.metricsToken,
    folders: { data: tmpdir(), database: tmpdir(), backups: options.backupDir },
    selfTest: options.selfTest ?? false,
    sentryDsn: options.sentryDsn,
    webRoot: options.webRoot,
  }
  const { reports, payments } = options
  const heartbeat = startHeartbeat(database, log, markOf(testKey))
  const app = await buildApp({
    db: database.db,
    pool: database.pool,
    pdf,
    sheets,
    config,
    heartbeat,
    counts,
    held: options.held ?? notHeld,
    log,
    reports,
    payments,
    names: options.names ?? { ...nameServers, texts: async () => [] },
    providerLimitMs: options.providerLimitMs,
  })
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    app,
    database,
    async runJobs(only = jobs) {
      await passSeconds(database.db)
      await runDueJobs({
        connectionString: database.url,
        jobs: only,
        log,
        // Links in mails lead to this server.
        deps: {
          db: database.db,
          mailer,
          pdf,
          sheets,
          payments,
          log,
          counts,
          config: { ...config, publicUrl: url, backupDir: options.backupDir },
        },
      })
    },
    async close() {
      await heartbeat.stop()
      await app.close()
      await pdf.close()
      await sheets.close()
      mailer.close()
      if (options.database === undefined) await database.drop()
    },
  }
}

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { runDueJobs } from '#server/jobs/start.ts'
import { jobs } from '#server/jobs-of-features.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface TestServer {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: TestDatabase
  /** Runs every job that is due, to the end, and puts mail into the demo mailbox. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** The whole server on a database of this test file's own, listening on a free port of loopback. */
export async function startTestServer(options: { webRoot?: string } = {}): Promise<TestServer> {
  const database = await createTestDatabase()
  const log = pino({ level: process.env.TEST_LOG ?? 'fatal' })
  const pdf = createPdfEngine()
  const mailer = createMailer({ from: 'Terazi <test@terazi.localhost>', db: database.db })
  const config = {
    publicUrl: 'http://127.0.0.1:3000',
    demo: true,
    defaultLocale: 'tr' as const,
    trustProxy: false,
    pooled: false,
    webRoot: options.webRoot,
  }
  const app = await buildApp({ db: database.db, pool: database.pool, pdf, config, log })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    database,
    runJobs: () =>
      runDueJobs({
        connectionString: database.url,
        jobs,
        log,
        deps: { db: database.db, mailer, log, config },
      }),
    async close() {
      await app.close()
      await pdf.close()
      mailer.close()
      await database.drop()
    },
  }
}

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { metrics } from '#contract/health.ts'
import { findNewest } from '#server/backup/folder.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { onPlatform } from '#server/http/subject.ts'
import { hashSecret } from '#server/secrets.ts'
import { answerMs, within } from './heartbeat.ts'
import { countWrongQuotas, findQueue, isReadOnly } from './queries.ts'

/** The sums of a whole ledger are not asked for at every reading. */
const quotaCheckMs = 10 * 60_000

/** Serves what this process does as Prometheus text. Nothing is measured while no METRICS_TOKEN is set. */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const { db, pool, saves, heartbeat, held, log, config } = deps
  const { metricsToken } = config
  const registry = new Registry()
  if (metricsToken !== undefined) {
    // Memory, processor, open files, and the delay of the event loop.
    collectDefaultMetrics({ register: registry })
    const requests = new Histogram({
      name: 'terazi_request_seconds',
      help: 'Requests by route and status, and how long they took',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    })
    app.addHook('onResponse', async (request, reply) => {
      requests.observe(
        // The pattern and not the address, which may contain ids.
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: String(reply.statusCode),
        },
        reply.elapsedTime / 1000,
      )
    })
    const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
      new Gauge({
        name: `terazi_${name}`,
        help,
        registers: [registry],
        async collect() {
          this.set(await read())
        },
      })
    /** A figure that only the database knows: not a number while it doesn't answer, so that the rest is still measured. */
    const stored = async (read: Promise<number>) => (await within(answerMs, read, log)) ?? Number.NaN
    gauge('database_up', 'Whether the database answers', async () =>
      (await within(answerMs, isReadOnly(db), log)) === undefined ? 0 : 1,
    )
    gauge('ready', 'Whether a heartbeat was written within 20 s', () => (heartbeat.isFresh() ? 1 : 0))
    gauge('answers_saved', 'Answers stored since this process started', () => saves.stored)
    gauge('saves_waiting', 'Saves that wait for the database', () => saves.queued)
    gauge('pool_connections', 'Connections of the pool', () => pool.totalCount)
    gauge('pool_idle', 'Connections of the pool that are not in use', () => pool.idleCount)
    gauge('pool_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
    gauge('jobs_oldest_due_seconds', 'How long the oldest due job has been due', () =>
      stored(findQueue(db).then(({ oldest }) => oldest)),
    )
    new Gauge({
      name: 'terazi_jobs',
      help: 'Background jobs by state: due, later, running, given_up',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        const queue = await within(answerMs, findQueue(db), log)
        this.reset()
        if (queue === undefined) return
        const { oldest: _, ...states } = queue
        for (const [state, count] of Object.entries(states)) this.set({ state }, count)
      },
    })
    gauge('backup_age_seconds', 'How old the newest backup in BACKUP_DIR is', async () => {
      const newest = config.backupDir === undefined ? undefined : await findNewest(config.backupDir)
      return newest?.ageSeconds ?? Number.NaN
    })
    gauge('held', 'Whether a restored installation waits to be activated', () => (held.isHeld() ? 1 : 0))
    let checked = { at: Number.NEGATIVE_INFINITY, wrong: 0 }
    const checkQuotas = async () => {
      if (performance.now() - checked.at > quotaCheckMs)
        checked = { at: performance.now(), wrong: await countWrongQuotas(db) }
      return checked.wrong
    }
    gauge('quotas_wrong', 'Quotas that are below zero or not the sum of their ledger', () =>
      stored(checkQuotas()),
    )
  }

  const serve = onPlatform.read(metrics, async (_db, _platform, _query, _visitor, { request, reply }) => {
    // The address does not seem to exist unless a token is configured.
    if (metricsToken === undefined) throw new Failure('not_found')
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!timingSafeEqual(hashSecret(given), hashSecret(metricsToken))) throw new Failure('not_authenticated')
    reply.header('content-type', registry.contentType)
    return Buffer.from(await registry.metrics())
  })
  serve(app, deps)
}

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { metrics } from '#contract/health.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/http/failure.ts'
import { onPlatform } from '#server/http/subject.ts'
import { hashSecret } from '#server/secrets.ts'
import { type Reading, reader } from './reading.ts'

/** Serves what this process does as Prometheus text. Nothing is measured while no METRICS_TOKEN is set. */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const { metricsToken } = deps.config
  const measured = metricsToken === undefined ? undefined : measure(app, deps)
  const serve = onPlatform.read(metrics, async (_db, _platform, _query, _visitor, { request, reply }) => {
    // The address does not seem to exist unless a token is configured.
    if (metricsToken === undefined || measured === undefined) throw new Failure('not_found')
    const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!timingSafeEqual(hashSecret(given), hashSecret(metricsToken))) throw new Failure('not_authenticated')
    const { registry, read } = measured
    await read()
    reply.header('content-type', registry.contentType)
    return Buffer.from(await registry.metrics())
  })
  serve(app, deps)
}

function measure(app: FastifyInstance, deps: Deps) {
  const registry = new Registry()
  // Memory, processor, open files, and the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  const show = measureOutside(registry, deps)
  measureProcess(registry, deps)
  const { db, log, certificate } = deps
  const ask = reader({ db, log, certificate, folders: deps.config.folders, settings: deps.config })
  return { registry, read: async () => show(await ask()) }
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
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
}

/** Figures of this process and its folders, which need no database. */
function measureProcess(registry: Registry, { pool, saves, held, counts }: Deps): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `terazi_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge('held', 'Whether a restored installation waits to be activated', () => (held.isHeld() ? 1 : 0))
  gauge('answers_saved', 'Answers stored since this process started', () => saves.stored)
  gauge('saves_waiting', 'Saves that wait for the database', () => saves.queued)
  gauge('pool_connections', 'Connections of the pool', () => pool.totalCount)
  gauge('pool_idle', 'Connections of the pool that are not in use', () => pool.idleCount)
  gauge('pool_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
  gauge('pool_limit', 'Connections that the pool may open', () => pool.options.max)
  const counter = (name: string, help: string, read: () => Record<string, number>, label?: string) =>
    new Counter({
      name: `terazi_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read()))
          this.inc(label === undefined ? {} : { [label]: value }, count)
      },
    })
  counter(
    'mails_total',
    'Mails since this process started by outcome: sent, failed (a try), given_up',
    () => ({ sent: counts.mailsSent, failed: counts.mailsFailed, given_up: counts.mailsGivenUp }),
    'outcome',
  )
  counter(
    'webhook_deliveries_total',
    'Messages to webhooks since this process started by outcome: delivered, failed (a try), given_up',
    () => ({
      delivered: counts.webhooksDelivered,
      failed: counts.webhooksFailed,
      given_up: counts.webhooksGivenUp,
    }),
    'outcome',
  )
  counter(
    'job_retries_total',
    'Runs of jobs that failed and are repeated, since this process started',
    () => ({
      all: counts.jobsRetried,
    }),
  )
  counter('jobs_given_up_total', 'Jobs given up since this process started', () => ({
    all: counts.jobsGivenUp,
  }))
}

/** Figures that only the database, the disks and the proxy know: not a number, or left out, while there is no answer. */
function measureOutside(
  registry: Registry,
  { certificate, heartbeat, pool }: Deps,
): (reading: Reading) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `terazi_${name}`, help, labelNames, registers: [registry] })
  const ready = gauge('ready', 'Whether a heartbeat was written within 20 s and the database answers in time')
  const up = gauge('database_up', 'Whether the database answers')
  const clock = gauge('clock_difference_seconds', 'Seconds by which this clock is ahead of the database’s')
  const quotas = gauge('quotas_wrong', 'Quotas that are below zero or not the sum of their ledger')
  const jobs = gauge('jobs', 'Background jobs by state: due, later, running, given_up', ['state'])
  const free = gauge('disk_free_bytes', 'Free room on the disk of a folder: data, database, backups', [
    'folder',
  ])
  const size = gauge('disk_size_bytes', 'Size of the disk of a folder: data, database, backups', ['folder'])
  const backup = gauge(
    'backup_age_seconds',
    'How old the newest backup in BACKUP_DIR is; +Inf: there is none',
  )
  const proven = gauge(
    'proof_ok',
    'Whether a proof of the installation by itself passed, and not too long ago: self_test, golden_cases, restore_drill',
    ['proof'],
  )
  const provenAge = gauge('proof_passed_age_seconds', 'How long ago a proof passed last', ['proof'])
  const days = certificate && gauge('certificate_days', 'Days left of the certificate of PUBLIC_URL')
  const stored = {
    oldestDueSeconds: gauge('jobs_oldest_due_seconds', 'How long the oldest due job has been due'),
    mailsFailing: gauge('mails_failing', 'Mails that failed and are tried again'),
    oldestFailingSeconds: gauge(
      'mails_oldest_failing_seconds',
      'Age of the oldest mail that failed and is tried again',
    ),
    webhooksFailing: gauge('webhooks_failing', 'Webhooks that are on and to which nothing arrives'),
    webhooksFailingSeconds: gauge(
      'webhooks_oldest_failing_seconds',
      'For how long nothing has arrived at the webhook that has been failing longest',
    ),
    webhooksDueSeconds: gauge(
      'webhooks_oldest_due_seconds',
      'How long the oldest due message to a webhook has been due',
    ),
    bytes: gauge('database_size_bytes', 'Size of the database'),
    connections: gauge('database_connections', 'Connections to the database, of all programs'),
    connectionsMost: gauge('database_connections_limit', 'Connections that the database allows'),
    replicas: gauge('replicas', 'Standbys that follow; 0 also when this user may not see them'),
    replicaLagSeconds: gauge('replica_lag_seconds', 'Seconds that the slowest standby is behind'),
  }
  return ({ figures, clockSeconds, wrongQuotas, disks, backups, certificateDays, proofs }) => {
    const answers = clockSeconds !== undefined
    ready.set(heartbeat.isFresh() && (answers || pool.waitingCount > 0) ? 1 : 0)
    up.set(answers ? 1 : 0)
    clock.set(clockSeconds ?? Number.NaN)
    quotas.set(wrongQuotas ?? Number.NaN)
    for (const [name, shown] of Object.entries(stored))
      shown.set(figures?.[name as keyof typeof stored] ?? Number.NaN)
    jobs.reset()
    for (const [state, count] of Object.entries(figures?.jobs ?? {})) jobs.set({ state }, count)
    free.reset()
    size.reset()
    for (const { folder, freeBytes, sizeBytes } of disks) {
      free.set({ folder }, freeBytes)
      size.set({ folder }, sizeBytes)
    }
    backup.set(backups === undefined ? Number.NaN : (backups.newest?.ageSeconds ?? Number.POSITIVE_INFINITY))
    proven.reset()
    provenAge.reset()
    for (const { proof, outcome, state, passedAt } of proofs) {
      if (outcome === 'off') continue
      const isOpen = outcome === 'pending' || (outcome === 'impossible' && state !== 'bad')
      proven.set({ proof }, isOpen ? Number.NaN : Number(state === 'good'))
      if (passedAt !== null) provenAge.set({ proof }, (Date.now() - Date.parse(passedAt)) / 1000)
    }
    days?.set(certificateDays ?? Number.NaN)
  }
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { deliveryJob } from '#server/events/delivery-job.ts'

/** Figures of the database and of the work in the background, at one moment. */
export interface Figures {
  postgres: string
  bytes: number
  /** The newest file of migrations/ that was applied. */
  migration: string
  connections: number
  connectionsMost: number
  /** Standbys that this user may see. */
  replicas: number
  /** How far the slowest of them is behind, in seconds; 0 without one. */
  replicaLagSeconds: number
  jobs: { due: number; later: number; running: number; given_up: number }
  oldestDueSeconds: number
  /** Mails that failed and are tried again, those that nobody tries any more, and how long the oldest of the first has been pending. */
  mailsFailing: number
  mailsGivenUp: number
  oldestFailingSeconds: number
  /** Webhooks that are on and to which nothing arrives, for how long the oldest of them, and how late the oldest message is. */
  webhooksFailing: number
  webhooksFailingSeconds: number
  webhooksDueSeconds: number
}

/**
 * Reads everything in one statement, so that one connection is enough at a bad time. Messages to webhooks are late where their
 * receivers are slow, so they don't count among the jobs that are late.
 */
export async function findFigures(db: Executor): Promise<Figures> {
  const {
    rows: [figures],
  } = await sql<Figures>`
    WITH job AS (
      SELECT *, locked_at IS NULL AND attempts < max_attempts AS open, task_identifier LIKE 'send\\_%' AS mail,
             locked_at IS NULL AND attempts >= max_attempts AS given_up, task_identifier = ${deliveryJob.name} AS webhook
      FROM graphile_worker.jobs
    )
    SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres,
           pg_database_size(current_database()) AS bytes,
           coalesce((SELECT max(name) FROM schema_migrations), '') AS migration,
           (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend') AS connections,
           current_setting('max_connections')::integer AS "connectionsMost",
           (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming') AS replicas,
           (SELECT coalesce(extract(epoch FROM max(replay_lag)), 0)::float8 FROM pg_stat_replication) AS "replicaLagSeconds",
           (SELECT json_build_object(
              'due', count(*) FILTER (WHERE open AND run_at <= now()),
              'later', count(*) FILTER (WHERE open AND run_at > now()),
              'running', count(*) FILTER (WHERE locked_at IS NOT NULL),
              'given_up', count(*) FILTER (WHERE given_up)) FROM job) AS jobs,
           (SELECT coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE open AND run_at <= now() AND NOT webhook)), 0)::float8
            FROM job) AS "oldestDueSeconds",
           (SELECT coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE open AND run_at <= now() AND webhook)), 0)::float8
            FROM job) AS "webhooksDueSeconds",
           (SELECT count(*) FROM webhooks WHERE off_at IS NULL AND failing_since IS NOT NULL) AS "webhooksFailing",
           (SELECT coalesce(extract(epoch FROM now() - min(failing_since)), 0)::float8
            FROM webhooks WHERE off_at IS NULL) AS "webhooksFailingSeconds",
           (SELECT count(*) FROM job WHERE mail AND attempts > 0 AND open) AS "mailsFailing",
           (SELECT count(*) FROM job WHERE mail AND given_up) AS "mailsGivenUp",
           (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
            FROM job WHERE mail AND attempts > 0 AND open) AS "oldestFailingSeconds"`.execute(db)
  if (figures === undefined) throw new Error('the database gave no figures')
  return figures
}

/** The database's clock, in milliseconds. */
export async function findClock(db: Executor): Promise<number> {
  const { rows } = await sql<{
    ms: number
  }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db)
  return rows[0]?.ms ?? Number.NaN
}

/** A process that wrote a heartbeat within the last minute. */
export interface Process {
  id: string
  host: string
  version: string
  node: string
  startedAt: Date
  /** The age of its last heartbeat. */
  silentSeconds: number
}

/** The processes that run, the oldest first. */
export async function findProcesses(db: Executor): Promise<Process[]> {
  const { rows } = await sql<Process>`
    SELECT process_id AS id, host, version, node, started_at AS "startedAt",
           extract(epoch FROM now() - beat_at)::float8 AS "silentSeconds"
    FROM heartbeats WHERE beat_at > now() - interval '1 minute'
    ORDER BY started_at, process_id LIMIT 100`.execute(db)
  return rows
}

/** Counts the mails to people with an account that were sent in the last 24 hours. */
export async function countSentMails(db: Executor): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    SELECT count(*) AS sent FROM person_mails WHERE at > now() - interval '1 day' AND outcome = 'sent'`.execute(
    db,
  )
  return rows[0]?.sent ?? 0
}

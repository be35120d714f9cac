import { sql } from 'kysely'
import { signalLimits } from '#contract/signal-limits.ts'
import type { DeviceClass, Signal } from '#contract/signals.ts'
import type { Executor } from '#server/db/database.ts'

interface Key {
  clientId: string
  attemptId: string
}

/**
 * Notes that a device which did not have the test opened it. Without the first opening, by a player from before there were
 * signals, there are none of the attempt: its person was not told.
 */
export async function insertOpening(
  db: Executor,
  { clientId, attemptId, epoch }: Key & { epoch: number },
  device: DeviceClass,
): Promise<void> {
  await sql`
    INSERT INTO attempt_signals (client_id, attempt_id, kind, happened_at, device)
    SELECT ${clientId}::uuid, ${attemptId}::uuid, 'opened', now(), ${device}::text
    WHERE ${epoch}::int = 1 OR ${isTold({ clientId, attemptId })}
    ON CONFLICT DO NOTHING`.execute(db)
}

const isTold = ({ clientId, attemptId }: Key) => sql<boolean>`EXISTS (
  SELECT FROM attempt_signals WHERE client_id = ${clientId} AND attempt_id = ${attemptId} AND kind = 'opened')`

/** Stores signals up to the limit of an attempt: those of its own time, with a minute for the clocks. */
export async function insertSignals(db: Executor, key: Key, signals: readonly Signal[]): Promise<void> {
  const { clientId, attemptId } = key
  await sql`
    INSERT INTO attempt_signals (client_id, attempt_id, kind, happened_at, seconds)
    SELECT t.client_id, t.id, s.kind, s.happened_at, s.seconds
    FROM attempts t, unnest(${signals.map(({ kind }) => kind)}::text[], ${signals.map(({ at }) => at)}::timestamptz[],
      ${signals.map((one) => (one.kind === 'away' ? one.seconds : null))}::int[]) AS s (kind, happened_at, seconds)
    WHERE t.client_id = ${clientId} AND t.id = ${attemptId} AND ${isTold(key)}
      AND s.happened_at BETWEEN t.started_at - interval '1 minute'
        AND coalesce(t.closed_at, now()) + interval '1 minute'
    ORDER BY s.happened_at
    LIMIT greatest(0, ${signalLimits.attempt} - (
      SELECT count(*) FROM attempt_signals WHERE client_id = ${clientId} AND attempt_id = ${attemptId}))
    ON CONFLICT DO NOTHING`.execute(db)
}

export interface SignalRow {
  kind: 'opened' | 'away' | 'copied'
  happened_at: Date
  seconds: number | null
  device: DeviceClass | null
}

export async function findSignals(db: Executor, { clientId, attemptId }: Key): Promise<SignalRow[]> {
  return db
    .selectFrom('attempt_signals')
    .select(['kind', 'happened_at', 'seconds', 'device'])
    .where('client_id', '=', clientId)
    .where('attempt_id', '=', attemptId)
    .orderBy('happened_at')
    .execute()
}

import type { BodyOf } from '#contract/kit.ts'
import type { Report } from '#contract/reports.ts'
import type { noteSignals, Signal } from '#contract/signals.ts'
import { fasterThanReading } from '#scoring/quality/pace.ts'
import type { Scores } from '#scoring/score/scores.ts'
import type { Executor } from '#server/db/database.ts'
import type { OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { hasOwnPace } from '#server/features/delivery/attempts/closing/pace.ts'
import { findAttempt } from '#server/features/delivery/attempts/queries.ts'
import { type Answers, answersToScore } from '#server/features/delivery/attempts/saving/stored-answers.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { findSignals, insertSignals, type SignalRow } from './signal-queries.ts'

/** Years that every part of the product can read; a device may say any. */
const isPlausible = ({ at }: Signal): boolean => Date.parse(at) >= 0 && Date.parse(at) < Date.UTC(2100)

/** Stores what a device noted. A signal never fails: it is less than any answer. */
export async function storeSignals(
  db: Executor,
  { client_id: clientId, attempt_id: attemptId }: OwnAssignmentRow,
  { signals }: BodyOf<typeof noteSignals>,
): Promise<undefined> {
  if (attemptId !== null) await insertSignals(db, { clientId, attemptId }, signals.filter(isPlausible))
}

type Signals = NonNullable<Report['signals']>

/** Signs noted while a test was taken, and signs in the answers themselves; for readers other than its person. */
export async function signalsOf(
  db: Executor,
  key: { clientId: string; assignmentId: string },
  { validity }: Scores,
): Promise<Signals> {
  const attempt = await findAttempt(db, key)
  if (attempt === undefined) return { openings: [], away: [], copied: [], fast: null, sameAnswers: null }
  const ofAttempt = { clientId: key.clientId, attemptId: attempt.id }
  const rows = await findSignals(db, ofAttempt)
  const { definition, sensitiveItems } = await getVersion(db, attempt.version_id)
  const { timings: all }: Pick<Answers, 'timings'> = hasOwnPace(attempt)
    ? { timings: {} }
    : await answersToScore(db, ofAttempt)
  // A number with the sensitive questions in it tells who was asked.
  const timings = Object.fromEntries(Object.entries(all).filter(([id]) => !sensitiveItems.has(id)))
  const fast = fasterThanReading(definition, { locale: attempt.locale, seed: attempt.id, timings })
  const long = validity.rules.find(
    ({ kind, value, medium }) =>
      kind === 'longest_run' && value !== null && medium !== null && value >= medium,
  )
  return {
    openings: openingsOf(rows),
    away: rows.flatMap(({ kind, happened_at: at, seconds }) =>
      kind === 'away' && seconds !== null ? [{ at: at.toISOString(), seconds }] : [],
    ),
    copied: rows.flatMap(({ kind, happened_at: at }) => (kind === 'copied' ? [at.toISOString()] : [])),
    fast: fast.count > 0 ? fast : null,
    sameAnswers: long?.value ?? null,
  }
}

/** A press repeated on the same device because its answer got lost. */
const repeatedMs = 60_000

function openingsOf(rows: readonly SignalRow[]): Signals['openings'] {
  const opened = rows.flatMap(({ device, happened_at: at }) => (device === null ? [] : [{ device, at }]))
  return opened
    .filter(({ device, at }, index) => {
      const before = opened[index - 1]
      return before?.device !== device || at.getTime() - before.at.getTime() > repeatedMs
    })
    .map(({ device, at }) => ({ device, at: at.toISOString() }))
}

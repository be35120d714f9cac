import type { BoardState } from '#contract/board.ts'
import type { BoardLine } from './board-queries.ts'

/** A tablet gives a sign every two seconds, another device every half minute (web/player/attempt/signs/presence.ts). */
const silentMs = { tablet: 20_000, own: 75_000 }
const idleMs = 5 * 60_000

type Judged = Pick<
  BoardLine,
  | 'status'
  | 'overdue'
  | 'attempt_id'
  | 'closed_by'
  | 'deadline'
  | 'paused_at'
  | 'break_until'
  | 'on_tablet'
  | 'started_at'
  | 'seen_at'
  | 'answered_at'
  | 'resumed_at'
>

/** The state of an assignment, which a manager reads first. */
export function stateOf(line: Judged, now: Date): BoardState {
  if (line.status === 'completed') return line.closed_by === 'person' ? 'finished' : 'ended'
  if (line.status !== 'pending' || line.closed_by !== null) return 'ended'
  if (line.attempt_id === null) return line.overdue ? 'ended' : 'not_started'
  if (line.paused_at !== null) return line.break_until === null ? 'paused' : 'on_break'
  // The job that closes what is over runs each minute.
  if (line.deadline === null ? line.overdue : line.deadline <= now) return 'ended'
  const since = (moment: Date | null) => (moment === null ? Infinity : now.getTime() - moment.getTime())
  // A device of an earlier release gives no signs: only its answers tell.
  if (line.seen_at !== null && since(line.seen_at) > silentMs[line.on_tablet ? 'tablet' : 'own'])
    return 'offline'
  const active = Math.min(since(line.answered_at), since(line.started_at), since(line.resumed_at))
  return active > idleMs ? 'idle' : 'running'
}

import type { OwnAssignment as Listed } from '#contract/participant.ts'
import { isToday } from './days.ts'

export type ListedAssignment = Listed

/** The state of an assignment, as its owner sees it. */
export type AssignmentState =
  | 'running'
  | 'waiting'
  | 'lastDay'
  | 'completed'
  | 'expired'
  | 'cancelled'
  | 'unknown'

export function stateOf(assignment: Listed, serverTime: string): AssignmentState {
  const { status, startedAt, dueDate, timeZone } = assignment
  if (status === 'pending') {
    if (startedAt !== null) return 'running'
    return dueDate !== null && isToday(dueDate, serverTime, timeZone) ? 'lastDay' : 'waiting'
  }
  return status === 'completed' || status === 'expired' || status === 'cancelled' ? status : 'unknown'
}

const rank: Record<AssignmentState, number> = {
  running: 0,
  lastDay: 1,
  waiting: 2,
  unknown: 3,
  completed: 4,
  expired: 5,
  cancelled: 6,
}

/** What can be done first: begun ones, then those due soonest. Otherwise the server's order stays. */
export const inOrder = (list: readonly Listed[], serverTime: string): Listed[] =>
  [...list].sort(
    (a, b) =>
      rank[stateOf(a, serverTime)] - rank[stateOf(b, serverTime)] ||
      (a.status === 'pending' ? (a.dueDate ?? '9').localeCompare(b.dueDate ?? '9') : 0),
  )

export const isOpen = (assignment: Listed): boolean => assignment.status === 'pending'

/** The codes that prove the arrival of tests. */
export const receiptsOf = (list: readonly Listed[]): string[] =>
  list.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]))

import type { OwnAssignment as Listed } from '#contract/participant.ts'
import { isToday } from './days.ts'

export type ListedAssignment = Listed & {
  /** A tablet without a connection knows that another one's beginning of it counts. */
  elsewhere?: true
  /** A tablet without a connection knows that a manager decides about its beginning of it. */
  awaitsDecision?: true
  /** A tablet without a connection may not begin it. */
  needsConnection?: true
}

/** The state of an assignment, as its owner sees it. */
export type AssignmentState =
  | 'running'
  | 'waiting'
  | 'lastDay'
  | 'notYet'
  | 'completed'
  | 'ended'
  | 'expired'
  | 'cancelled'
  | 'withdrawn'
  | 'closed'
  | 'unknown'

export function stateOf(assignment: Listed, serverTime: string): AssignmentState {
  const { status, startedAt, dueDate, timeZone, opening, consentWithdrawn, closed, endedByManager } =
    assignment
  if (consentWithdrawn) return 'withdrawn'
  if (closed) return 'closed'
  if (status === 'pending') {
    if (startedAt !== null) return 'running'
    if (opening !== null) return 'notYet'
    return dueDate !== null && isToday(dueDate, serverTime, timeZone) ? 'lastDay' : 'waiting'
  }
  if (endedByManager) return 'ended'
  return status === 'completed' || status === 'expired' || status === 'cancelled' ? status : 'unknown'
}

const rank: Record<AssignmentState, number> = {
  running: 0,
  lastDay: 1,
  waiting: 2,
  notYet: 3,
  unknown: 4,
  completed: 5,
  ended: 5,
  expired: 6,
  cancelled: 7,
  withdrawn: 8,
  closed: 9,
}

const rankOf = (one: ListedAssignment, serverTime: string) =>
  one.needsConnection ? rank.notYet : rank[stateOf(one, serverTime)]

/** Sorts tests: begun ones first, then those due soonest, then those that can't begin yet. Otherwise the server's order stays. */
export const inOrder = <One extends ListedAssignment>(list: readonly One[], serverTime: string): One[] =>
  [...list].sort(
    (a, b) =>
      rankOf(a, serverTime) - rankOf(b, serverTime) ||
      (a.status === 'pending' && a.opening === null ? (a.dueDate ?? '9').localeCompare(b.dueDate ?? '9') : 0),
  )

export const isOpen = ({ status, elsewhere, awaitsDecision }: ListedAssignment): boolean =>
  status === 'pending' && !elsewhere && !awaitsDecision

/** The codes that prove the arrival of tests. */
export const receiptsOf = (list: readonly Listed[]): string[] =>
  list.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]))

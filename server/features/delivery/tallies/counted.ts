import type { AssignmentStatus } from '#contract/assignments.ts'

/** The subjects of counts: assignments by status, begun ones, by day of the client's zone, and people by role. */
export type What =
  | AssignmentStatus
  | 'started'
  | 'assigned_on'
  | 'completed_on'
  | 'expired_on'
  | 'cancelled_on'
  | 'due_on'
  | 'candidate'
  | 'employee'
  | 'manager'

/** Numbers of one kind, from one day to another. */
export interface Range {
  readonly what: What
  readonly from: string
  readonly to: string
}

export interface Tally {
  readonly what: What
  readonly day: string
  readonly inventoryId: string
  readonly count: number
}

import type { AssignmentStatus } from './assignments.ts'

/**
 * Why an assignment can't get a due date; undefined where it can. A pending one without a due date takes any day; every
 * other only a later one.
 * @param day left out: whether there is any such day
 */
export function dueDateRefusal(
  { status, dueDate }: { status: AssignmentStatus; dueDate: string | null },
  day?: string,
): 'completed' | 'cancelled' | 'not_later' | undefined {
  if (status === 'completed' || status === 'cancelled') return status
  if (dueDate === null) return status === 'pending' ? undefined : 'not_later'
  return day !== undefined && day <= dueDate ? 'not_later' : undefined
}

interface ReminderFacts {
  status: AssignmentStatus
  /** Its time or due date is over. */
  over: boolean
  /** Taken on a test day's tablets, where a link opens nothing. */
  onTestDay: boolean
  /** Its opening moment has not come. */
  unopened: boolean
  /** Why nobody can start it, where it is sensitive. */
  withheld?: 'inventory_not_enabled' | 'not_for_candidates' | undefined
  hasEmail: boolean
  /** Within the last `reminderPauseHours`, or one is waiting to be sent. */
  reminded: boolean
}

export const reminderPauseHours = 12

/** Why a reminder of an assignment would do nothing; undefined where one can be sent. */
export function reminderRefusal(facts: ReminderFacts) {
  if (facts.status !== 'pending') return facts.status
  if (facts.over) return 'past_due'
  if (facts.onTestDay) return 'on_test_day'
  if (facts.unopened) return 'not_open_yet'
  if (facts.withheld !== undefined) return facts.withheld
  if (!facts.hasEmail) return 'no_email'
  return facts.reminded ? 'reminded_recently' : undefined
}

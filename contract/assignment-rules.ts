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

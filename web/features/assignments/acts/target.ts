import type { previewCancellation } from '#contract/assignment-actions.ts'
import type { Assignment } from '#contract/assignments.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { Which } from './useActs.ts'

export type Cancellation = AnswerOf<typeof previewCancellation>

/** What an act is for, and what is known of it before. */
export interface Target {
  which: Which
  /** Those that the act can reach; of a filter, all that it finds. */
  count: number
  /** What a cancellation does to them; null where only the server knows. */
  cancellation: Cancellation | null
  /** Whose it is, when it is one. */
  name: string | null
}

/** Assignments that somebody has ticked; those that are over are left out. */
export function targetOf(rows: readonly Assignment[]): Target {
  const pending = rows.filter(({ status }) => status === 'pending')
  return {
    which: { assignmentIds: rows.map(({ id }) => id) },
    count: pending.length,
    cancellation: {
      unstarted: pending.filter(({ startedAt }) => startedAt === null).length,
      started: pending.filter(({ startedAt }) => startedAt !== null).length,
      over: rows.length - pending.length,
    },
    name: rows.length === 1 ? (rows[0]?.user.name ?? null) : null,
  }
}

/** Whether somebody can be reminded of it. */
export const isRemindable = ({ status, user }: Assignment) => status === 'pending' && user.email !== ''

/** Whether it can get a later day. */
export const isExtendable = ({ status }: Assignment) => status === 'pending' || status === 'expired'

const reminderPause = 12 * 3_600_000

/** When the person was reminded, or will be, as long as the next reminder has to wait. */
export function recentReminder({ remindedAt }: Assignment, now = Date.now()): string | null {
  return remindedAt !== null && Date.parse(remindedAt) > now - reminderPause ? remindedAt : null
}

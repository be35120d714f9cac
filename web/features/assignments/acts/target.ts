import type { previewCancellation, previewExtension } from '#contract/assignment-actions.ts'
import type { Assignment } from '#contract/assignments.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { Which } from './useActs.ts'

export type Cancellation = AnswerOf<typeof previewCancellation>
export type Extension = AnswerOf<typeof previewExtension>

/** What an act is for, and what is known of it before. Each act reaches others of them, so each has its own count. */
export interface Target {
  which: Which
  /** What a cancellation does to them, and whom a reminder is of; null where only the server knows. */
  cancellation: Cancellation | null
  /** What a later day does to them; null where only the server knows. */
  extension: Extension | null
  /** Whose it is, when it is one. */
  name: string | null
}

/** Assignments that somebody has ticked. */
export function targetOf(rows: readonly Assignment[]): Target {
  const pending = rows.filter(({ status }) => status === 'pending')
  const unstarted = pending.filter(({ startedAt }) => startedAt === null).length
  const extendable = rows.filter(isExtendable)
  const expired = extendable.filter(({ status }) => status === 'expired').length
  return {
    which: { assignmentIds: rows.map(({ id }) => id) },
    cancellation: { unstarted, started: pending.length - unstarted, over: rows.length - pending.length },
    extension: { pending: extendable.length - expired, expired, stays: rows.length - extendable.length },
    name: rows.length === 1 ? (rows[0]?.user.name ?? null) : null,
  }
}

/** All that a filter of the list finds, on whatever page: only the server knows how they stand. */
export const targetOfAll = (filter: NonNullable<Which['filter']>): Target => ({
  which: { filter },
  cancellation: null,
  extension: null,
  name: null,
})

export const pendingOf = ({ unstarted, started }: Cancellation) => unstarted + started
export const extendedOf = ({ pending, expired }: Extension) => pending + expired

/** Whether somebody can be reminded of it. */
export const isRemindable = ({ status, user }: Assignment) => status === 'pending' && user.email !== ''

/** Whether it can get a later day: without one there is none to be later than. */
export const isExtendable = ({ status, dueDate }: Assignment) =>
  dueDate !== null && (status === 'pending' || status === 'expired')

const reminderPause = 12 * 3_600_000

/** When the person was reminded, or will be, as long as the next reminder has to wait. */
export function recentReminder({ remindedAt }: Assignment, now = Date.now()): string | null {
  return remindedAt !== null && Date.parse(remindedAt) > now - reminderPause ? remindedAt : null
}

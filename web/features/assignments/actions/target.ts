import type { previewCancellation, previewExtension, previewReminders } from '#contract/assignment-actions.ts'
import { dueDateRefusal, reminderPauseHours, reminderRefusal } from '#contract/assignment-rules.ts'
import type { Assignment } from '#contract/assignments.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { Which } from './useAssignmentActions.ts'

export type Cancellation = AnswerOf<typeof previewCancellation>
export type Reminding = AnswerOf<typeof previewReminders>
export type Extension = AnswerOf<typeof previewExtension>

/**
 * The assignments of an action, and what is known of them before. Each action reaches others of them, so each has its own
 * count.
 */
export interface Target {
  which: Which
  /** The people that a reminder reaches; null if only the server knows. */
  reminding: Reminding | null
  /** The effect of a cancellation; null if only the server knows. */
  cancellation: Cancellation | null
  /** The effect of a later day; null if only the server knows. */
  extension: Extension | null
  /** Those with a result; null where only the server knows. */
  completed: readonly string[] | null
  /** Those whose report may be shared by a link. */
  shareable: readonly string[]
  /** The number of people whose report that is. */
  comparable: number
  /** The number of people chosen. */
  people: number
  /** The test that all of these are of; null for several, and where only the server knows. */
  inventory: string | null
  /** The person's name if it is a single assignment. */
  name: string | null
}

/** Assignments that somebody has ticked. */
export function targetOf(rows: readonly Assignment[]): Target {
  const pending = rows.filter(({ status }) => status === 'pending')
  const unstarted = pending.filter(({ startedAt }) => startedAt === null).length
  const extendable = rows.filter(isExtendable)
  const expired = extendable.filter(({ status }) => status === 'expired').length
  const undated = extendable.filter(({ dueDate }) => dueDate === null).length
  return {
    which: { assignmentIds: rows.map(({ id }) => id) },
    cancellation: { unstarted, started: pending.length - unstarted, over: rows.length - pending.length },
    reminding: remindingOf(pending),
    extension: {
      undated,
      pending: extendable.length - expired - undated,
      expired,
      stays: rows.length - extendable.length,
    },
    completed: rows.filter(({ status }) => status === 'completed').map(({ id }) => id),
    shareable: rows.filter(({ shareable }) => shareable).map(({ id }) => id),
    comparable: new Set(rows.filter(({ shareable }) => shareable).map(({ user }) => user.id)).size,
    people: new Set(rows.map(({ user }) => user.id)).size,
    inventory: oneOf(rows.filter(({ shareable }) => shareable).map(({ inventory }) => inventory.id)),
    name: rows.length === 1 ? (rows[0]?.user.name ?? null) : null,
  }
}

/** Everything the list's filter finds, on all pages; only the server knows their states. */
export const targetOfAll = (filter: NonNullable<Which['filter']>): Target => ({
  which: { filter },
  reminding: null,
  cancellation: null,
  extension: null,
  completed: null,
  shareable: [],
  comparable: 0,
  people: 0,
  inventory: null,
  name: null,
})

/** The value that all have; null where they differ. */
const oneOf = (values: readonly string[]): string | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

/** Each person counts once, even with several unfinished tests. */
function remindingOf(rows: readonly Assignment[]): Reminding {
  const whoFor = (reason: ReturnType<typeof remindRefusal>) =>
    new Set(rows.filter((row) => remindRefusal(row) === reason).map(({ user }) => user.id))
  const people = whoFor(undefined)
  const fresh = rows.filter((row) => people.has(row.user.id) && invitedMinutesAgo(row) !== null)
  return {
    people: people.size,
    withoutEmail: whoFor('no_email').size,
    recently: [...whoFor('reminded_recently')].filter((id) => !people.has(id)).length,
    justInvited: new Set(fresh.map(({ user }) => user.id)).size,
  }
}

export const pendingOf = ({ unstarted, started }: Cancellation) => unstarted + started
export const extendedOf = ({ undated, pending, expired }: Extension) => undated + pending + expired

/** Why a reminder of it would do nothing, as far as the list knows; undefined where one can be sent. */
export const remindRefusal = (assignment: Assignment) =>
  reminderRefusal({
    status: assignment.status,
    over: false,
    onTestDay: assignment.testDay !== null,
    unopened: assignment.opensAt !== null && Date.parse(assignment.opensAt) > Date.now(),
    withheld: assignment.withheld && 'inventory_not_enabled',
    hasEmail: assignment.user.email !== '',
    reminded: recentReminder(assignment) !== null,
  })

/** The minutes since it was given, within the first hour; null later. */
export function invitedMinutesAgo({ createdAt }: Assignment, now = Date.now()): number | null {
  const minutes = Math.floor((now - Date.parse(createdAt)) / 60_000)
  return minutes >= 0 && minutes < 60 ? minutes : null
}

/** True if it can get a due date, or a later one. */
export const isExtendable = (assignment: Assignment) => dueDateRefusal(assignment) === undefined

const reminderPause = reminderPauseHours * 3_600_000

/** When the person was reminded, or will be, as long as the next reminder has to wait. */
export function recentReminder({ remindedAt }: Assignment, now = Date.now()): string | null {
  return remindedAt !== null && Date.parse(remindedAt) > now - reminderPause ? remindedAt : null
}

import { z } from 'zod'
import { assignment, assignmentFilters, assignmentId } from './assignments.ts'
import { clientId } from './clients.ts'
import { day, id, line, moment } from './fields.ts'
import { call } from './kit.ts'

/** Why an assignment of a bulk call was left as it was. */
export const skipReason = z.enum([
  'not_found',
  'completed',
  'expired',
  'cancelled',
  /** Its clock or last day is over; it is ended within a minute. */
  'past_due',
  /** The test has started, and the change is possible before that only. */
  'started',
  'no_email',
  'reminded_recently',
  /** Its opening day has not come. */
  'not_open_yet',
  /** It is taken on a test day's tablets, where a link opens nothing. */
  'on_test_day',
  /** The day asked for is no later than the present one. */
  'not_later',
  /** The person does not belong to the client any more. */
  'removed',
  'already_assigned',
  'quota_exceeded',
  'inventory_not_enabled',
  'not_for_candidates',
])
export type SkipReason = z.infer<typeof skipReason>

export const which = {
  assignmentIds: z.array(id).min(1).max(1000).optional(),
  /** A filter as the list takes it; only assignments that can still be changed count. */
  filter: z.strictObject({ search: line(100, 0).optional(), ...assignmentFilters }).optional(),
}
const oneOfThem = (body: { assignmentIds?: unknown; filter?: unknown }) =>
  (body.assignmentIds === undefined) !== (body.filter === undefined)
const named = { error: 'ids_or_filter', path: ['assignmentIds'] }

export const counts = z.object({
  done: z.number().int(),
  skipped: z.array(z.object({ reason: skipReason, count: z.number().int() })),
})

export const cancelAssignment = call({
  name: 'cancelAssignment',
  method: 'POST',
  path: '/assignments/:assignmentId/cancel/',
  tag: 'Assignments',
  summary:
    'Cancel an assignment. If it was never started, its unit is returned; if it is running, it takes no more answers and its unit stays used. Repeating the call changes nothing',
  access: 'manager',
  scope: 'assignments:write',
  subject: 'assignment',
  pace: 'assignments',
  params: assignmentId,
  answer: { status: 200, json: assignment },
  errors: ['not_found', 'assignment_completed', 'assignment_closed', 'idempotency_key_reused'],
})

export const remindAssignment = call({
  name: 'remindAssignment',
  method: 'POST',
  path: '/assignments/:assignmentId/remind/',
  tag: 'Assignments',
  summary:
    "Mail the person a link to what waits for them, once in 12 hours. Between 21:00 and 08:00 at the client's place the mail waits until 08:00: `reminder.queued` says so",
  access: 'manager',
  scope: 'assignments:write',
  subject: 'assignment',
  pace: 'assignments',
  params: assignmentId,
  answer: {
    status: 200,
    json: assignment.extend({ reminder: z.object({ sendAt: moment, queued: z.boolean() }) }),
  },
  errors: [
    'not_found',
    'client_not_active',
    'assignment_completed',
    'assignment_closed',
    'person_without_email',
    'reminded_recently',
    'not_open_yet',
    'on_test_day',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

export const extendAssignment = call({
  name: 'extendAssignment',
  method: 'POST',
  path: '/assignments/:assignmentId/extend/',
  tag: 'Assignments',
  summary:
    'Give an assignment a later due date, or its first. An expired one takes a unit again and is pending again.',
  access: 'manager',
  scope: 'assignments:write',
  subject: 'assignment',
  pace: 'assignments',
  params: assignmentId,
  body: z.strictObject({ dueDate: day }),
  answer: { status: 200, json: assignment },
  errors: [
    'not_found',
    'client_not_active',
    'assignment_completed',
    'assignment_closed',
    'already_assigned',
    'not_open_yet',
    'inventory_not_enabled',
    'not_for_candidates',
    'quota_exceeded',
    'idempotency_key_reused',
  ],
})

export const cancelAssignments = call({
  name: 'cancelAssignments',
  method: 'POST',
  path: '/clients/:clientId/assignments/cancel/',
  tag: 'Assignments',
  summary:
    'Cancel up to 1,000 named assignments, or all pending ones of a filter. Done in steps of some hundred; repeated under its key, it does the rest',
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z.strictObject(which).refine(oneOfThem, named),
  answer: { status: 200, json: counts },
  errors: ['not_found', 'idempotency_key_reused'],
})

export const previewCancellation = call({
  name: 'previewCancellation',
  method: 'GET',
  path: '/clients/:clientId/assignments/cancel/',
  tag: 'Assignments',
  summary: 'Preview cancelling everything a filter finds; changes nothing',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ search: line(100, 0).optional(), ...assignmentFilters }),
  answer: {
    status: 200,
    json: z.object({
      /** Pending and never started: cancelled, and their units come back. */
      unstarted: z.number().int(),
      /** Pending and under way: cancelled, and their units stay used. */
      started: z.number().int(),
      /** Completed, expired or cancelled: they stay as they are. */
      over: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

export const previewExtension = call({
  name: 'previewExtension',
  method: 'GET',
  path: '/clients/:clientId/assignments/extend/',
  tag: 'Assignments',
  summary: 'Preview a due date for everything a filter finds; changes nothing',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ search: line(100, 0).optional(), ...assignmentFilters }),
  answer: {
    status: 200,
    json: z.object({
      /** Pending without a due date: they get their first. */
      undated: z.number().int(),
      /** Pending, with a due date that can be later. */
      pending: z.number().int(),
      /** Expired: they open again, and each takes a unit. */
      expired: z.number().int(),
      /** Over, or of somebody removed: they stay as they are. */
      stays: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

export const previewReminders = call({
  name: 'previewReminders',
  method: 'GET',
  path: '/clients/:clientId/assignments/remind/',
  tag: 'Assignments',
  summary: 'Preview how many people reminders for everything a filter finds would reach; sends nothing',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ search: line(100, 0).optional(), ...assignmentFilters }),
  answer: {
    status: 200,
    json: z.object({
      /** They get one mail each. */
      people: z.number().int(),
      /** They have an unfinished test and no address. */
      withoutEmail: z.number().int(),
      /** All of their unfinished tests that are open were in a reminder of the last 12 hours. */
      recently: z.number().int(),
      /** The number of `people` who were given a test within the last hour. */
      justInvited: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

export const remindAssignments = call({
  name: 'remindAssignments',
  method: 'POST',
  path: '/clients/:clientId/assignments/remind/',
  tag: 'Assignments',
  summary:
    "Remind the people of up to 1,000 named assignments, or of all pending ones of a filter: one mail a person. At night the mails wait until 08:00 at the client's place: `queued` says so",
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z.strictObject(which).refine(oneOfThem, named),
  answer: {
    status: 200,
    json: counts.extend({ people: z.number().int(), sendAt: moment, queued: z.boolean() }),
  },
  errors: ['not_found', 'client_not_active', 'idempotency_key_reused'],
})

export const extendAssignments = call({
  name: 'extendAssignments',
  method: 'POST',
  path: '/clients/:clientId/assignments/extend/',
  tag: 'Assignments',
  summary:
    'Give up to 1,000 named assignments, or all pending and expired ones of a filter, a later due date, or their first. Expired ones take units as long as there are any',
  access: 'manager',
  subject: 'client',
  pace: 'assignments',
  params: clientId,
  body: z.strictObject({ ...which, dueDate: day }).refine(oneOfThem, named),
  answer: { status: 200, json: counts },
  errors: ['not_found', 'client_not_active', 'idempotency_key_reused'],
})

import { z } from 'zod'
import { day, id, line, listQuery, moment, page, timeZone } from './fields.ts'
import { call } from './kit.ts'

/** What is written down for good. */
export const auditAction = z.enum([
  'sign_up',
  'sign_in',
  'sign_in_refused',
  'access_refused',
  'session_ended',
  'password_changed',
  'password_refused',
  'email_changed',
  'user_created',
  'user_changed',
  'role_changed',
  'user_deactivated',
  'user_reactivated',
  'admin_link_made',
  'quota_added',
  'people_invited',
  'assignments_created',
  'assignments_cancelled',
  'assignments_extended',
  'assignments_reminded',
  'accommodations_changed',
  'many_accommodations_changed',
  'test_day_created',
  'test_day_changed',
  'test_day_closed',
  'sensitive_offline_allowed',
  'sensitive_offline_ended',
  'test_day_code_renewed',
  'setup_codes_made',
  'setup_code_renewed',
  'setup_code_revoked',
  'tablet_added',
  'pin_limit_reached',
  'tablet_pending',
  'tablet_confirmed',
  'tablet_revoked',
  'offline_attempt_delivered',
  'tablet_delivery_waits',
  'tablet_delivery_decided',
  'opening_changed',
  'assignments_replaced',
  'cool_down_changed',
  'tests_paused',
  'tests_resumed',
  'minutes_added',
  'test_ended',
  'test_released',
  'note_added',
  'member_removed',
  'consent_given',
  'consent_withdrawn',
  'person_erased',
  'test_erased',
  'tests_erased',
  'scales_erased',
  'retention_changed',
  'request_made',
  'request_identity_checked',
  'request_decided',
  'request_entered',
  'data_handed_out',
  'identity_proved',
  'own_data_read',
  'own_profile_changed',
  'person_held',
  'person_released',
  'late_answers_decided',
  'answers_rescued',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_declined',
  'second_factor_reset',
  'second_factor_refused',
  'recovery_code_used',
  'recovery_codes_renewed',
  'settings_changed',
  'report_read',
  'export',
  'client_created',
  'client_changed',
  'client_status_changed',
  'billing_changed',
  'person_changed',
  'people_moved',
  'invitation_link_made',
  'slips_made',
  'registration_opened',
  'registration_changed',
  'registration_closed',
  'person_registered',
  'registrant_accepted',
  'registrant_refused',
  'prices_changed',
  'offer_changed',
  'client_prices_changed',
  'tax_rate_changed',
  'order_placed',
  'order_cancelled',
  'order_approved',
  'order_refunded',
  'payment_decided',
  'refund_settled',
  'statement_imported',
  'transfer_ignored',
  'draft_imported',
  'draft_discarded',
  'recording_changed',
  'version_published',
  'result_rescored',
  'inventory_enabled',
  'inventory_disabled',
])
export type AuditAction = z.infer<typeof auditAction>

const person = z.object({ id, name: z.string(), email: z.string() })

export const auditEntry = z.object({
  id,
  at: moment,
  action: auditAction,
  /** By which way, or why it was refused: a code. */
  reason: z.string().nullable(),
  actor: person.nullable(),
  subject: person.nullable(),
  client: z.object({ id, name: z.string() }).nullable(),
  /** The network address it came from; empty for the server itself. */
  address: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** How many assignments it names, over all the steps of its command; `listActivityAssignments` shows them. */
  assignments: z.number().int(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filters = {
  action: auditAction.optional(),
  /** Who did it, or who was affected. */
  person: id.optional(),
  actor: id.optional(),
  subject: id.optional(),
  client: id.optional(),
  from: day.optional(),
  to: day.optional(),
  /** The zone of the days; UTC unless given. */
  timeZone: timeZone.optional(),
}

export const listAudit = call({
  name: 'listAudit',
  method: 'GET',
  path: '/audit/',
  tag: 'Audit',
  summary:
    'Who did what, when and from where; `search` finds people by name and email, and network addresses by their beginning',
  access: 'superuser',
  query: listQuery(['at']).extend(filters),
  answer: { status: 200, json: page(auditEntry) },
  errors: [],
})

export const listClientActivity = call({
  name: 'listClientActivity',
  method: 'GET',
  path: '/clients/:clientId/activity/',
  tag: 'Audit',
  summary:
    'What was done for a client, who did it and when, a command of many steps as one entry; days are in its time zone, and a command is found on each day of its steps',
  access: 'admin',
  subject: 'client',
  params: z.object({ clientId: id }),
  query: listQuery(['at']).extend({
    action: auditAction.optional(),
    person: id.optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  answer: { status: 200, json: page(auditEntry) },
  errors: ['not_found'],
})

/** One of the assignments that an entry of the record names. */
export const auditedAssignment = z.object({
  /** When the step was taken that it was done in. */
  at: moment,
  id,
  inventory: z.string(),
  user: z.object({ id, name: z.string() }),
})

export const listActivityAssignments = call({
  name: 'listActivityAssignments',
  method: 'GET',
  path: '/clients/:clientId/activity/:entryId/assignments/',
  tag: 'Audit',
  summary:
    'The assignments that one command cancelled, extended or sent reminders for, in all its steps and in order; `search` finds people by name',
  access: 'admin',
  params: z.object({ clientId: id, entryId: id }),
  query: listQuery(['at']),
  answer: { status: 200, json: page(auditedAssignment) },
  errors: ['not_found'],
})

export const auditCsv = call({
  name: 'auditCsv',
  method: 'GET',
  path: '/audit.csv',
  tag: 'Audit',
  summary: 'The entries of a filter in words, the newest first, as a spreadsheet program reads them',
  access: 'superuser',
  query: z.strictObject({ search: line(100, 0).optional(), ...filters }),
  answer: { status: 200, file: 'text/csv' },
  errors: [],
})

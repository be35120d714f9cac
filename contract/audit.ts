import { z } from 'zod'
import { day, id, listQuery, moment, page } from './fields.ts'
import { call } from './kit.ts'

/** What is written down for good. */
export const auditAction = z.enum([
  'sign_up',
  'sign_in',
  'sign_in_refused',
  'password_changed',
  'password_refused',
  'email_changed',
  'user_created',
  'role_changed',
  'user_deactivated',
  'user_reactivated',
  'admin_link_made',
  'export',
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
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = call({
  name: 'listAudit',
  method: 'GET',
  path: '/audit/',
  tag: 'Audit',
  summary: 'Who did what, when and from where; days are in UTC',
  access: 'superuser',
  query: listQuery(['at']).extend({
    action: auditAction.optional(),
    actor: id.optional(),
    subject: id.optional(),
    client: id.optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  answer: { status: 200, json: page(auditEntry) },
  errors: [],
})

import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id, line, listQuery, locale, moment, page, paragraph } from './fields.ts'
import { call } from './kit.ts'

export const membershipRole = z.enum(['manager', 'candidate', 'employee'])

/** A person as one client knows them, with how far their assignments there have come. */
export const person = z.object({
  membershipId: id,
  userId: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  staffNumber: z.string(),
  type: membershipRole,
  group: z.string(),
  joinedAt: moment,
  assignments: z.object({
    assigned: z.number().int(),
    pending: z.number().int(),
    completed: z.number().int(),
    expired: z.number().int(),
    cancelled: z.number().int(),
  }),
})
export type Person = z.infer<typeof person>

const peopleQuery = listQuery(['name', 'joinedAt', 'group']).extend({ group: line(100).optional() })

const listOf = <const Name extends string, const Path extends string>(
  name: Name,
  path: Path,
  summary: string,
) =>
  call({
    name,
    method: 'GET',
    path,
    tag: 'People',
    summary,
    access: 'manager',
    params: clientId,
    query: peopleQuery,
    answer: { status: 200, json: page(person) },
    errors: ['not_found'],
  })

export const listManagers = listOf('listManagers', '/clients/:clientId/managers/', 'The managers of a client')
export const listCandidates = listOf(
  'listCandidates',
  '/clients/:clientId/candidates/',
  'The candidates of a client',
)
export const listEmployees = listOf(
  'listEmployees',
  '/clients/:clientId/employees/',
  'The employees of a client',
)

/** Why a row of an invitation list was not taken. */
export const inviteFailure = z.enum([
  'invalid_email',
  'duplicate',
  'invalid_name',
  'invalid_phone',
  'other_role',
])

// Rows are read one by one, so that a broken address fails its own row and not the other 9,999.
const inviteRow = z.union([
  z.string().max(1000),
  z.strictObject({
    email: z.string().max(1000),
    name: z.string().max(1000).optional(),
    phone: z.string().max(1000).optional(),
    group: line(100, 0).optional(),
  }),
])
export type InviteRow = z.infer<typeof inviteRow>

const invited = z.object({ email: z.string(), userId: id, membershipId: id })

export const inviteEmails = call({
  name: 'inviteEmails',
  method: 'POST',
  path: '/clients/:clientId/invite_emails/',
  tag: 'People',
  summary: 'Invite up to 10,000 people and give each of them the named tests, in one transaction',
  access: 'manager',
  params: clientId,
  body: z.strictObject({
    emails: z.array(inviteRow).min(1).max(10_000),
    inventoryIds: z.array(id).max(20),
    role: membershipRole.optional(),
    group: line(100, 0).optional(),
    dueDate: day.optional(),
    description: paragraph(1000).optional(),
    locale: locale.optional(),
  }),
  bodyLimit: 5 * 1024 * 1024,
  answer: {
    status: 200,
    json: z.object({
      created: z.array(invited),
      existing: z.array(invited),
      failed: z.array(z.object({ email: z.string(), reason: inviteFailure })),
    }),
  },
  errors: [
    'not_found',
    'client_not_active',
    'quota_exceeded',
    'inventory_not_enabled',
    'idempotency_key_reused',
  ],
})

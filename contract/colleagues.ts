import { z } from 'zod'
import { clientId, managerAccess } from './clients.ts'
import { email, id, line, listQuery, moment, page, personName } from './fields.ts'
import { call } from './kit.ts'

/** The most groups that a reader may be limited to. */
export const maxReaderGroups = 50

const access = {
  access: managerAccess,
  /** The groups whose people a reader sees; left out for all people. */
  groups: z.array(line(100)).min(1).max(maxReaderGroups).optional(),
}

/** Somebody who manages a client. */
export const colleague = z.object({
  membershipId: id,
  userId: id,
  name: z.string(),
  email: z.string(),
  joinedAt: moment,
  access: managerAccess,
  /** The groups whose people a reader sees; null for all people. */
  groups: z.array(z.string()).nullable(),
})
export type Colleague = z.infer<typeof colleague>

export const listColleagues = call({
  name: 'listColleagues',
  method: 'GET',
  path: '/clients/:clientId/colleagues/',
  tag: 'Colleagues',
  summary: 'The managers of a client with the access that each has',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listQuery(['name', 'joinedAt']).extend({ access: managerAccess.optional() }),
  answer: { status: 200, json: page(colleague) },
  errors: ['not_found'],
})

export const inviteManagers = call({
  name: 'inviteManagers',
  method: 'POST',
  path: '/clients/:clientId/invite_managers/',
  tag: 'Colleagues',
  summary:
    'Invite a colleague as a manager: with full access, or as a reader, who sees results of all people or of the named groups and changes nothing',
  access: 'manager',
  subject: 'client',
  pace: 'invitations',
  params: clientId,
  body: z.strictObject({ email, name: personName, ...access }),
  answer: { status: 201, json: z.object({ membershipId: id, userId: id }) },
  errors: ['not_found', 'client_not_active', 'inviting_off', 'idempotency_key_reused'],
})

export const changeColleague = call({
  name: 'changeColleague',
  method: 'PUT',
  path: '/clients/:clientId/colleagues/:membershipId/',
  tag: 'Colleagues',
  summary: "Change a manager's access. The last one with full access keeps it, unless an admin changes it",
  access: 'manager',
  subject: 'person',
  params: clientId.extend({ membershipId: id }),
  body: z.strictObject(access),
  answer: { status: 200, json: colleague },
  errors: ['not_found', 'last_full_manager'],
})

import { z } from 'zod'
import { authorities } from './access.ts'
import { user } from './auth.ts'
import {
  email,
  id,
  listQuery,
  locale,
  moment,
  page,
  password,
  personName,
  phone,
  timeZone,
} from './fields.ts'
import { call } from './kit.ts'

const userId = z.object({ userId: id })

/** The stored authorities, set by a superuser alone; the others follow from memberships. */
const storedAuthority = z.array(z.enum(['admin', 'superuser'])).max(2)
export const userStatus = z.enum(['active', 'deactivated'])

/** A person as the operators of the platform see them. */
export const managedUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  authority: z.array(z.enum(authorities)),
  status: userStatus,
  emailVerified: z.boolean(),
  /** Signs in with a second step. */
  secondFactor: z.boolean(),
  locale,
  timeZone: z.string(),
  createdAt: moment,
  /** The last sign-in by any method; null for somebody who never signed in. */
  lastSignInAt: moment.nullable(),
})
export type ManagedUser = z.infer<typeof managedUser>

/** Details for somebody who helps a person: the ways in which they sign in, and their memberships. */
export const userDetails = managedUser.extend({
  hasPassword: z.boolean(),
  /** The number of sessions in which they are signed in now, and when one of them last called. */
  openSessions: z.number().int(),
  lastSeenAt: moment.nullable(),
  memberships: z.array(
    z.object({
      client: z.object({ id, name: z.string() }),
      role: z.enum(['manager', 'candidate', 'employee']),
      group: z.string(),
      joinedAt: moment,
    }),
  ),
})
export type UserDetails = z.infer<typeof userDetails>

export const listUsers = call({
  name: 'listUsers',
  method: 'GET',
  path: '/users/',
  tag: 'Users',
  summary: 'People with an account: all of them for a superuser, those below admin for an admin',
  access: 'admin',
  query: listQuery(['name', 'email', 'createdAt']).extend({
    role: z.enum(authorities).optional(),
    status: userStatus.optional(),
  }),
  answer: { status: 200, json: page(managedUser) },
  errors: [],
})

export const getUser = call({
  name: 'getUser',
  method: 'GET',
  path: '/users/:userId/',
  tag: 'Users',
  summary: 'One account with what helps its person: last sign-in, open sessions, clients and roles',
  access: 'admin',
  subject: 'user',
  params: userId,
  answer: { status: 200, json: userDetails },
  errors: ['not_found'],
})

export const createUser = call({
  name: 'createUser',
  method: 'POST',
  path: '/users/',
  tag: 'Users',
  summary: 'Open an account for somebody, who is sent a link to it',
  access: 'admin',
  body: z.strictObject({
    name: personName,
    email,
    phone: phone.optional(),
    locale: locale.optional(),
    authority: storedAuthority.optional(),
  }),
  answer: { status: 201, json: managedUser },
  errors: [],
})

export const updateUser = call({
  name: 'updateUser',
  method: 'PUT',
  path: '/users/:userId/',
  tag: 'Users',
  summary: 'Change one’s own account, or as an admin somebody else’s; omitted fields stay as they are',
  access: 'user',
  subject: 'user',
  params: userId,
  body: z.strictObject({
    name: personName.optional(),
    /** Needs the caller's own `current_password`; unverified again until the link sent to it is opened. */
    email: email.optional(),
    current_password: password.optional(),
    phone: z.union([z.literal(''), phone]).optional(),
    locale: locale.optional(),
    timeZone: timeZone.optional(),
    /** Superusers only, and never one's own. */
    authority: storedAuthority.optional(),
    /** Admins only, and never one's own. */
    status: userStatus.optional(),
  }),
  answer: { status: 200, json: user },
  errors: ['not_found'],
})

export const removeUser = call({
  name: 'removeUser',
  method: 'DELETE',
  path: '/users/:userId/',
  tag: 'Users',
  summary: 'Deactivate an account: every session and link of it ends at once',
  access: 'admin',
  subject: 'user',
  params: userId,
  answer: { status: 204 },
  errors: ['not_found', 'own_account'],
})

export const resendVerification = call({
  name: 'resendVerification',
  method: 'POST',
  path: '/users/:userId/verification/',
  tag: 'Users',
  summary: 'Mail the link that confirms somebody’s address once more, at most five times an hour',
  access: 'admin',
  subject: 'user',
  params: userId,
  answer: { status: 202 },
  errors: ['not_found', 'nothing_to_confirm'],
})

export const resendInvitations = call({
  name: 'resendInvitations',
  method: 'POST',
  path: '/users/:userId/invitations/',
  tag: 'Users',
  summary:
    'Mail somebody’s invitations once more: for each client where tests are pending, or which they manage and have not joined; at most five times an hour',
  access: 'admin',
  subject: 'user',
  params: userId,
  answer: { status: 202 },
  errors: ['not_found', 'nothing_to_open'],
})

export const magicLinkForAdmin = call({
  name: 'magicLinkForAdmin',
  method: 'POST',
  path: '/magic-link-for-admin/',
  tag: 'Users',
  summary:
    'Make a sign-in link for somebody who cannot get in, valid for 24 hours and one use; they get a mail about it',
  access: 'admin',
  body: z.strictObject({ email }),
  answer: { status: 200, json: z.object({ link: z.string(), expiresAt: moment }) },
  errors: ['not_found'],
})

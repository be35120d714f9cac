import { z } from 'zod'
import { id, moment } from './fields.ts'
import { call } from './kit.ts'

/** One place where a person is signed in. Browser and system are product names, empty when unknown. */
export const openedSession = z.object({
  id,
  device: z.object({ browser: z.string(), system: z.string() }),
  createdAt: moment,
  seenAt: moment,
  expiresAt: moment,
  remembered: z.boolean(),
  /** True for the session that asks. */
  current: z.boolean(),
})

export const listSessions = call({
  name: 'listSessions',
  method: 'GET',
  path: '/users/me/sessions/',
  tag: 'Account',
  summary: 'Where this person is signed in, the last used first',
  access: 'user',
  answer: { status: 200, json: z.array(openedSession) },
  errors: [],
})

export const endSession = call({
  name: 'endSession',
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId/',
  tag: 'Account',
  summary: 'Sign one device out',
  access: 'user',
  subject: 'session',
  params: z.object({ sessionId: id }),
  answer: { status: 204 },
  errors: ['not_found'],
})

export const endSessions = call({
  name: 'endSessions',
  method: 'DELETE',
  path: '/users/me/sessions/',
  tag: 'Account',
  summary: 'Sign out everywhere, here too',
  access: 'user',
  answer: { status: 204 },
  errors: [],
})

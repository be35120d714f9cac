import { z } from 'zod'
import { authorities } from './access.ts'
import { email, id, line, locale, password } from './fields.ts'
import { call } from './kit.ts'

/** A person as the signed-in application knows them. `company` is the first client they belong to. */
export const user = z.object({
  id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  avatar: z.string(),
  authority: z.array(z.enum(authorities)),
  company: z.string(),
  locale,
  timeZone: z.string(),
  emailVerified: z.boolean(),
})
export type User = z.infer<typeof user>

const session = z.object({ token: z.string(), user })

export const authToken = call({
  name: 'authToken',
  method: 'POST',
  path: '/auth-token/',
  tag: 'Sign-in',
  summary: 'Sign in with an e-mail address and a password',
  access: 'guest',
  body: z.strictObject({
    username: line(254),
    password,
    remember: z.boolean().optional(),
  }),
  answer: { status: 200, json: session },
  errors: ['invalid_credentials'],
})

export const signOut = call({
  name: 'signOut',
  method: 'POST',
  path: '/sign-out/',
  tag: 'Sign-in',
  summary: 'End this session on the server',
  access: 'participant',
  answer: { status: 204 },
  errors: [],
})

export const usersMe = call({
  name: 'usersMe',
  method: 'GET',
  path: '/users/me/',
  tag: 'Sign-in',
  summary: 'The person this session belongs to',
  access: 'participant',
  answer: { status: 200, json: user },
  errors: [],
})

export const requestMagicLink = call({
  name: 'requestMagicLink',
  method: 'POST',
  path: '/magic-link/',
  tag: 'Sign-in',
  summary: 'Have a sign-in link sent; the answer is the same for a known and an unknown address',
  access: 'guest',
  body: z.strictObject({ email }),
  answer: { status: 202 },
  errors: [],
})

export const openMagicLink = call({
  name: 'openMagicLink',
  method: 'POST',
  path: '/magic-link/:uid/:token/',
  tag: 'Sign-in',
  summary: 'Sign in with a magic link or open an invitation',
  access: 'guest',
  params: z.object({ uid: z.string().min(1).max(64), token: z.string().min(1).max(128) }),
  answer: { status: 200, json: session },
  errors: ['magic_link_invalid', 'magic_link_expired', 'invitation_completed'],
})

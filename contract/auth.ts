import { z } from 'zod'
import { authorities } from './access.ts'
import { email, id, line, locale, moment, newPassword, paragraph, password, personName } from './fields.ts'
import { call } from './kit.ts'
import { addresses } from './pages.ts'
import { ownAssignmentList } from './participant.ts'

/** A person as the signed-in application knows them. `company` is the first client they belong to. */
export const user = z.object({
  id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The picture's address; empty where there is none. */
  avatar: z.string(),
  authority: z.array(z.enum(authorities)),
  company: z.string(),
  locale,
  timeZone: z.string(),
  emailVerified: z.boolean(),
  createdAt: moment,
  /** False for somebody who has only ever come by links. */
  hasPassword: z.boolean(),
  /** True when this session came from an invitation: it reaches assignments, and no account pages. */
  invitation: z.boolean(),
  /** True when this session came by an identity provider: it reaches the clients that use it, and no account pages. */
  singleSignOn: z.boolean(),
})
export type User = z.infer<typeof user>

const session = z.object({ token: z.string(), user })

/** The answer of a sign-in that is complete. */
export const signedIn = session

/** The marker of the browser that asks for a link: opened there, the link signs in without another press. */
export const askingBrowser = z.string().regex(/^[0-9a-f]{32}$/)

export const invited = session.extend({
  /** An invitation's session comes with its tests: a phone would ask for them next, which is a round trip more. */
  assignments: ownAssignmentList.optional(),
  /** Everything is handed in: the session leads to the person's status and requests, and begins no test. */
  done: z.object({ receipt: z.string() }).optional(),
})

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
  errors: ['invalid_credentials', 'sso_only', 'second_factor_required', 'second_factor_setup_required'],
})

export const signOut = call({
  name: 'signOut',
  singleSignOn: 'allowed',
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
  singleSignOn: 'allowed',
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
  body: z.strictObject({ email, browser: askingBrowser.optional() }),
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
  answer: {
    status: 200,
    json: invited.extend({
      /**
       * A password is to be chosen now: the first one, or another one because the one chosen before the address was
       * confirmed may be somebody else's and is no longer valid.
       */
      choosePassword: z.enum(['first', 'again']).optional(),
    }),
  },
  errors: [
    'magic_link_invalid',
    'magic_link_expired',
    'sso_only',
    'second_factor_required',
    'second_factor_setup_required',
  ],
})

export const openSlipCode = call({
  name: 'openSlipCode',
  method: 'POST',
  path: '/slip-code/',
  tag: 'Sign-in',
  summary:
    'Open an invitation by the code on a printed slip; small letters, spaces, hyphens, O for 0, I and L for 1 are understood',
  access: 'guest',
  // A malformed code gets the same answer as an unknown one.
  body: z.strictObject({ code: paragraph(100) }),
  answer: { status: 200, json: invited },
  errors: ['slip_code_invalid', 'slip_code_expired'],
})

export const signUp = call({
  name: 'signUp',
  method: 'POST',
  path: '/sign-up/',
  tag: 'Sign-in',
  summary: 'Open an account; its address is unverified until the link sent to it is opened',
  access: 'guest',
  body: z.strictObject({
    fullName: personName,
    email,
    password: newPassword,
    confirmPassword: password,
    /** The page to which the confirmation link leads, on any device. */
    redirectUrl: z.literal(addresses.company).optional(),
    browser: askingBrowser.optional(),
  }),
  answer: { status: 201, json: session },
  errors: [],
})

export const sendVerification = call({
  name: 'sendVerification',
  method: 'POST',
  path: '/users/me/verification/',
  tag: 'Sign-in',
  summary: 'Have the link that confirms one’s own address sent again; nothing is sent once it is confirmed',
  access: 'user',
  /** The same fields as at sign-up. */
  body: z.strictObject({
    redirectUrl: z.literal(addresses.company).optional(),
    browser: askingBrowser.optional(),
  }),
  answer: { status: 202 },
  errors: [],
})

export const forgotPassword = call({
  name: 'forgotPassword',
  method: 'POST',
  path: '/forgot-password/',
  tag: 'Sign-in',
  summary: 'Have a reset link sent; the answer is the same for a known and an unknown address',
  access: 'guest',
  body: z.strictObject({ email }),
  answer: { status: 202 },
  errors: [],
})

export const checkResetLink = call({
  name: 'checkResetLink',
  method: 'POST',
  path: '/reset-password/check/',
  tag: 'Sign-in',
  summary: 'Whether a reset link still sets a password; asking does not use it up',
  access: 'guest',
  body: z.strictObject({ uid: z.string().min(1).max(64), token: z.string().min(1).max(128) }),
  answer: { status: 204 },
  errors: ['reset_link_invalid', 'reset_link_expired'],
})

export const resetPassword = call({
  name: 'resetPassword',
  method: 'POST',
  path: '/reset-password/',
  tag: 'Sign-in',
  summary: 'Set a new password by a reset link; a refused password does not use the link up',
  access: 'guest',
  body: z.strictObject({
    new_password: newPassword,
    uid: z.string().min(1).max(64),
    token: z.string().min(1).max(128),
  }),
  answer: { status: 200, json: z.object({ data: z.literal(true) }) },
  errors: ['reset_link_invalid', 'reset_link_expired'],
})

export const updatePassword = call({
  name: 'updatePassword',
  method: 'POST',
  path: '/update-password/',
  tag: 'Sign-in',
  summary: 'Change the password, or set the first one; ends the other sessions and one-time links',
  access: 'user',
  body: z.strictObject({
    /** Omitted by somebody who signed in by a link and has no password yet. */
    current_password: password.optional(),
    new_password: newPassword,
  }),
  answer: { status: 204 },
  errors: [],
})

import { z } from 'zod'
import { user } from './auth.ts'
import { id, moment, password, plainText } from './fields.ts'
import { call } from './kit.ts'

/** The result of a first step in the place of a session: opaque, for a few minutes and a few tries. */
const challenge = z.string().min(20).max(200)
/** Six digits of the authenticator app, or a recovery code; spaces, hyphens and case do not matter. */
const code = z.string().overwrite(plainText).min(1).max(64)
const recoveryCodes = z.array(z.string())

/**
 * The data to set up an authenticator app: the secret to be typed, and the same as an `otpauth://` address for a QR
 * code.
 */
const enrolment = z.object({ secret: z.string(), uri: z.string() })

export const secondFactor = call({
  name: 'secondFactor',
  method: 'POST',
  path: '/second-factor/',
  tag: 'Sign-in',
  summary: 'The second step of signing in, with the `challenge` of the problem `second_factor_required`',
  access: 'guest',
  body: z.strictObject({ challenge, code }),
  answer: { status: 200, json: z.object({ token: z.string(), user }) },
  errors: ['second_factor_code_wrong', 'second_factor_challenge_over'],
})

export const setUpSecondFactor = call({
  name: 'setUpSecondFactor',
  method: 'POST',
  path: '/second-factor/setup/',
  tag: 'Sign-in',
  summary:
    'Begin to set up two-step sign-in where it is required, with the `challenge` of the problem `second_factor_setup_required`',
  access: 'guest',
  body: z.strictObject({ challenge }),
  answer: { status: 200, json: enrolment },
  errors: ['second_factor_challenge_over'],
})

export const finishSecondFactorSetup = call({
  name: 'finishSecondFactorSetup',
  method: 'POST',
  path: '/second-factor/setup/confirm/',
  tag: 'Sign-in',
  summary: 'Turn two-step sign-in on with a first code, and sign in; the recovery codes are shown this once',
  access: 'guest',
  body: z.strictObject({ challenge, code }),
  answer: { status: 200, json: z.object({ token: z.string(), user, recoveryCodes }) },
  errors: ['second_factor_code_wrong', 'second_factor_challenge_over'],
})

export const getSecondFactor = call({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/users/me/second-factor/',
  tag: 'Account',
  summary: 'Whether this person signs in with a second step, and whether they have to',
  access: 'user',
  answer: {
    status: 200,
    json: z.object({
      enabled: z.boolean(),
      since: moment.nullable(),
      recoveryCodesLeft: z.number().int(),
      /** The platform's settings ask it of this person's roles: it cannot be turned off. */
      required: z.boolean(),
      /** An operator who has neither set it up nor declined. */
      offered: z.boolean(),
    }),
  },
  errors: [],
})

export const declineSecondFactor = call({
  name: 'declineSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor/decline/',
  tag: 'Account',
  summary: 'Decline the offer to set up two-step sign-in; it can be set up later all the same',
  access: 'admin',
  answer: { status: 204 },
  errors: [],
})

export const beginSecondFactor = call({
  name: 'beginSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor/',
  tag: 'Account',
  summary:
    'Begin to turn two-step sign-in on, with the current password where there is one; nothing changes until a code confirms it',
  access: 'user',
  body: z.strictObject({ current_password: password.optional() }),
  answer: { status: 200, json: enrolment },
  errors: ['second_factor_on'],
})

export const confirmSecondFactor = call({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor/confirm/',
  tag: 'Account',
  summary: 'Turn it on with a first code; ends the other sessions. The recovery codes are shown this once',
  access: 'user',
  body: z.strictObject({ code }),
  answer: { status: 200, json: z.object({ recoveryCodes }) },
  errors: ['second_factor_on', 'second_factor_off'],
})

export const disableSecondFactor = call({
  name: 'disableSecondFactor',
  method: 'POST',
  path: '/users/me/second-factor/disable/',
  tag: 'Account',
  summary:
    'Turn it off, with the current password and a code; somebody without a password needs the code alone',
  access: 'user',
  body: z.strictObject({ current_password: password.optional(), code }),
  answer: { status: 204 },
  errors: ['second_factor_off', 'second_factor_enforced'],
})

export const renewRecoveryCodes = call({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/users/me/second-factor/recovery-codes/',
  tag: 'Account',
  summary: 'Get new recovery codes, with the current password or a code; the old ones end',
  access: 'user',
  body: z.strictObject({ current_password: password.optional(), code: code.optional() }),
  answer: { status: 200, json: z.object({ recoveryCodes }) },
  errors: ['second_factor_off'],
})

export const resetSecondFactor = call({
  name: 'resetSecondFactor',
  method: 'DELETE',
  path: '/users/:userId/second-factor/',
  tag: 'Users',
  summary:
    'Turn two-step sign-in off for somebody who lost their phone; ends their sessions and sends them a mail',
  access: 'admin',
  subject: 'user',
  params: z.object({ userId: id }),
  answer: { status: 204 },
  errors: ['not_found', 'own_account'],
})

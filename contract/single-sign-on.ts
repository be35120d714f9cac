import { z } from 'zod'
import { signedIn } from './auth.ts'
import { email } from './fields.ts'
import { call } from './kit.ts'

/** One parameter of the address by which a provider sends somebody back. RFC 6749 allows these characters alone. */
const parameter = z.string().regex(/^[ -~]{1,4000}$/)

export const startSingleSignOn = call({
  name: 'startSingleSignOn',
  method: 'POST',
  path: '/sso/start/',
  tag: 'Sign-in',
  summary:
    'Begin to sign in by the organisation’s identity provider. The answer depends on the domain of the address alone; it sets a cookie by which the browser that comes back is recognised',
  access: 'guest',
  body: z.strictObject({ email }),
  answer: { status: 200, json: z.object({ url: z.string() }) },
  errors: ['sso_unknown_domain', 'sso_away'],
})

export const finishSingleSignOn = call({
  name: 'finishSingleSignOn',
  method: 'POST',
  path: '/sso/callback/',
  tag: 'Sign-in',
  summary: 'Sign in with what the identity provider added to the address `/sso/callback`; it works once',
  access: 'guest',
  body: z.strictObject({
    state: parameter,
    code: parameter.optional(),
    iss: parameter.optional(),
    /** The provider’s own word for why it lets nobody in. */
    error: parameter.optional(),
  }),
  answer: { status: 200, json: signedIn },
  errors: [
    'sso_state_wrong',
    'sso_reused',
    'sso_expired',
    'sso_refused',
    'sso_nonce_wrong',
    'sso_issuer_wrong',
    'sso_audience_wrong',
    'sso_token_expired',
    'sso_token_wrong',
    'sso_setup_wrong',
    'sso_away',
    'sso_address_unverified',
    'sso_not_invited',
    'sso_other_person',
    'sso_second_step_missing',
    'second_factor_required',
    'second_factor_setup_required',
  ],
})

import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import type { ErrorCode } from '#contract/errors.ts'
import { UnreachableError } from '#server/outward/checked-fetch.ts'

/** The library's codes for a provider that did not answer as one. */
const away = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'ABORT_ERR',
])

const byCode: Partial<Record<string, ErrorCode>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'sso_token_expired',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'sso_setup_wrong',
  OAUTH_MISSING_SERVER_METADATA: 'sso_setup_wrong',
  OAUTH_INVALID_SERVER_METADATA: 'sso_setup_wrong',
  OAUTH_UNSUPPORTED_OPERATION: 'sso_setup_wrong',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'sso_setup_wrong',
}

const byClaim: Partial<Record<string, ErrorCode>> = {
  nonce: 'sso_nonce_wrong',
  iss: 'sso_issuer_wrong',
  aud: 'sso_audience_wrong',
  azp: 'sso_audience_wrong',
}

/** The failure that an error of the library or the network means; undefined for an error of our own. */
export function codeFor(error: unknown): ErrorCode | undefined {
  if (error instanceof ResponseBodyError) return codeForAnswer(error)
  if (error instanceof WWWAuthenticateChallengeError) return 'sso_setup_wrong'
  const chain = chainOf(error)
  if (chain.some((one) => one instanceof UnreachableError || isOfNetwork(one))) return 'sso_away'
  if (!(error instanceof ClientError)) return undefined
  const claim = chain.map(claimIn).find((one) => one !== undefined)
  return (claim && byClaim[claim]) || byCode[error.code ?? ''] || 'sso_token_wrong'
}

/** A few letters for the log: the library's code, or the provider's, and the claim. Never a value. */
export function reasonFor(error: unknown): string {
  if (error instanceof ResponseBodyError) return error.error.replace(/[^a-z_]/g, '').slice(0, 60)
  const chain = chainOf(error)
  return [...chain.map(codeIn), ...chain.map(claimIn)].filter((one) => one !== undefined).join(' ')
}

function codeForAnswer({ error, status }: ResponseBodyError): ErrorCode {
  if (status >= 500) return 'sso_away'
  // The code is used up or too old, or its PKCE verifier another one.
  return error === 'invalid_grant' ? 'sso_expired' : 'sso_setup_wrong'
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one !== undefined && one !== null && chain.length < 5; one = Object(one).cause)
    chain.push(one)
  return chain
}

const textIn = (one: unknown, name: 'claim' | 'code'): string | undefined => {
  const value: unknown = Object(one)[name]
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined
}
const claimIn = (one: unknown) => textIn(one, 'claim')
const codeIn = (one: unknown) => textIn(one, 'code')

const isOfNetwork = (one: unknown): boolean =>
  away.has(codeIn(one) ?? '') ||
  (one instanceof Error && ('syscall' in one || one.name === 'TimeoutError')) ||
  /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|^ECONN|^HPE_/.test(codeIn(one) ?? '')

import type { FastifyBaseLogger } from 'fastify'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { ErrorCode } from '#contract/errors.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { NameServers } from '#server/outward/address.ts'
import { checkedFetch } from '#server/outward/checked-fetch.ts'
import { hashSecret } from '#server/secrets.ts'
import { provesTwoSteps } from './amr.ts'
import { codeFor, reasonFor } from './provider-faults.ts'

/** Seconds for one request to a provider. */
const limitSeconds = 8

/** Milliseconds for which what a provider says of itself, and its keys, are used again. */
const cachedMs = 10 * 60_000
const maxCached = 200

/** Milliseconds for which a provider that did not answer, or wrongly, is not asked again. */
const failedMs = 10_000

interface Known {
  until: number
  readonly configuration: Promise<Configuration>
}

export interface Registration {
  readonly issuer: string
  readonly registeredAs: string
  readonly secret: string
}

/** The calls to a provider. */
export interface ProviderCalls {
  /** Reads what an issuer says of itself. @throws FieldFailure where it says nothing, or names another issuer */
  checkIssuer(issuer: string): Promise<void>
  /** The address at the provider that a browser is sent to. @throws Failure sso_away, sso_setup_wrong */
  addressFor(registration: Registration, asked: AskedFor): Promise<string>
  /** Changes a code for what the provider says of the person. @throws Failure sso_… */
  claimsFor(registration: Registration, asked: Came): Promise<Claims>
}

export interface AskedFor {
  readonly callbackUrl: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The address that was typed, for the provider's own form. */
  readonly email: string
}

export interface Came extends Omit<AskedFor, 'email'> {
  readonly code: string
  readonly iss: string | undefined
}

export interface Claims {
  readonly subject: string
  /** Lower case; undefined where the provider names none or has not verified it. */
  readonly verifiedEmail: string | undefined
  readonly provesSecondStep: boolean
}

/** @param limitMs for tests */
export function createProviderCalls(
  names: NameServers,
  {
    log,
    privateAllowed,
    limitMs = limitSeconds * 1000,
  }: { log: Pick<FastifyBaseLogger, 'info'>; privateAllowed: boolean; limitMs?: number | undefined },
): ProviderCalls {
  const fetching = checkedFetch({ resolve: names.addresses, limitMs, privateAllowed })
  const known = new Map<string, Known>()

  async function read({ issuer, registeredAs }: Omit<Registration, 'secret'>): Promise<Configuration> {
    const found = await discovery(new URL(issuer), registeredAs, undefined, undefined, {
      [customFetch]: fetching,
      timeout: limitMs / 1000,
      execute: privateAllowed ? [allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    // The library lets one provider name a template for all of its customers, which would let any of them in.
    if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new Failure('sso_setup_wrong')
    return found
  }

  async function discover(registration: Registration): Promise<Configuration> {
    const found = await read(registration)
    const configuration = withSecret(found, registration)
    configuration[customFetch] = fetching
    configuration.timeout = limitMs / 1000
    if (privateAllowed) allowInsecureRequests(configuration)
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  function configurationOf(registration: Registration): Promise<Configuration> {
    const { issuer, registeredAs, secret } = registration
    const key = hashSecret(JSON.stringify([issuer, registeredAs, secret])).toString('base64url')
    const cached = known.get(key)
    if (cached !== undefined && cached.until > performance.now()) return cached.configuration
    // All who come meanwhile wait for the same answer.
    const entry: Known = { until: Number.POSITIVE_INFINITY, configuration: discover(registration) }
    const keepFor = (ms: number) => () => {
      entry.until = performance.now() + ms
    }
    void entry.configuration.then(keepFor(cachedMs), keepFor(failedMs))
    known.delete(key)
    const [oldest] = known.keys()
    if (known.size >= maxCached && oldest !== undefined) known.delete(oldest)
    known.set(key, entry)
    return entry.configuration
  }

  return {
    async checkIssuer(issuer) {
      // What an issuer says of itself needs no registration; the library wants a name for one.
      await read({ issuer, registeredAs: 'none' }).catch(refuseIssuer)
    },
    addressFor: (registration, { callbackUrl, state, nonce, verifier, email }) =>
      failing(registration, log, async () => {
        const configuration = await configurationOf(registration)
        return buildAuthorizationUrl(configuration, {
          redirect_uri: callbackUrl,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          login_hint: email,
        }).href
      }),
    claimsFor: (registration, { callbackUrl, code, iss, state, nonce, verifier }) =>
      failing(registration, log, async () => {
        const configuration = await configurationOf(registration)
        const came = new URL(callbackUrl)
        for (const [name, value] of Object.entries({ code, state, iss }))
          if (value !== undefined) came.searchParams.set(name, value)
        if (iss !== undefined && iss !== configuration.serverMetadata().issuer)
          throw new Failure('sso_issuer_wrong')
        const tokens = await authorizationCodeGrant(configuration, came, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        // OpenID Connect allows 255 characters.
        if (claims === undefined || claims.sub === '' || claims.sub.length > 255)
          throw new Failure('sso_token_wrong')
        const given =
          claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims
        return {
          subject: claims.sub,
          verifiedEmail: verifiedEmail(given),
          provesSecondStep: provesTwoSteps(claims.amr),
        }
      }),
  }
}

/** Microsoft says in `xms_edov` that the owner of an address's domain has verified it, and has no `email_verified`. */
function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: verified, xms_edov: verifiedByOwner } = claims
  const isVerified = verified === true || verifiedByOwner === true || String(verifiedByOwner) === '1'
  return typeof email === 'string' && isVerified ? email.trim().toLowerCase() : undefined
}

/** The configuration with the way of showing the secret that the provider takes. The standard's own is basic. */
function withSecret(found: Configuration, { registeredAs, secret }: Registration): Configuration {
  const metadata = found.serverMetadata()
  const posts = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  return new Configuration(
    metadata,
    registeredAs,
    undefined,
    posts ? ClientSecretPost(secret) : ClientSecretBasic(secret),
  )
}

/** @throws what was no fault of a provider or the network */
function problemOf(error: unknown): ErrorCode {
  const code = error instanceof Failure ? error.code : codeFor(error)
  if (code === undefined) throw error
  return code
}

/** @throws FieldFailure for an issuer that could not be read as it was entered */
function refuseIssuer(error: unknown): never {
  const isAway = problemOf(error) === 'sso_away'
  throw new FieldFailure({ issuer: isAway ? { key: 'issuer_away' } : { key: 'issuer_differs' } })
}

/** Puts what goes wrong between this server and a provider into the words of a page. The log has neither codes nor tokens. */
async function failing<Result>(
  { issuer }: Registration,
  log: Pick<FastifyBaseLogger, 'info'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = problemOf(error)
    log.info({ issuer, problem: code, reason: reasonFor(error) }, 'an identity provider let nobody in')
    throw new Failure(code)
  }
}

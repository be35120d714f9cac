import type { BodyOf } from '#contract/kit.ts'
import type { startSingleSignOn } from '#contract/single-sign-on.ts'
import type { Database } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { networkOf } from '#server/throttles/network.ts'
import { quarterHour, take } from '#server/throttles/throttles.ts'
import { minutesAtProvider, setBrowser } from './cookie.ts'
import { domainOf } from './domains.ts'
import { findProviderOf, insertSignIn } from './flow-queries.ts'
import { hashesOf, newFlow, proofsOf } from './flow-secrets.ts'
import { callbackUrlOf } from './providers.ts'
import { openSecret } from './sealing.ts'

/**
 * Begins a sign-in at the provider of an address's domain. Whether the address has an account is not looked up.
 * @throws Failure sso_unknown_domain, sso_away, sso_setup_wrong, too_many_requests
 */
export async function start(
  db: Database,
  _platform: undefined,
  { email }: BodyOf<typeof startSingleSignOn>,
  { address }: Visitor,
  { deps, reply }: Context,
): Promise<{ url: string }> {
  const { config, providerCalls } = deps
  // A whole office comes from one address in the morning.
  await take(db, [{ key: `sso-start:${networkOf(address)}`, atMost: 300, seconds: quarterHour }])
  const provider = await findProviderOf(db, domainOf(email))
  if (provider === undefined) throw new Failure('sso_unknown_domain')
  const flow = newFlow()
  const url = await providerCalls.addressFor(
    { ...provider, secret: openSecret(config.slipKey, provider, provider.secret) },
    { callbackUrl: callbackUrlOf(config), state: flow.state, ...proofsOf(config.slipKey, flow), email },
  )
  await insertSignIn(db, provider, { ...hashesOf(flow), minutes: minutesAtProvider })
  setBrowser(reply, config.publicUrl, flow.browser)
  return { url }
}

import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { BodyIn } from '#contract/kit.ts'
import { finishSingleSignOn, startSingleSignOn } from '#contract/single-sign-on.ts'
import { type Received, request } from './api.ts'

/** A person at the provider. */
export interface ProviderPerson {
  readonly subject: string
  readonly email?: string
  readonly verified?: boolean
  /** The ways in which they have signed in there. */
  readonly amr?: readonly string[]
}

type Token = Record<string, unknown>

/** A running OpenID Connect provider that tests decide about. */
export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person at the browser. */
  person: ProviderPerson
  /** True: a page with a button comes before the way back. */
  asks: boolean
  /** Changes each ID token, which is signed again. */
  change: ((claims: Token) => Token) | undefined
  /** True: what was changed is signed by a key that is not the provider's. */
  foreignKey: boolean
  /** True: the token endpoint never answers. */
  hangs: boolean
  close(): Promise<void>
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Starts `oidc-provider` on a free loopback port. @param callbackUrl the address to which it sends people back */
export async function startProvider(callbackUrl: string): Promise<TestProvider> {
  const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const [privateKey, foreignKey] = [newKey(), newKey()]
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made: TestProvider = {
    issuer,
    clientId: 'terazi',
    clientSecret: randomUUID(),
    person: { subject: 'nobody' },
    asks: false,
    change: undefined,
    foreignKey: false,
    hangs: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    cookies: { keys: [randomUUID()] },
    clients: [{ client_id: made.clientId, client_secret: made.clientSecret, redirect_uris: [callbackUrl] }],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...(made.person.email !== undefined && { email: made.person.email }),
        email_verified: made.person.verified ?? true,
      }),
    }),
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (context.path === '/token' && made.hangs) await new Promise(() => undefined)
    await next()
    const body = Object(context.body)
    if (context.path !== '/token' || made.change === undefined || typeof body.id_token !== 'string') return
    const [head = '', payload = ''] = body.id_token.split('.')
    const claims: Token = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const text = `${head}.${encoded(made.change(claims))}`
    const signature = sign('sha256', Buffer.from(text), made.foreignKey ? foreignKey : privateKey).toString(
      'base64url',
    )
    context.body = { ...body, id_token: `${text}.${signature}` }
  })
  handle = provider.callback()
  const serve: ReturnType<Provider['callback']> = async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', issuer)
    if (!url.pathname.startsWith('/interaction/')) return handle?.(incoming, outgoing)
    if (made.asks && !url.searchParams.has('agreed')) {
      outgoing.setHeader('content-type', 'text/html')
      outgoing.end('<!doctype html><title>Provider</title><a href="?agreed">Sign in here</a>')
      return
    }
    const { subject: accountId, amr } = made.person
    await provider.interactionFinished(incoming, outgoing, { login: { accountId, ...(amr && { amr }) } })
  }
  return made
}

/** The parameters that a browser brings back from a provider, and its cookie. */
export interface Came {
  readonly cookie: string
  readonly body: BodyIn<typeof finishSingleSignOn>
}

/** Begins a sign-in and goes through the provider, as a browser would. */
export async function comeBack(url: string, email: string): Promise<Came> {
  const started = await request(url, startSingleSignOn, { body: { email } })
  const cookie = (started.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const parameters = await passProvider(started.answer.url)
  return { cookie, body: Object.fromEntries(parameters) as Came['body'] }
}

/** Follows a provider's redirects, with its cookies, until it sends the browser back. */
async function passProvider(address: string): Promise<URLSearchParams> {
  const jar = new Map<string, string>()
  const origin = new URL(address).origin
  let next = address
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    const to = new URL(location, next)
    if (to.origin !== origin) return to.searchParams
    next = to.href
  }
  throw new Error('the provider never sends anybody back')
}

export const finish = (url: string, { cookie, body }: Came): Promise<Received<typeof finishSingleSignOn>> =>
  request(url, finishSingleSignOn, { body, headers: { cookie } })

/** The whole way. */
export const signInByProvider = async (url: string, email: string) => finish(url, await comeBack(url, email))

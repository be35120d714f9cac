import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, usersMe } from '#contract/auth.ts'
import { getClient, listClients } from '#contract/clients.ts'
import {
  changeIdentityProvider,
  confirmSignInDomain,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
} from '#contract/identity-providers.ts'
import { listInventories } from '#contract/inventories.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { listRequests } from '#contract/requests.ts'
import { search } from '#contract/search.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { listSessions } from '#contract/sessions.ts'
import { startSingleSignOn } from '#contract/single-sign-on.ts'
import { updateUser } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { addAccount, type Cast, castOf, castPassword } from '#test/support/cast.ts'
import {
  comeBack,
  finish,
  signInByProvider,
  startProvider,
  type TestProvider,
} from '#test/support/identity-provider.ts'
import { startIssuers } from '#test/support/issuers.ts'
import { codeOf, laterCode, turnOn } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

const callbackUrl = 'http://127.0.0.1:3000/sso/callback'
const domain = 'example.test'
const lines: string[] = []
const texts = new Map<string, string[]>()
let server: TestServer
let cast: Cast
let provider: TestProvider
let providerId: string

/** The address of issuers that nobody comes by. */
let describedAt: string

const names = {
  // Every name leads to this machine.
  addresses: async () => [{ address: '127.0.0.1', family: 4 as const }],
  async texts(name: string) {
    const found = texts.get(name) ?? []
    await duringLookup?.()
    return found
  },
}
/** Happens while a record is looked up. */
let duringLookup: (() => Promise<unknown>) | undefined

/** Adds a provider to a client and confirms its domain. */
async function addProvider(
  clientId: string,
  token: string,
  more: { only?: boolean; issuer?: string; clientId?: string; domain?: string; confirmed?: boolean } = {},
): Promise<string> {
  const name = more.domain ?? domain
  const { answer } = await request(server.url, createIdentityProvider, {
    token,
    params: { clientId },
    body: {
      issuer: more.issuer ?? provider.issuer,
      clientId: more.clientId ?? provider.clientId,
      clientSecret: provider.clientSecret,
      domains: [name],
      ...(more.only !== undefined && { only: more.only }),
    },
  })
  for (const { record } of answer.domains)
    texts.set(record.name, [...(texts.get(record.name) ?? []), record.value])
  if (more.confirmed !== false) expect((await confirm(clientId, answer.id, name)).status).toBe(200)
  return answer.id
}

const confirm = (clientId: string, id: string, name = domain) =>
  request(server.url, confirmSignInDomain, {
    token: cast.admin.token,
    params: { clientId, providerId: id, domain: name },
  })

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) })
  server = await startTestServer({ names, log, providerLimitMs: 1000 })
  cast = await castOf(server)
  describedAt = await startIssuers()
  provider = await startProvider(callbackUrl)
  providerId = await addProvider(cast.anadolu, cast.manager.token)
})
afterAll(async () => {
  await provider.close()
  await server.close()
})
beforeEach(() => {
  provider.person = { subject: 'manager', email: cast.manager.email }
  provider.change = undefined
})

const sessions = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM sign_in_challenges) AS count`.execute(
    server.database.db,
  )
  return rows[0]?.count
}

/** Adds a manager of a client with a password. */
async function addManager(
  name: string,
  clientIds: readonly string[],
  authority: ('admin' | 'superuser')[] = [],
) {
  const { db } = server.database
  const email = `${name}@${domain}`
  const userId = await addAccount(db, { email, name, authority, locale: 'en' })
  for (const clientId of clientIds) await join(clientId, userId)
  return { userId, email }
}

const join = (clientId: string, userId: string, role: 'manager' | 'employee' = 'manager') =>
  server.database.db
    .insertInto('memberships')
    .values({
      client_id: clientId,
      id: newId(),
      user_id: userId,
      role,
      name: role,
      search_text: '',
      removed_by: null,
    })
    .execute()

describe('a manager', () => {
  test('signs in by verified address, and afterwards by the provider’s name for them', async () => {
    const first = await signInByProvider(server.url, cast.manager.email)
    expect(first.answer.user).toMatchObject({
      id: cast.manager.userId,
      authority: ['manager'],
      singleSignOn: true,
    })
    const me = await request(server.url, usersMe, { token: first.answer.token })
    expect(me.answer).toEqual(first.answer.user)
    // The address has changed there, and is not verified.
    provider.person = { subject: 'manager', email: 'new@elsewhere.test', verified: false }
    const second = await signInByProvider(server.url, cast.manager.email)
    expect(second.answer.user.id).toBe(cast.manager.userId)
  })

  test('is nobody else when the provider gives the address to another account', async () => {
    await signInByProvider(server.url, cast.manager.email)
    provider.person = { subject: 'successor', email: cast.manager.email }
    expect((await signInByProvider(server.url, cast.manager.email)).code).toBe('sso_other_person')
  })

  test.each([
    ['an address that is not verified', { subject: 'x1', email: 'manager@example.test', verified: false }],
    ['no address', { subject: 'x2' }],
  ])('does not get in with %s', async (_what, person) => {
    provider.person = person
    const before = await sessions()
    expect((await signInByProvider(server.url, cast.manager.email)).code).toBe('sso_address_unverified')
    expect(await sessions()).toBe(before)
  })

  test.each([
    ['was not invited', () => 'unknown@example.test'],
    ['belongs to another client', () => cast.otherManager.email],
    ['is an admin and no manager', () => cast.admin.email],
    ['has an address in another domain', () => 'someone@elsewhere.test'],
  ])('does not get in when it %s', async (_what, email) => {
    provider.person = { subject: `nobody ${email()}`, email: email() }
    expect((await signInByProvider(server.url, cast.manager.email)).code).toBe('sso_not_invited')
    const made = await sql`SELECT FROM users WHERE email = 'unknown@example.test'`.execute(server.database.db)
    expect(made.rows).toEqual([])
  })

  test('is no participant, and no manager who was removed; and is linked again when invited again', async () => {
    const { db } = server.database
    const employee = await addManager('calisan', [])
    await join(cast.anadolu, employee.userId, 'employee')
    provider.person = { subject: 'employee', email: employee.email }
    expect((await signInByProvider(server.url, employee.email)).code).toBe('sso_not_invited')
    const left = await addManager('ayrilan', [cast.anadolu])
    provider.person = { subject: 'left', email: left.email }
    const { token } = (await signInByProvider(server.url, left.email)).answer
    await sql`UPDATE memberships SET removed_at = now(), removed_by = ${cast.admin.userId} WHERE user_id = ${left.userId}`.execute(
      db,
    )
    expect((await request(server.url, usersMe, { token })).status).toBe(401)
    expect((await signInByProvider(server.url, left.email)).code).toBe('sso_not_invited')
    await join(cast.anadolu, left.userId)
    provider.person = { subject: 'left again', email: left.email }
    expect((await signInByProvider(server.url, left.email)).status).toBe(200)
  })
})

describe('a session', () => {
  test('reaches the clients that use the provider, and no account', async () => {
    const both = await addManager('ikisi', [cast.anadolu, cast.ege])
    provider.person = { subject: 'both', email: both.email }
    const { token } = (await signInByProvider(server.url, both.email)).answer
    const clients = await request(server.url, listClients, { token })
    expect(clients.answer.results.map(({ id }) => id)).toEqual([cast.anadolu])
    const own = await request(server.url, getClient, { token, params: { clientId: cast.anadolu } })
    expect(own.status).toBe(200)
    const other = await request(server.url, getClient, { token, params: { clientId: cast.ege } })
    expect(other.code).toBe('not_found')
    const found = await request(server.url, search, { token, query: { q: 'ege' } })
    expect(found.answer.clients).toEqual([])
    expect((await request(server.url, listRequests, { token })).status).toBe(200)
    expect((await request(server.url, listInventories, { token })).status).toBe(200)
    const foreign = await request(server.url, listRequests, { token, query: { client: cast.ege } })
    expect(foreign.code).toBe('not_found')
    const refused = [
      await request(server.url, listSessions, { token }),
      await request(server.url, listOwnAssignments, { token }),
      await request(server.url, updateUser, {
        token,
        params: { userId: both.userId },
        body: { locale: 'tr' },
      }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(['sso_session', 'sso_session', 'sso_session'])
    // A second client begins to use the same provider.
    const second = await addProvider(cast.ege, cast.otherManager.token)
    const more = await request(server.url, listClients, { token })
    expect(more.answer.results.map(({ id }) => id).sort()).toEqual([cast.anadolu, cast.ege].sort())
    await request(server.url, deleteIdentityProvider, {
      token: cast.otherManager.token,
      params: { clientId: cast.ege, providerId: second },
    })
    expect((await request(server.url, getClient, { token, params: { clientId: cast.ege } })).code).toBe(
      'not_found',
    )
  })

  test('of an admin or a superuser has a manager’s rights and no other', async () => {
    for (const role of ['admin', 'superuser'] as const) {
      const { email } = await addManager(`ssoyla-${role}`, [cast.anadolu], [role])
      provider.person = { subject: role, email }
      const { token, user } = (await signInByProvider(server.url, email)).answer
      expect(user.authority).toEqual(['manager'])
      const clients = await request(server.url, listClients, { token })
      expect(clients.answer.results.map(({ id }) => id)).toEqual([cast.anadolu])
      expect((await confirmBy(token)).status).toBe(403)
    }
  })
  const confirmBy = (token: string) =>
    request(server.url, confirmSignInDomain, {
      token,
      params: { clientId: cast.anadolu, providerId, domain },
    })

  test('ends twelve hours after the sign-in, and with its provider', async () => {
    const { db } = server.database
    const person = await addManager('sureli', [cast.ege])
    const id = await addProvider(cast.ege, cast.otherManager.token)
    provider.person = { subject: 'timed', email: person.email }
    const { token } = (await signInByProvider(server.url, person.email)).answer
    await sql`UPDATE sessions SET seen_at = now() - interval '1 hour', expires_at = now() + interval '2 hours'
      WHERE user_id = ${person.userId}`.execute(db)
    expect((await request(server.url, usersMe, { token })).status).toBe(200)
    const { rows } = await sql<{ longer: boolean }>`
      SELECT expires_at > now() + interval '3 hours' AS longer FROM sessions WHERE user_id = ${person.userId}`.execute(
      db,
    )
    expect(rows).toEqual([{ longer: false }])
    const params = { clientId: cast.ege, providerId: id }
    const changed = await request(server.url, changeIdentityProvider, {
      token: cast.otherManager.token,
      params,
      body: { clientId: 'another', clientSecret: 'secret' },
    })
    expect(changed.answer.domains).toMatchObject([{ domain, confirmedAt: null }])
    expect((await request(server.url, usersMe, { token })).status).toBe(401)
    await request(server.url, deleteIdentityProvider, { token: cast.otherManager.token, params })
  })
})

describe('the second step', () => {
  test('stays, unless the provider proves one; and its session is the provider’s as well', async () => {
    const person = await addManager('adimli', [cast.anadolu, cast.ege])
    const { db } = server.database
    const { userId } = person
    const own = await openSession(db, { userId, invitationClientId: null, remembered: false })
    const { secret } = await turnOn(server, { token: own, userId })
    provider.person = { subject: 'stepping', email: person.email }
    const asked = await signInByProvider(server.url, person.email)
    expect(asked.code).toBe('second_factor_required')
    const { challenge } = asked.json as { challenge: string }
    const passed = await request(server.url, secondFactor, { body: { challenge, code: codeOf(secret) } })
    await laterCode(db, userId)
    expect(passed.answer.user).toMatchObject({ authority: ['manager'], singleSignOn: true })
    const clients = await request(server.url, listClients, { token: passed.answer.token })
    expect(clients.answer.results.map(({ id }) => id)).toEqual([cast.anadolu])
    provider.person = { subject: 'stepping', email: person.email, amr: ['pwd', 'otp'] }
    expect((await signInByProvider(server.url, person.email)).status).toBe(200)
    provider.person = { subject: 'stepping', email: person.email, amr: ['pwd'] }
    expect((await signInByProvider(server.url, person.email)).code).toBe('second_factor_required')
  })

  test('that is required and missing is set up here by managers of these clients, and by others with their password', async () => {
    const { db } = server.database
    await sql`UPDATE platform_settings SET require_second_factor = 'managers'`.execute(db)
    try {
      const here = await addManager('burada', [cast.anadolu])
      provider.person = { subject: 'here', email: here.email }
      expect((await signInByProvider(server.url, here.email)).code).toBe('second_factor_setup_required')
      const too = await addManager('baska', [cast.anadolu, cast.ege])
      provider.person = { subject: 'too', email: too.email }
      const before = await sessions()
      expect((await signInByProvider(server.url, too.email)).code).toBe('sso_second_step_missing')
      expect(await sessions()).toBe(before)
      // It would bind the account by which somebody takes tests elsewhere, too.
      const takes = await addManager('baska-calisan', [cast.anadolu])
      await join(cast.ege, takes.userId, 'employee')
      provider.person = { subject: 'takes', email: takes.email }
      expect((await signInByProvider(server.url, takes.email)).code).toBe('sso_second_step_missing')
      provider.person = { subject: 'too', email: too.email, amr: ['mfa'] }
      const { token } = (await signInByProvider(server.url, too.email)).answer
      expect((await request(server.url, usersMe, { token })).status).toBe(200)
    } finally {
      await sql`UPDATE platform_settings SET require_second_factor = 'none'`.execute(db)
    }
  })
})

describe('a fault', () => {
  const nothingOpened = async (work: () => Promise<{ code: string | undefined }>, code: string) => {
    const before = await sessions()
    expect((await work()).code).toBe(code)
    expect(await sessions()).toBe(before)
  }
  const come = () => comeBack(server.url, cast.manager.email)

  test('of the state: another one, another browser, none, or one that an attacker began', async () => {
    const came = await come()
    const [other, forged] = [await come(), { ...came.body, state: 'x'.repeat(43) }]
    await nothingOpened(() => finish(server.url, { ...came, body: forged }), 'sso_state_wrong')
    await nothingOpened(() => finish(server.url, { ...came, cookie: other.cookie }), 'sso_state_wrong')
    await nothingOpened(() => finish(server.url, { ...came, cookie: '' }), 'sso_state_wrong')
    // None of these used it up.
    expect((await finish(server.url, came)).status).toBe(200)
    await nothingOpened(() => finish(server.url, came), 'sso_reused')
  })

  test('of two that come at once: one gets in', async () => {
    const came = await come()
    const both = await Promise.all([finish(server.url, came), finish(server.url, came)])
    expect(both.map(({ code }) => code).sort()).toEqual(['sso_reused', undefined])
  })

  test('of time', async () => {
    const came = await come()
    await sql`UPDATE provider_sign_ins SET expires_at = now() - interval '1 second'`.execute(
      server.database.db,
    )
    await nothingOpened(() => finish(server.url, came), 'sso_expired')
  })

  test('of the code: one that the provider does not know, or of another sign-in', async () => {
    const came = await come()
    await nothingOpened(
      () => finish(server.url, { ...came, body: { ...came.body, code: 'wrong' } }),
      'sso_expired',
    )
    const [mine, theirs] = [await come(), await come()]
    // A code that was stolen has another nonce and another verifier.
    await nothingOpened(
      () => finish(server.url, { ...theirs, body: { ...theirs.body, code: mine.body.code ?? '' } }),
      'sso_expired',
    )
  })

  test.each([
    ['nonce', 'sso_nonce_wrong', { nonce: 'another' }],
    ['issuer', 'sso_issuer_wrong', { iss: 'https://evil.example' }],
    ['audience', 'sso_audience_wrong', { aud: 'another' }],
    ['time', 'sso_token_expired', { exp: 1_000_000_000 }],
    ['name', 'sso_token_wrong', { sub: '' }],
  ])('of the token: its %s', async (_what, code, claims) => {
    provider.change = (given) => ({ ...given, ...claims })
    await nothingOpened(async () => finish(server.url, await come()), code)
  })

  test('of the token: its signature', async () => {
    provider.change = (given) => given
    provider.foreignKey = true
    await nothingOpened(async () => finish(server.url, await come()), 'sso_token_wrong')
    provider.foreignKey = false
  })

  test('of the issuer in the address', async () => {
    const came = await come()
    await nothingOpened(
      () => finish(server.url, { ...came, body: { ...came.body, iss: 'https://evil.example' } }),
      'sso_issuer_wrong',
    )
  })

  test('of the provider: it refuses, hangs or is away', async () => {
    const refused = await come()
    await nothingOpened(
      () => finish(server.url, { ...refused, body: { state: refused.body.state, error: 'access_denied' } }),
      'sso_refused',
    )
    const slow = await come()
    provider.hangs = true
    await nothingOpened(() => finish(server.url, slow), 'sso_away')
    provider.hangs = false
    const gone = await startProvider(callbackUrl)
    await addProvider(cast.ege, cast.otherManager.token, { issuer: gone.issuer, domain: 'away.test' })
    await gone.close()
    const away = await request(server.url, startSingleSignOn, { body: { email: 'a@away.test' } })
    expect(away).toMatchObject({ status: 502, code: 'sso_away' })
  })

  test('is said in the language of the reader, and in the log without any secret', async () => {
    const came = await come()
    await finish(server.url, came)
    const refused = await finish(server.url, came)
    expect(refused.json).toMatchObject({ message: 'Bu giriş daha önce kullanıldı. Yeniden giriş yapın.' })
    const log = lines.join('')
    const secrets = [came.body.code, came.body.state, came.cookie.split('=')[1], provider.clientSecret]
    for (const secret of secrets) expect(log).not.toContain(secret)
  })
})

test('the beginning depends on the domain alone, and its cookie on this browser', async () => {
  const known = await request(server.url, startSingleSignOn, { body: { email: cast.manager.email } })
  const unknown = await request(server.url, startSingleSignOn, { body: { email: `nobody@${domain}` } })
  const shape = (address: string) => {
    const url = new URL(address)
    const {
      state,
      nonce,
      code_challenge: challenge,
      login_hint: hint,
      ...rest
    } = Object.fromEntries(url.searchParams)
    expect([state?.length, nonce?.length, challenge?.length]).toEqual([43, 43, 43])
    expect(hint).toContain(domain)
    return { at: url.origin + url.pathname, ...rest }
  }
  expect(shape(unknown.answer.url)).toEqual(shape(known.answer.url))
  expect(shape(known.answer.url)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: callbackUrl,
    scope: 'openid email',
  })
  expect(known.headers.get('set-cookie')).toMatch(
    /^terazi-sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
  )
  const foreign = await request(server.url, startSingleSignOn, { body: { email: 'a@elsewhere.test' } })
  expect(foreign.code).toBe('sso_unknown_domain')
})

test('the cookie of a real address is its host’s alone and comes by TLS alone', async () => {
  const publicUrl = 'https://terazi.example.com'
  const real = await startTestServer({ database: server.database, publicUrl, names })
  const { headers, answer } = await request(real.url, startSingleSignOn, {
    body: { email: cast.manager.email },
  })
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-terazi-sso=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(new URL(answer.url).searchParams.get('redirect_uri')).toBe(`${publicUrl}/sso/callback`)
  await real.close()
})

describe('only this way', () => {
  const byPassword = ({ email }: { email: string }, password = castPassword) =>
    request(server.url, authToken, { body: { username: email, password } })
  const codeByPassword = async (person: { email: string }, password?: string) =>
    (await byPassword(person, password)).code
  /** By an admin: a manager who came by password is out at once. */
  const setOnly = async (only: boolean) => {
    const { status } = await request(server.url, changeIdentityProvider, {
      token: cast.admin.token,
      params: { clientId: cast.anadolu, providerId },
      body: { only },
    })
    expect(status).toBe(200)
  }
  const listed = async (token: string) =>
    (await request(server.url, listClients, { token })).answer.results.map(({ id }) => id)
  const opened = async (token: string, clientId: string) =>
    (await request(server.url, getClient, { token, params: { clientId } })).code

  test('refuses the password of managers who have nothing else alone, once it was right', async () => {
    const { db } = server.database
    const bound = await addManager('bagli', [cast.anadolu])
    const admin = await addManager('yonetici', [cast.anadolu], ['admin'])
    const superuser = await addManager('ust', [cast.anadolu], ['superuser'])
    expect(await codeByPassword(bound)).toBeUndefined()
    await setOnly(true)
    expect(await codeByPassword(bound)).toBe('sso_only')
    expect(await codeByPassword(bound, 'wrong-password-1')).toBe('invalid_credentials')
    expect([await codeByPassword(admin), await codeByPassword(superuser)]).toEqual([undefined, undefined])
    // A link is refused as well, and not used up.
    const link = await createLink(db, {
      userId: bound.userId,
      purpose: 'admin_magic',
      clientId: null,
      createdBy: cast.admin.userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const [uid = '', token = ''] = link.path.split('/').slice(2)
    const byLink = async () => (await request(server.url, openMagicLink, { params: { uid, token } })).code
    expect([await byLink(), await byLink()]).toEqual(['sso_only', 'sso_only'])
    provider.person = { subject: 'bound', email: bound.email }
    expect((await signInByProvider(server.url, bound.email)).status).toBe(200)
    // Without a confirmed domain nobody could come in at all.
    await sql`UPDATE identity_domains SET confirmed_at = NULL, confirmed_by = NULL WHERE client_id = ${cast.anadolu}`.execute(
      db,
    )
    expect(await codeByPassword(bound)).toBeUndefined()
    await confirm(cast.anadolu, providerId)
    await setOnly(false)
  })

  test('closes this client to other sessions of people who manage or read elsewhere, and nothing else', async () => {
    const { db } = server.database
    const both = await addManager('serbest', [cast.anadolu, cast.ege])
    const reader = await addManager('okuyan', [cast.anadolu, cast.ege])
    await sql`UPDATE memberships SET reader = true WHERE user_id = ${reader.userId} AND client_id = ${cast.anadolu}`.execute(
      db,
    )
    const admin = await addManager('yonetici-iki', [cast.anadolu], ['admin'])
    await setOnly(true)
    for (const person of [both, reader]) {
      const { token, user } = (await byPassword(person)).answer
      expect(user).toMatchObject({ authority: ['manager'], singleSignOn: false, company: 'Ege Lojistik' })
      expect(await listed(token)).toEqual([cast.ege])
      expect(await opened(token, cast.anadolu)).toBe('not_found')
      const found = await request(server.url, search, { token, query: { q: 'anadolu' } })
      expect(found.answer.clients).toEqual([])
      const foreign = await request(server.url, listRequests, { token, query: { client: cast.anadolu } })
      expect(foreign.code).toBe('not_found')
      // Calls of the account stay theirs.
      expect((await request(server.url, listSessions, { token })).status).toBe(200)
      provider.person = { subject: person.email, email: person.email }
      const came = (await signInByProvider(server.url, person.email)).answer
      expect(await listed(came.token)).toEqual([cast.anadolu])
    }
    const { token } = (await byPassword(admin)).answer
    expect(await opened(token, cast.anadolu)).toBeUndefined()
    await setOnly(false)
  })

  test('leaves managers the tests that they take elsewhere, by password', async () => {
    const person = await addManager('calisan-yonetici', [cast.anadolu])
    await join(cast.ege, person.userId, 'employee')
    await setOnly(true)
    const { token, user } = (await byPassword(person)).answer
    expect(user.authority).toEqual(['participant'])
    expect((await request(server.url, listOwnAssignments, { token })).status).toBe(200)
    expect((await request(server.url, getClient, { token, params: { clientId: cast.anadolu } })).status).toBe(
      403,
    )
    await setOnly(false)
  })

  test('ends what is running once it is on, or once its domain is confirmed', async () => {
    const { db } = server.database
    const bound = await addManager('calisirken', [cast.anadolu])
    const both = await addManager('calisirken-iki', [cast.anadolu, cast.ege])
    const tokens = [(await byPassword(bound)).answer.token, (await byPassword(both)).answer.token] as const
    const seen = async () => [await opened(tokens[0], cast.anadolu), await opened(tokens[1], cast.anadolu)]
    expect(await seen()).toEqual([undefined, undefined])
    await setOnly(true)
    expect(await seen()).toEqual(['not_authenticated', 'not_found'])
    await sql`UPDATE identity_domains SET confirmed_at = NULL, confirmed_by = NULL WHERE client_id = ${cast.anadolu}`.execute(
      db,
    )
    expect(await seen()).toEqual([undefined, undefined])
    await confirm(cast.anadolu, providerId)
    expect(await seen()).toEqual(['not_authenticated', 'not_found'])
    await setOnly(false)
    expect(await seen()).toEqual([undefined, undefined])
  })
})

describe('the settings', () => {
  const params = () => ({ clientId: cast.anadolu })
  const body = (more: object) => ({
    issuer: provider.issuer,
    clientId: 'c',
    clientSecret: 's',
    domains: ['settings.test'],
    ...more,
  })
  test('never show the secret, which is stored encrypted', async () => {
    const listed = await request(server.url, listIdentityProviders, {
      token: cast.manager.token,
      params: params(),
    })
    expect(listed.text).not.toContain(provider.clientSecret)
    expect(listed.answer.results).toMatchObject([
      { issuer: provider.issuer, clientId: 'terazi', callbackUrl, domains: [{ domain }] },
    ])
    const { rows } = await sql<{ secret: Buffer }>`SELECT secret FROM identity_providers`.execute(
      server.database.db,
    )
    for (const { secret } of rows) expect(secret.toString('latin1')).not.toContain(provider.clientSecret)
  })

  test('take a secret with another issuer, and no domain twice', async () => {
    const change = (more: object) =>
      request(server.url, changeIdentityProvider, {
        token: cast.manager.token,
        params: { ...params(), providerId },
        body: more,
      })
    expect((await change({ issuer: `${describedAt}/ten` })).json).toMatchObject({
      message: { clientSecret: [expect.any(String)] },
    })
    const made = await request(server.url, createIdentityProvider, {
      token: cast.manager.token,
      params: params(),
      body: body({ domains: [domain] }),
    })
    expect(made.code).toBe('sign_in_domain_taken')
    for (const wrong of [['x'], ['-a.test'], ['a..test'], ['exa mple.test'], []]) {
      const refused = await request(server.url, createIdentityProvider, {
        token: cast.manager.token,
        params: params(),
        body: body({ domains: wrong }),
      })
      expect(refused.status).toBe(400)
    }
  })

  test('take no issuer that can’t be read or names another one, and store nothing then', async () => {
    const { token } = cast.manager
    const list = () => request(server.url, listIdentityProviders, { token, params: params() })
    const before = await list()
    expect(before.answer.callbackUrl).toBe(callbackUrl)
    const refusals = [
      ['http://127.0.0.1:9', 'Bu hizmet okunamadı. Adresi kontrol edin ya da sonra yeniden deneyin.'],
      [
        `${describedAt}/liar`,
        'Bu hizmet başka bir sağlayıcı adresi bildiriyor. Onun bildirdiği adresi girin.',
      ],
    ]
    for (const [issuer, text] of refusals) {
      const created = await request(server.url, createIdentityProvider, {
        token,
        params: params(),
        body: body({ issuer }),
      })
      const changed = await request(server.url, changeIdentityProvider, {
        token,
        params: { ...params(), providerId },
        body: { issuer, clientSecret: 's' },
      })
      for (const { status, json } of [created, changed])
        expect([status, json]).toMatchObject([400, { message: { issuer: [text] } }])
    }
    expect((await list()).answer).toEqual(before.answer)
  })

  test('take no domain of a public mail service', async () => {
    const { token } = cast.manager
    const domains = ['settings.test', 'GMAIL.com']
    const message = { domains: [expect.stringContaining('gmail.com')] }
    const created = await request(server.url, createIdentityProvider, {
      token,
      params: params(),
      body: body({ domains }),
    })
    expect([created.status, created.json]).toMatchObject([400, { message }])
    const changed = await request(server.url, changeIdentityProvider, {
      token,
      params: { ...params(), providerId },
      body: { domains },
    })
    expect([changed.status, changed.json]).toMatchObject([400, { message }])
  })

  test('of a domain: an admin confirms it when its record is there and no other provider has it', async () => {
    const id = await addProvider(cast.ege, cast.otherManager.token, {
      domain: 'waiting.test',
      issuer: `${describedAt}/eleven`,
      confirmed: false,
    })
    const record = texts.get('_terazi.waiting.test')
    texts.delete('_terazi.waiting.test')
    expect((await confirm(cast.ege, id, 'waiting.test')).code).toBe('domain_record_missing')
    texts.set('_terazi.waiting.test', ['terazi-verification=another'])
    expect((await confirm(cast.ege, id, 'waiting.test')).code).toBe('domain_record_missing')
    texts.set('_terazi.waiting.test', record ?? [])
    const early = await request(server.url, startSingleSignOn, { body: { email: 'a@waiting.test' } })
    expect(early.code).toBe('sso_unknown_domain')
    expect((await confirm(cast.ege, id, 'waiting.test')).status).toBe(200)
    expect((await confirm(cast.ege, id, 'other.test')).code).toBe('not_found')
    // Two clients with one domain need the same provider.
    const second = await addProvider(cast.anadolu, cast.manager.token, {
      domain: 'waiting.test',
      issuer: `${describedAt}/twelve`,
      confirmed: false,
    })
    expect((await confirm(cast.anadolu, second, 'waiting.test')).code).toBe('sign_in_domain_taken')
  })

  test('of a domain: a provider that was changed during the lookup is not confirmed by the record of the old one', async () => {
    const id = await addProvider(cast.ege, cast.otherManager.token, {
      domain: 'raced.test',
      issuer: `${describedAt}/thirteen`,
      confirmed: false,
    })
    duringLookup = () =>
      request(server.url, changeIdentityProvider, {
        token: cast.otherManager.token,
        params: { clientId: cast.ege, providerId: id },
        body: { issuer: `${describedAt}/fourteen`, clientSecret: 'other' },
      })
    const raced = await confirm(cast.ege, id, 'raced.test')
    duringLookup = undefined
    expect(raced.code).toBe('not_found')
    // Nor later: it needs another record.
    expect((await confirm(cast.ege, id, 'raced.test')).code).toBe('domain_record_missing')
  })

  test('lead to public addresses by https alone', async () => {
    const strict = await startTestServer({ database: server.database, privateWebhooks: false, names })
    try {
      for (const issuer of [provider.issuer, 'https://127.0.0.1', 'https://localhost', 'https://10.0.0.1']) {
        const refused = await request(strict.url, createIdentityProvider, {
          token: cast.manager.token,
          params: params(),
          body: body({ issuer }),
        })
        expect(refused.json).toMatchObject({ message: { issuer: [expect.any(String)] } })
      }
      // Stored while it was allowed.
      const allowed = await request(strict.url, startSingleSignOn, { body: { email: cast.manager.email } })
      expect(allowed.code).toBe('sso_setup_wrong')
      // A public name that leads into this network by now.
      const id = await addProvider(cast.ege, cast.otherManager.token, {
        issuer: `${describedAt}/moved`,
        domain: 'moved.test',
      })
      await sql`UPDATE identity_providers SET issuer = 'https://idp.example' WHERE id = ${id}`.execute(
        server.database.db,
      )
      const moved = await request(strict.url, startSingleSignOn, { body: { email: 'a@moved.test' } })
      expect(moved.code).toBe('sso_away')
    } finally {
      await strict.close()
    }
  })
})

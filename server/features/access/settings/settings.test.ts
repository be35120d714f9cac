import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, usersMe } from '#contract/auth.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import {
  disableSecondFactor,
  finishSecondFactorSetup,
  getSecondFactor,
  resetSecondFactor,
  secondFactor,
  setUpSecondFactor,
} from '#contract/second-factor.ts'
import { getSettings, updateSettings } from '#contract/settings.ts'
import { updateUser } from '#contract/users.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { type Actor, type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { codeOf, laterCode, turnOn } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let cast: Cast
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())
afterEach(async () => {
  await sql`UPDATE platform_settings SET require_second_factor = 'none'`.execute(server.database.db)
})

const session = (userId: string, invitationClientId: string | null = null) =>
  openSession(server.database.db, { userId, invitationClientId, remembered: false })
const person = async (authority: ('admin' | 'superuser')[] = []): Promise<Actor> => {
  made += 1
  const email = `policy-${made}@example.test`
  const account = { email, name: 'Ada', password: castPassword, authority, locale: 'en' as const }
  const userId = await createAccount(server.database.db, account)
  return { userId, email, token: await session(userId) }
}
const change = ({ token }: Actor, requireSecondFactor: 'none' | 'managers') =>
  request(server.url, updateSettings, { token, body: { requireSecondFactor } })
/** A superuser who may require the second step, because they have one. */
const ruler = async () => {
  const one = await person(['superuser'])
  return { ...one, ...(await turnOn(server, one)) }
}
const signIn = ({ email }: Actor) =>
  request(server.url, authToken, { body: { username: email, password: castPassword } })
const challengeOf = (received: { code: string | undefined; json: unknown }): string => {
  expect(received.code).toBe('second_factor_setup_required')
  return Object(received.json).challenge
}
const setUp = (challenge: string) => request(server.url, setUpSecondFactor, { body: { challenge } })
const finish = (challenge: string, code: string) =>
  request(server.url, finishSecondFactorSetup, { body: { challenge, code } })
const me = async (token: string) => (await request(server.url, usersMe, { token })).status

test('a superuser without a second step cannot require it of others; with one, the change is written down', async () => {
  const one = await person(['superuser'])
  expect((await change(one, 'managers')).code).toBe('second_factor_missing')
  await turnOn(server, one)
  expect((await change(one, 'managers')).answer).toEqual({ requireSecondFactor: 'managers' })
  const { token } = one
  expect((await request(server.url, getSettings, { token })).answer).toEqual({
    requireSecondFactor: 'managers',
  })
  expect(await me(token)).toBe(200)
  // The same again is no change.
  await change(one, 'managers')
  const { rows } = await sql`
    SELECT details FROM audit_entries WHERE action = 'settings_changed' AND actor_id = ${one.userId}`.execute(
    server.database.db,
  )
  const [none, managers] = [{ requireSecondFactor: 'none' }, { requireSecondFactor: 'managers' }]
  expect(rows).toEqual([{ details: { from: none, to: managers } }])
})

describe('where managers and above need a second step', () => {
  test('their sessions without one end; participants and invitations go on', async () => {
    const { db } = server.database
    const participant = await person()
    const admin = await person(['admin'])
    const manager = await addMember(db, cast.ege, { role: 'manager' })
    const alsoCandidate = await addMember(db, cast.anadolu, { role: 'candidate' })
    const [managers, invited] = [
      await session(manager.userId),
      await session(alsoCandidate.userId, cast.anadolu),
    ]
    await change(await ruler(), 'managers')
    expect([await me(admin.token), await me(managers)]).toEqual([401, 401])
    expect([await me(participant.token), await me(invited)]).toEqual([200, 200])
    expect((await request(server.url, listOwnAssignments, { token: invited })).status).toBe(200)
    // They are gone for good, not only while it is required.
    await sql`UPDATE platform_settings SET require_second_factor = 'none'`.execute(db)
    expect([await me(admin.token), await me(managers)]).toEqual([401, 401])
  })

  test('a person without one sets it up at the next sign-in, and only then gets a session', async () => {
    const one = await person(['admin'])
    await change(await ruler(), 'managers')
    const challenge = challengeOf(await signIn(one))
    const wrongCall = await request(server.url, secondFactor, { body: { challenge, code: '123456' } })
    expect(wrongCall.code).toBe('second_factor_challenge_over')
    expect((await finish(challenge, '123456')).code).toBe('second_factor_challenge_over')
    const { secret } = (await setUp(challenge)).answer
    expect((await finish(challenge, codeOf(secret, 100))).code).toBe('second_factor_code_wrong')
    const { token, user, recoveryCodes } = (await finish(challenge, codeOf(secret))).answer
    expect([user.id, await me(token), recoveryCodes.length]).toEqual([one.userId, 200, 10])
    expect((await setUp(challenge)).code).toBe('second_factor_challenge_over')
    // The code is asked for from now on, and it cannot be turned off.
    expect((await signIn(one)).code).toBe('second_factor_required')
    expect((await request(server.url, getSecondFactor, { token })).answer).toMatchObject({ required: true })
    await laterCode(server.database.db, one.userId)
    const body = { current_password: castPassword, code: codeOf(secret) }
    expect((await request(server.url, disableSecondFactor, { token, body })).code).toBe(
      'second_factor_enforced',
    )
  })

  test('a link leads to the same, a manager’s invitation too', async () => {
    const { userId } = await addMember(server.database.db, cast.ege, { role: 'manager' })
    await change(await ruler(), 'managers')
    for (const purpose of ['magic', 'manager_invitation'] as const) {
      const clientId = purpose === 'magic' ? null : cast.ege
      const expiresAt = new Date(Date.now() + 60_000)
      const link = { userId, purpose, clientId, createdBy: null, expiresAt }
      const [uid = '', token = ''] = (await createLink(server.database.db, link)).path.split('/').slice(2)
      challengeOf(await request(server.url, openMagicLink, { params: { uid, token } }))
    }
  })

  test('two who set up the same account at once: one gets in, the other begins again', async () => {
    const one = await person(['admin'])
    await change(await ruler(), 'managers')
    const [first, later] = [challengeOf(await signIn(one)), challengeOf(await signIn(one))]
    await setUp(first)
    const { secret } = (await setUp(later)).answer
    const answers = await Promise.all([finish(first, codeOf(secret)), finish(later, codeOf(secret))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await setUp(first)).code).toBe('second_factor_challenge_over')
  })

  test('a role given to somebody who is signed in asks for it, and so does a reset', async () => {
    const superuser = await ruler()
    const [promoted, helped] = [await person(), await person(['admin'])]
    await turnOn(server, helped)
    await change(superuser, 'managers')
    expect([await me(promoted.token), await me(helped.token)]).toEqual([200, 200])
    const { token } = superuser
    const made = { token, params: { userId: promoted.userId }, body: { authority: ['admin' as const] } }
    expect((await request(server.url, updateUser, made)).status).toBe(200)
    await request(server.url, resetSecondFactor, { token, params: { userId: helped.userId } })
    expect([await me(promoted.token), await me(helped.token)]).toEqual([401, 401])
    challengeOf(await signIn(promoted))
    challengeOf(await signIn(helped))
  })
})

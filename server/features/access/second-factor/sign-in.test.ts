import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authToken, openMagicLink, resetPassword, updatePassword, usersMe } from '#contract/auth.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { finishSecondFactorSetup, secondFactor, setUpSecondFactor } from '#contract/second-factor.ts'
import { removeUser } from '#contract/users.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import type { NewLink } from '#server/features/memberships/links/new-link.ts'
import { hashSecret } from '#server/secrets.ts'
import { type Received, request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { codeOf, laterCode, turnOn } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let second: TestServer
let cast: Cast
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
  cast = await castOf(server, 0)
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(async () => {
  await sql`TRUNCATE throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const session = (userId: string) =>
  openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
/** Somebody with a password and two-step sign-in. */
const person = async () => {
  made += 1
  const email = `two-steps-${made}@example.test`
  const account = { email, name: 'Ada', password: castPassword, authority: [], locale: 'en' as const }
  const userId = await createAccount(server.database.db, account)
  const token = await session(userId)
  return { email, userId, token, ...(await turnOn(server, { token, userId })) }
}
const signIn = (email: string, remember = false) =>
  request(server.url, authToken, { body: { username: email, password: castPassword, remember } })
const challengeOf = ({ code, json }: Pick<Received<typeof authToken>, 'code' | 'json'>): string => {
  expect(code).toBe('second_factor_required')
  return Object(json).challenge
}
const step = (challenge: string, code: string, at = server) =>
  request(at.url, secondFactor, { body: { challenge, code } })
const link = async (userId: string, purpose: NewLink['purpose'], clientId: string | null = null) => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const made = { userId, purpose, clientId, createdBy: null, expiresAt }
  const [uid = '', token = ''] = (await createLink(server.database.db, made)).path.split('/').slice(2)
  return { uid, token }
}
const open = (params: { uid: string; token: string }) => request(server.url, openMagicLink, { params })
const me = async (token: string) => (await request(server.url, usersMe, { token })).status
const audited = async (userId: string) => {
  const { rows } = await sql<{ entry: string }>`
    SELECT concat_ws(' ', action, reason) AS entry FROM audit_entries WHERE subject_id = ${userId} ORDER BY at, id`.execute(
    server.database.db,
  )
  return rows.map(({ entry }) => entry)
}

/** Resolves once a statement of this database waits for another one's lock. */
const blocked = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)

describe('a person who turned two-step sign-in on', () => {
  test('gets no session for a password alone, and one for the code, written down once it is there', async () => {
    const { email, userId, secret } = await person()
    const first = await signIn(email)
    expect([first.status, Object.keys(Object(first.json)).includes('token')]).toEqual([400, false])
    const challenge = challengeOf(first)
    expect(challenge).toMatch(/^chl_[\w-]{43}$/)
    expect((await audited(userId)).filter((entry) => entry.startsWith('sign_in'))).toEqual([])
    const { answer } = await step(challenge, codeOf(secret))
    expect(answer.user.id).toBe(userId)
    expect(await me(answer.token)).toBe(200)
    expect(await audited(userId)).toEqual(['second_factor_enabled', 'sign_in password'])
  })

  test.each([
    ['magic', false],
    ['verification', false],
    ['admin_magic', false],
    ['manager_invitation', true],
  ] as const)('gets past no link either: %s', async (purpose, ofClient) => {
    const { userId, secret } = await person()
    const params = await link(userId, purpose, ofClient ? cast.anadolu : null)
    const challenge = challengeOf(await open(params))
    // The first step is used up, even if the second fails.
    expect((await open(params)).code).toBe('magic_link_invalid')
    expect((await step(challenge, codeOf(secret))).status).toBe(200)
    expect((await audited(userId)).at(-1)).toBe(`sign_in ${purpose}`)
  })

  test('still hears that a password is to be chosen, when the link asks for it', async () => {
    const { db } = server.database
    const [ada, can] = [await person(), await person()]
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', ada.userId).execute()
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', can.userId).execute()
    const asked = async (userId: string, purpose: NewLink['purpose']) =>
      Object((await open(await link(userId, purpose))).json)
    expect(await asked(ada.userId, 'verification')).toMatchObject({ choosePassword: 'again' })
    expect(await asked(can.userId, 'admin_magic')).toMatchObject({ choosePassword: 'first' })
    expect(await asked(can.userId, 'magic')).not.toHaveProperty('choosePassword')
  })

  test('gets past no reset: it sets the password, and then the code is asked for', async () => {
    const { email, userId, secret } = await person()
    const waiting = challengeOf(await signIn(email))
    const by = await link(userId, 'reset')
    const changed = await request(server.url, resetPassword, {
      body: { new_password: 'yedi~tane~kiraz', ...by },
    })
    expect(changed.answer).toEqual({ data: true })
    // Somebody who entered the old password can no longer enter a code.
    expect((await step(waiting, codeOf(secret))).code).toBe('second_factor_challenge_over')
    const body = { username: email, password: 'yedi~tane~kiraz' }
    challengeOf(await request(server.url, authToken, { body }))
  })

  test('still opens an invitation as before: it reaches one client’s tests and no account', async () => {
    const { db } = server.database
    const member = await addMember(db, cast.ege)
    await addAssignment(db, cast.ege, member, { code: 'ENGLISH' })
    await turnOn(server, { token: await session(member.userId), userId: member.userId })
    const { answer } = await open(await link(member.userId, 'invitation', cast.ege))
    expect((await request(server.url, listOwnAssignments, { token: answer.token })).status).toBe(200)
  })

  test('is remembered when they asked for it at the first step', async () => {
    const { email, secret, userId } = await person()
    const { answer } = await step(challengeOf(await signIn(email, true)), codeOf(secret))
    const { rows } =
      await sql`SELECT remembered FROM sessions WHERE token_hash = ${hashSecret(answer.token)}`.execute(
        server.database.db,
      )
    expect(rows).toEqual([{ remembered: true }])
    await laterCode(server.database.db, userId)
    const other = await step(challengeOf(await signIn(email)), codeOf(secret))
    expect(await me(other.answer.token)).toBe(200)
  })
})

describe('a code', () => {
  test('opens one session, however many bring it at once, to however many servers', async () => {
    const { email, secret } = await person()
    const challenges = await Promise.all(
      Array.from({ length: 8 }, async () => challengeOf(await signIn(email))),
    )
    const code = codeOf(secret)
    const answers = await Promise.all(challenges.map((one, at) => step(one, code, at % 2 ? server : second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.code))).toEqual(
      new Set([undefined, 'second_factor_code_wrong']),
    )
  })

  test('is refused when it was used, and so is an earlier one', async () => {
    const { email, secret } = await person()
    const next = codeOf(secret, 1)
    expect((await step(challengeOf(await signIn(email)), next)).status).toBe(200)
    const challenge = challengeOf(await signIn(email))
    for (const used of [next, codeOf(secret)])
      expect((await step(challenge, used)).code).toBe('second_factor_code_wrong')
  })

  test('may be typed with the space that apps show', async () => {
    const { email, secret } = await person()
    const code = codeOf(secret).replace(/^.../, '$& ')
    expect((await step(challengeOf(await signIn(email)), ` ${code} `)).status).toBe(200)
  })

  test("of somebody else's app is wrong", async () => {
    const [ada, can] = [await person(), await person()]
    const challenge = challengeOf(await signIn(ada.email))
    expect((await step(challenge, codeOf(can.secret))).code).toBe('second_factor_code_wrong')
    expect((await step(challenge, can.recoveryCodes[0] ?? '')).code).toBe('second_factor_code_wrong')
    expect((await audited(ada.userId)).slice(-2)).toEqual([
      'sign_in_refused wrong_code',
      'sign_in_refused wrong_recovery_code',
    ])
  })

  test('may be guessed ten times, over however many challenges; a recovery code still opens', async () => {
    const { email, secret, recoveryCodes } = await person()
    const codes: (string | undefined)[] = []
    for (let at = 0; at < 4; at += 1) {
      const challenge = challengeOf(await signIn(email))
      for (let tried = 0; tried < 3; tried += 1) codes.push((await step(challenge, codeOf(secret, 100))).code)
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('second_factor_code_wrong'))
    expect(codes.slice(10)).toEqual(['too_many_requests', 'too_many_requests'])
    const challenge = challengeOf(await signIn(email))
    expect((await step(challenge, codeOf(secret))).code).toBe('too_many_requests')
    expect((await step(challenge, recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('a challenge', () => {
  test('is over after five tries, however many come at once', async () => {
    const { email, secret } = await person()
    const challenge = challengeOf(await signIn(email))
    const wrong = await Promise.all(Array.from({ length: 9 }, () => step(challenge, codeOf(secret, 100))))
    const codes = wrong.map(({ code }) => code).sort()
    expect(codes.filter((code) => code === 'second_factor_code_wrong')).toHaveLength(5)
    expect((await step(challenge, codeOf(secret))).code).toBe('second_factor_challenge_over')
  })

  test('is over after ten minutes', async () => {
    const { email, secret, userId } = await person()
    const challenge = challengeOf(await signIn(email))
    const { db } = server.database
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM sign_in_challenges
      WHERE user_id = ${userId}`.execute(db)
    expect(rows).toEqual([{ minutes: 10 }])
    await sql`UPDATE sign_in_challenges SET expires_at = now() WHERE user_id = ${userId}`.execute(db)
    expect((await step(challenge, codeOf(secret))).code).toBe('second_factor_challenge_over')
  })

  test('works once, and is known by its hash alone', async () => {
    const { email, secret, userId } = await person()
    const challenge = challengeOf(await signIn(email))
    const { db } = server.database
    const stored = await sql`SELECT * FROM sign_in_challenges WHERE user_id = ${userId}`.execute(db)
    expect(JSON.stringify(stored.rows)).not.toContain(challenge.slice(4))
    expect((await step(challenge, codeOf(secret))).status).toBe(200)
    await laterCode(db, userId)
    expect((await step(challenge, codeOf(secret))).code).toBe('second_factor_challenge_over')
  })

  test('is no session, no link, and sets nothing up', async () => {
    const { email, secret, userId } = await person()
    const challenge = challengeOf(await signIn(email))
    expect(await me(challenge)).toBe(401)
    expect((await open({ uid: 'nobody', token: challenge })).code).toBe('magic_link_invalid')
    const begun = await request(server.url, setUpSecondFactor, { body: { challenge } })
    expect(begun.code).toBe('second_factor_challenge_over')
    const body = { challenge, code: codeOf(secret) }
    expect((await request(server.url, finishSecondFactorSetup, { body })).code).toBe(
      'second_factor_challenge_over',
    )
    expect((await step(await session(userId), codeOf(secret))).code).toBe('second_factor_challenge_over')
    expect((await step(challenge, codeOf(secret))).status).toBe(200)
  })

  test('ends with the account, and with a changed password', async () => {
    const [gone, changed] = [await person(), await person()]
    const challenges = [challengeOf(await signIn(gone.email)), challengeOf(await signIn(changed.email))]
    await request(server.url, removeUser, { token: cast.superuser.token, params: { userId: gone.userId } })
    const body = { current_password: castPassword, new_password: 'yedi~tane~kiraz' }
    expect((await request(server.url, updatePassword, { token: changed.token, body })).status).toBe(204)
    for (const [at, { secret }] of [gone, changed].entries())
      expect((await step(challenges[at] ?? '', codeOf(secret))).code).toBe('second_factor_challenge_over')
  })

  test('of somebody whose deactivation ends between the try and the session opens nothing', async () => {
    const { email, secret, userId } = await person()
    const challenge = challengeOf(await signIn(email))
    const { db } = server.database
    let answer: ReturnType<typeof step> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`UPDATE users SET deactivated_at = now() WHERE id = ${userId}`.execute(tx)
      answer = step(challenge, codeOf(secret))
      // The try was counted for a live person; now the step waits for this one's row.
      await blocked()
    })
    expect((await answer)?.code).toBe('second_factor_code_wrong')
    const sessions = await sql`SELECT FROM sessions WHERE user_id = ${userId} AND created_at > (
      SELECT deactivated_at FROM users WHERE id = ${userId})`.execute(db)
    expect(sessions.rows).toEqual([])
  })
})

describe('a recovery code', () => {
  test('opens one session, however many bring it at once, and is written down', async () => {
    const { email, userId, recoveryCodes } = await person()
    expect(recoveryCodes).toHaveLength(10)
    const challenges = await Promise.all(
      Array.from({ length: 6 }, async () => challengeOf(await signIn(email))),
    )
    const code = recoveryCodes[3] ?? ''
    const answers = await Promise.all(challenges.map((one, at) => step(one, code, at % 2 ? server : second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await audited(userId)).filter((entry) => /^(recovery|sign_in )/.test(entry))).toEqual([
      'recovery_code_used',
      'sign_in password',
    ])
    // The others still work, however they are typed.
    const other = recoveryCodes[4]?.toLowerCase().replaceAll('-', ' ') ?? ''
    expect((await step(challengeOf(await signIn(email)), other)).status).toBe(200)
  })

  test('is stored as a hash', async () => {
    const { userId, recoveryCodes } = await person()
    const stored = await sql<{ code_hash: Buffer }>`
      SELECT code_hash FROM recovery_codes WHERE user_id = ${userId}`.execute(server.database.db)
    expect(stored.rows.every((row) => row.code_hash.length === 32)).toBe(true)
    const text = stored.rows.map((row) => row.code_hash.toString('latin1')).join()
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''))
  })
})

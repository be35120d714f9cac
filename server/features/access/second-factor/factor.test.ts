import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  declineSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactor,
} from '#contract/second-factor.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { request } from '#test/support/api.ts'
import { type Actor, type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { codeOf, laterCode, turnOn } from '#test/support/second-factor.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { waitForMidWindow } from '#test/support/windows.ts'

let server: TestServer
let cast: Cast
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`TRUNCATE throttles, demo_mails`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})

const session = (userId: string) =>
  openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
const person = async (authority: ('admin' | 'superuser')[] = []): Promise<Actor> => {
  made += 1
  const email = `factor-${made}@example.test`
  const account = { email, name: 'Ada', password: castPassword, authority, locale: 'en' as const }
  const userId = await createAccount(server.database.db, account)
  return { userId, email, token: await session(userId) }
}
const status = async ({ token }: Actor) => (await request(server.url, getSecondFactor, { token })).answer
const begin = ({ token }: Actor, body: { current_password?: string } = { current_password: castPassword }) =>
  request(server.url, beginSecondFactor, { token, body })
const confirm = ({ token }: Actor, code: string) =>
  request(server.url, confirmSecondFactor, { token, body: { code } })
const disable = ({ token }: Actor, code: string, current_password = castPassword) =>
  request(server.url, disableSecondFactor, { token, body: { current_password, code } })
const renewWrong = async ({ token }: Actor) => {
  const refused = await request(server.url, renewRecoveryCodes, { token, body: { code: 'no such code' } })
  expect(fieldOf(refused)).toEqual(['code'])
}
const reset = (by: Actor, { userId }: Actor) =>
  request(server.url, resetSecondFactor, { token: by.token, params: { userId } })
const fieldOf = (received: { json: unknown }) => Object.keys(Object(received.json).message)
const me = async (token: string) => (await request(server.url, usersMe, { token })).status
const audited = async (userId: string) => {
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entries WHERE subject_id = ${userId} ORDER BY at, id`.execute(server.database.db)
  return rows.map(({ action }) => action)
}
const mails = async (recipient: string) => {
  await server.runJobs()
  return server.database.db
    .selectFrom('demo_mails')
    .select(['subject', 'text'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

describe('turning it on', () => {
  test('changes nothing until a code of the app confirms it; then other sessions end and a mail is sent', async () => {
    const ada = await person()
    const other = await session(ada.userId)
    expect(await status(ada)).toEqual({
      enabled: false,
      since: null,
      recoveryCodesLeft: 0,
      required: false,
      offered: false,
    })
    const { secret, uri } = (await begin(ada)).answer
    expect(uri).toContain(`secret=${secret}`)
    expect(fieldOf(await confirm(ada, codeOf(secret, 100)))).toEqual(['code'])
    expect([(await status(ada)).enabled, await me(other)]).toEqual([false, 200])
    const { recoveryCodes } = (await confirm(ada, codeOf(secret))).answer
    expect(recoveryCodes).toHaveLength(10)
    expect(await status(ada)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect([await me(ada.token), await me(other)]).toEqual([200, 401])
    expect(await audited(ada.userId)).toEqual(['second_factor_enabled'])
    expect((await mails(ada.email)).map(({ subject }) => subject)).toEqual([
      'Two-step sign-in is on for your Terazi account',
    ])
  })

  test('can be restarted any number of times, and only the last secret is valid', async () => {
    const ada = await person()
    const [older, newer] = [(await begin(ada)).answer.secret, (await begin(ada)).answer.secret]
    expect(fieldOf(await confirm(ada, codeOf(older)))).toEqual(['code'])
    expect((await confirm(ada, codeOf(newer))).status).toBe(200)
    expect((await begin(ada)).code).toBe('second_factor_on')
    expect((await confirm(ada, codeOf(newer, 1))).code).toBe('second_factor_on')
  })

  test('asks for the password where there is one', async () => {
    const ada = await person()
    for (const body of [{}, { current_password: 'not the password' }])
      expect(fieldOf(await begin(ada, body))).toEqual(['current_password'])
    const { db } = server.database
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', ada.userId).execute()
    expect((await begin(ada, {})).status).toBe(200)
  })

  test('takes one of many confirmations at once', async () => {
    const ada = await person()
    const { secret } = (await begin(ada)).answer
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(ada, codeOf(secret))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await status(ada)).recoveryCodesLeft).toBe(10)
  })

  test('stores the secret encrypted', async () => {
    const ada = await person()
    const { db } = server.database
    const { secret } = await turnOn(server, ada)
    const { rows } = await sql<{ length: number }>`
      SELECT length(secret) AS length FROM second_factors WHERE user_id = ${ada.userId}`.execute(db)
    // Nonce, tag and the 20 bytes.
    expect(rows).toEqual([{ length: 48 }])
    expect(secret).toHaveLength(32)
  })

  test('is offered to operators until they set it up or decline, and to nobody else', async () => {
    const offered = async (token: string) =>
      (await request(server.url, getSecondFactor, { token })).answer.offered
    const { db } = server.database
    expect([
      await offered(cast.admin.token),
      await offered(cast.superuser.token),
      await offered(cast.manager.token),
    ]).toEqual([true, true, false])
    const decline = () => request(server.url, declineSecondFactor, { token: cast.admin.token })
    expect([(await decline()).status, (await decline()).status]).toEqual([204, 204])
    expect(await offered(cast.admin.token)).toBe(false)
    expect(await audited(cast.admin.userId)).toEqual(['second_factor_declined'])
    await turnOn(server, cast.superuser)
    expect(await offered(cast.superuser.token)).toBe(false)
    await db.deleteFrom('second_factors').execute()
  })
})

describe('turning it off', () => {
  test('writes a hundred wrong recovery codes down, and not every one of a flood', async () => {
    const ada = await person()
    const { db } = server.database
    await turnOn(server, ada)
    await renewWrong(ada)
    await db
      .updateTable('throttles')
      .set({ count: 100 })
      .where('key', 'like', 'wrong-recovery-code:%')
      .execute()
    await renewWrong(ada)
    expect((await audited(ada.userId)).filter((action) => action === 'second_factor_refused')).toHaveLength(1)
  })

  test('takes the password and a code', async () => {
    const ada = await person()
    expect((await disable(ada, '123456')).code).toBe('second_factor_off')
    const { secret } = await turnOn(server, ada)
    expect(fieldOf(await disable(ada, codeOf(secret), 'not the password'))).toEqual(['current_password'])
    expect(fieldOf(await disable(ada, codeOf(secret, 100)))).toEqual(['code'])
    expect((await status(ada)).enabled).toBe(true)
    expect((await disable(ada, codeOf(secret))).status).toBe(204)
    expect(await status(ada)).toEqual({
      enabled: false,
      since: null,
      recoveryCodesLeft: 0,
      required: false,
      offered: false,
    })
    const body = { username: ada.email, password: castPassword }
    expect((await request(server.url, authToken, { body })).status).toBe(200)
    expect((await audited(ada.userId)).slice(0, 4)).toEqual([
      'second_factor_enabled',
      'password_refused',
      'second_factor_refused',
      'second_factor_disabled',
    ])
    expect((await mails(ada.email)).map(({ subject }) => subject).at(-1)).toBe(
      'Two-step sign-in is off for your Terazi account',
    )
  })

  test('takes the code alone from somebody without a password, and from nobody else', async () => {
    const [ada, can] = [await person(), await person()]
    const { db } = server.database
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', ada.userId).execute()
    const byCode = ({ token }: Actor, code: string) =>
      request(server.url, disableSecondFactor, { token, body: { code } })
    const [hers, his] = [await turnOn(server, ada), await turnOn(server, can)]
    expect(fieldOf(await byCode(ada, codeOf(hers.secret, 100)))).toEqual(['code'])
    expect((await byCode(ada, codeOf(hers.secret))).status).toBe(204)
    expect(fieldOf(await byCode(can, codeOf(his.secret)))).toEqual(['current_password'])
    expect([(await status(ada)).enabled, (await status(can)).enabled]).toEqual([false, true])
  })

  test('can be done with a recovery code, when the phone is lost', async () => {
    const ada = await person()
    const { recoveryCodes } = await turnOn(server, ada)
    expect((await disable(ada, recoveryCodes[0] ?? '')).status).toBe(204)
  })
})

describe('new recovery codes', () => {
  const renew = ({ token }: Actor, body: { current_password?: string; code?: string }) =>
    request(server.url, renewRecoveryCodes, { token, body })

  test('are given for the password or a code, and end the old ones', async () => {
    const ada = await person()
    const { secret, recoveryCodes } = await turnOn(server, ada)
    expect(fieldOf(await renew(ada, {}))).toEqual(['code'])
    expect(fieldOf(await renew(ada, { current_password: 'wrong' }))).toEqual(['current_password'])
    expect(fieldOf(await renew(ada, { code: codeOf(secret, 100) }))).toEqual(['code'])
    const byPassword = (await renew(ada, { current_password: castPassword })).answer.recoveryCodes
    const byCode = (await renew(ada, { code: codeOf(secret) })).answer.recoveryCodes
    expect(new Set([...recoveryCodes, ...byPassword, ...byCode]).size).toBe(30)
    for (const old of [recoveryCodes[0], byPassword[0]])
      expect(fieldOf(await renew(ada, { code: old ?? '' }))).toEqual(['code'])
    expect((await status(ada)).recoveryCodesLeft).toBe(10)
  })
})

describe('somebody who lost their phone', () => {
  test('is helped by an admin, signed out, and mailed who helped', async () => {
    const ada = await person()
    await turnOn(server, ada)
    await mails(ada.email)
    const body = { username: ada.email, password: castPassword }
    const waiting = Object((await request(server.url, authToken, { body })).json).challenge
    expect((await reset(cast.admin, ada)).status).toBe(204)
    expect(await me(ada.token)).toBe(401)
    const late = await request(server.url, secondFactor, { body: { challenge: waiting, code: '123456' } })
    expect(late.code).toBe('second_factor_challenge_over')
    expect((await request(server.url, authToken, { body })).status).toBe(200)
    const mail = (await mails(ada.email)).at(-1)
    expect(mail?.subject).toBe('Two-step sign-in was reset for your Terazi account')
    expect(mail?.text).toContain('admin')
    // A second reset changes and records nothing.
    expect((await reset(cast.admin, ada)).status).toBe(204)
    expect((await audited(ada.userId)).filter((action) => action === 'second_factor_reset')).toHaveLength(1)
  })

  test('is not helped by lower roles, nor by their own account', async () => {
    const operator = await person(['admin'])
    const { secret } = await turnOn(server, operator)
    expect((await reset(cast.admin, operator)).code).toBe('not_found')
    expect((await reset(operator, operator)).code).toBe('own_account')
    expect((await reset(cast.manager, operator)).code).toBe('forbidden')
    await laterCode(server.database.db, operator.userId)
    expect((await disable(operator, codeOf(secret))).status).toBe(204)
    await turnOn(server, operator)
    expect((await reset(cast.superuser, operator)).status).toBe(204)
  })
})

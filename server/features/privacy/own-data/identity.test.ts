import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMagicLink, openSlipCode, updatePassword } from '#contract/auth.ts'
import { ownDataPdf, updateOwnProfile } from '#contract/own-data.ts'
import { listOwnAssignments, startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { listRequests, makeRequest } from '#contract/requests.ts'
import { magicLinkForAdmin } from '#contract/users.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { choosePassword } from '#server/features/access/users/users.ts'
import { closeByTime } from '#server/features/delivery/attempts/closing/close.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { request } from '#test/support/api.ts'
import { castPassword } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { mailOf, type OwnDataScene, soon, startOwnData } from '#test/support/own-data.ts'
import { testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, submit } from '#test/support/taking.ts'

let where: OwnDataScene

beforeAll(async () => {
  where = await startOwnData()
})
afterAll(() => where.server.close())

/** A running test in the session from a mail that began it, and in one by a link that was handed over. */
async function handed({ userId, assignmentId, token }: Running) {
  const link = { userId, purpose: 'invitation', clientId: where.cast.anadolu, createdBy: null } as const
  const { path } = await createLink(where.db, { ...link, expiresAt: soon(), handedOver: true })
  const params = { assignmentId }
  const session = (token: string) => ({
    read: async () => (await request(where.server.url, getReport, { token, params })).code,
    start: async () => (await request(where.server.url, startAttempt, { token, params, body: {} })).status,
  })
  return { here: session(token), there: session((await where.byLink(path)).token) }
}

describe('who somebody is', () => {
  test('is shown by a code to a confirmed address, for half an hour, and by no link or slip', async () => {
    const { userId, assignmentId } = await addRunning(where.server, where.cast.anadolu, 'ENGLISH')
    await where.verify(userId)
    const link = { userId, purpose: 'invitation', clientId: where.cast.anadolu, createdBy: null } as const
    const mailed = await createLink(where.db, { ...link, expiresAt: soon() })
    const slip = await createLink(where.db, {
      ...link,
      expiresAt: soon(),
      handedOver: true as const,
      slipKey: testSlipKey,
    })
    const typed = await request(where.server.url, openSlipCode, { body: { code: slip.code ?? '' } })
    const tokens = [
      (await where.byLink(mailed.path)).token,
      (await where.byLink(slip.path)).token,
      typed.answer.token,
    ]
    for (const token of tokens) {
      expect((await where.read(token)).code).toBe('identity_needed')
      expect((await request(where.server.url, ownDataPdf, { token })).code).toBe('identity_needed')
      expect((await request(where.server.url, updateOwnProfile, { token, body: { name: 'Ada' } })).code).toBe(
        'identity_needed',
      )
    }
    const [token = '', other = ''] = tokens
    const asked = await where.ask(token)
    expect([asked.status, asked.answer.contact]).toEqual([202, `${userId.slice(0, 1)}•••@e•••`])
    const code = await where.mailedCode(mailOf(userId))
    expect((await where.confirm(other, code)).code).toBe('identity_code_over')
    expect((await where.confirm(token, code)).status).toBe(200)
    expect((await where.read(token)).answer.clients[0]?.tests.map(({ id }) => id)).toEqual([assignmentId])
    expect((await where.confirm(token, code)).code).toBe('identity_code_over')
    expect((await where.read(other)).code).toBe('identity_needed')
    await sql`UPDATE sessions SET proved_at = proved_at - interval '31 minutes' WHERE user_id = ${userId}`.execute(
      where.db,
    )
    expect((await where.read(token)).code).toBe('identity_needed')
  })

  test('has no code where others gave the address later, which the refusal says beforehand, and not the address', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    const handed = (value: boolean) =>
      sql`UPDATE users SET email_handed = ${value} WHERE id = ${userId}`.execute(where.db)
    await handed(true)
    const refused = async () => {
      const { json, text } = await where.read(token)
      expect(text).not.toContain('@')
      return Object(json).provedContact
    }
    expect(await refused()).toBe(false)
    expect((await where.ask(token)).code).toBe('no_proved_contact')
    await handed(false)
    expect(await refused()).toBe(true)
  })

  test('is shown by a code to the address that a client invited, which confirms it as a mailed link does', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    await choosePassword(where.db, userId, castPassword)
    const other = await openSession(where.db, { userId, invitationClientId: null, remembered: false })
    await where.prove(token, mailOf(userId))
    expect((await where.read(token)).answer.account).toMatchObject({
      emailVerified: true,
      hasPassword: false,
    })
    expect((await where.read(other)).status).toBe(401)
  })

  test('is known to the desk of a request that was made after the code', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    await where.verify(userId)
    const make = () => request(where.server.url, makeRequest, { token, body: { kind: 'access' } })
    const before = await make()
    await where.prove(token, mailOf(userId))
    const after = await make()
    const { answer } = await request(where.server.url, listRequests, {
      token: where.cast.manager.token,
      query: { client: where.cast.anadolu },
    })
    const identityOf = (id: string) => answer.results.find((one) => one.id === id)?.identity
    expect([identityOf(before.answer.id), identityOf(after.answer.id)]).toEqual([null, 'code'])
  })

  test('takes five tries of a code within a quarter of an hour, and none after the address has changed', async () => {
    const { token, userId } = await addTaker(where.server, where.cast.anadolu)
    await where.verify(userId)
    await where.ask(token)
    const code = await where.mailedCode(mailOf(userId))
    const wrong = code === '000 000' ? '000 001' : '000 000'
    for (let tried = 0; tried < 5; tried += 1)
      expect((await where.confirm(token, wrong)).code).toBe('identity_code_wrong')
    expect((await where.confirm(token, code)).code).toBe('identity_code_over')
    await where.ask(token)
    const late = await where.mailedCode(mailOf(userId))
    await sql`UPDATE identity_codes SET code_ends_at = now()`.execute(where.db)
    expect((await where.confirm(token, late)).code).toBe('identity_code_over')
    await where.ask(token)
    const moved = await where.mailedCode(mailOf(userId))
    await sql`UPDATE users SET email = ${`moved-${mailOf(userId)}`} WHERE id = ${userId}`.execute(where.db)
    expect((await where.confirm(token, moved)).code).toBe('identity_code_over')
    expect((await where.read(token)).code).toBe('identity_needed')
  })

  test('is asked for before an older result where another test is still to be taken', async () => {
    const { userId, assignmentId, membershipId } = await where.planted('ENGLISH')
    await addAssignment(where.db, where.cast.anadolu, { userId, membershipId }, { code: 'MYT' })
    const link = { userId, purpose: 'invitation', clientId: where.cast.anadolu, createdBy: null } as const
    const { path } = await createLink(where.db, { ...link, expiresAt: soon(), handedOver: true })
    const { token } = await where.byLink(path)
    const report = () => request(where.server.url, getReport, { token, params: { assignmentId } })
    expect((await report()).code).toBe('identity_needed')
    await where.prove(token, mailOf(userId))
    expect((await report()).status).toBe(200)
  })

  test('is asked for before a result in every session but the one that took the test, however it ended', async () => {
    const byClock = ({ assignmentId }: Running) =>
      where.db.transaction().execute((tx) => closeByTime(tx, { clientId: where.cast.anadolu, assignmentId }))
    const byPerson = (running: Running) => submit(where.server, running)
    for (const end of [byPerson, byClock]) {
      const running = await addRunning(where.server, where.cast.anadolu, 'ENGLISH')
      const { here, there } = await handed(running)
      await end(running)
      expect([await here.read(), await there.read()]).toEqual([undefined, 'identity_needed'])
    }
  })

  test('is asked for where a slip or a link that was handed over opened a test that another session had begun', async () => {
    const running = await addRunning(where.server, where.cast.anadolu, 'ENGLISH')
    const { here, there } = await handed(running)
    for (const times of [1, 2]) expect([times, await there.start()]).toEqual([times, 200])
    await submit(where.server, running)
    expect([await here.read(), await there.read()]).toEqual(['identity_needed', 'identity_needed'])
  })

  test('is not asked for in a session from the own mailbox that opened the test last', async () => {
    const running = await addRunning(where.server, where.cast.anadolu, 'ENGLISH')
    const { here, there } = await handed(running)
    expect([await there.start(), await here.start()]).toEqual([200, 200])
    await submit(where.server, running)
    expect([await here.read(), await there.read()]).toEqual([undefined, 'identity_needed'])
  })

  test('is asked for by a link that is opened when all is done, also before the own result', async () => {
    const running = await where.planted('ENGLISH')
    const { userId, assignmentId } = running
    const link = { userId, purpose: 'invitation', clientId: where.cast.anadolu, createdBy: null } as const
    const { path } = await createLink(where.db, { ...link, expiresAt: soon(), handedOver: true })
    const [uid = '', secret = ''] = path.split('/').slice(-2)
    const opened = await request(where.server.url, openMagicLink, { params: { uid, token: secret } })
    const { token, done } = opened.answer
    expect(done).toEqual({ receipt: expect.stringMatching(/^TRZ-/) })
    const own = await request(where.server.url, listOwnAssignments, { token })
    expect(own.answer.results.map(({ id, status }) => [id, status])).toEqual([[assignmentId, 'completed']])
    const report = () => request(where.server.url, getReport, { token, params: { assignmentId } })
    expect([(await where.read(token)).code, (await report()).code]).toEqual([
      'identity_needed',
      'identity_needed',
    ])
    await where.prove(token, mailOf(userId))
    expect([(await where.read(token)).status, (await report()).status]).toEqual([200, 200])
  })

  test('is shown by one’s own password, and by none that was chosen after a link that an admin made', async () => {
    const own = await where.account()
    expect((await where.read(await where.byPassword(own.email))).status).toBe(200)
    const helped = await where.planted('ENGLISH')
    const email = mailOf(helped.userId)
    const made = await request(where.server.url, magicLinkForAdmin, {
      token: where.cast.admin.token,
      body: { email },
    })
    const entered = await where.byLink(made.answer.link)
    expect((await where.read(entered.token)).code).toBe('identity_needed')
    const report = { token: entered.token, params: { assignmentId: helped.assignmentId } }
    expect((await request(where.server.url, getReport, report)).code).toBe('identity_needed')
    const changed = { new_password: 'yedi~tane~kiraz' }
    await request(where.server.url, updatePassword, { token: entered.token, body: changed })
    const token = await where.byPassword(email, changed.new_password)
    expect((await where.read(token)).code).toBe('identity_needed')
    await where.prove(token, email)
    const again = { current_password: changed.new_password, new_password: 'sekiz~tane~kiraz' }
    expect((await request(where.server.url, updatePassword, { token, body: again })).status).toBe(204)
    expect((await where.read(await where.byPassword(email, again.new_password))).status).toBe(200)
  })

  test('is shown by a password chosen after a link in the own mailbox', async () => {
    const { userId } = await addMember(where.db, where.cast.anadolu)
    const link = {
      userId,
      purpose: 'verification',
      clientId: null,
      createdBy: null,
      expiresAt: soon(),
    } as const
    const { token } = await where.byLink((await createLink(where.db, link)).path)
    expect((await where.read(token)).code).toBe('identity_needed')
    await request(where.server.url, updatePassword, { token, body: { new_password: 'dokuz~tane~kiraz' } })
    expect((await where.read(await where.byPassword(mailOf(userId), 'dokuz~tane~kiraz'))).status).toBe(200)
  })
})

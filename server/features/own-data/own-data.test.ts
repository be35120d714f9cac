import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authToken, openMagicLink, openSlipCode, updatePassword } from '#contract/auth.ts'
import { addNote } from '#contract/board.ts'
import { holdPerson } from '#contract/erasure.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { getPerson } from '#contract/memberships.ts'
import { confirmOwnAddress, getOwnData, ownDataPdf, updateOwnProfile } from '#contract/own-data.ts'
import { listOwnAssignments, startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { listRequests, makeRequest } from '#contract/requests.ts'
import { saveResponses } from '#contract/responses.ts'
import { magicLinkForAdmin } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { closeByTime } from '#server/features/attempts/close.ts'
import { createLink, endOlderInvitations } from '#server/features/links/links.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { choosePassword } from '#server/features/users/users.ts'
import { pdfInfo, pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { withdraw } from '#test/support/consenting.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { addEnded } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, submit } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const db = () => server.database.db
const read = (token: string) => request(server.url, getOwnData, { token })
const ask = (token: string) => request(server.url, askForCode, { token, body: {} })
const confirm = (token: string, code: string) =>
  request(server.url, confirmIdentity, { token, body: { code } })
const verify = (userId: string) =>
  sql`UPDATE users SET email_verified_at = now() WHERE id = ${userId}`.execute(db())
const mailOf = (userId: string) => `${userId}@example.com`

/** The newest code that was mailed to an address. */
async function mailedCode(address: string): Promise<string> {
  await server.runJobs()
  const mail = await db()
    .selectFrom('demo_mails')
    .select('subject')
    .where('recipient', '=', address)
    .where('kind', '=', 'identity_code')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (/^(\d{3}) (\d{3}):/.exec(mail?.subject ?? '')?.slice(1) ?? []).join(' ')
}

async function prove(token: string, address: string): Promise<void> {
  await ask(token)
  expect((await confirm(token, await mailedCode(address))).status).toBe(200)
}

/** Somebody with an account at a client, whose address is confirmed. */
async function account(name?: string) {
  const member = await addMember(db(), cast.anadolu, name === undefined ? {} : { name })
  await verify(member.userId)
  await choosePassword(db(), member.userId, castPassword)
  return { ...member, email: mailOf(member.userId) }
}
const byPassword = async (username: string, password = castPassword) =>
  (await request(server.url, authToken, { body: { username, password } })).answer.token
const byLink = async (path: string) => {
  const [uid = '', token = ''] = path.split('/').slice(-2)
  return (await request(server.url, openMagicLink, { params: { uid, token } })).answer
}
/** A running test in the session from a mail that began it, and in one by a link that was handed over. */
async function handed({ userId, assignmentId, token }: Running) {
  const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
  const { path } = await createLink(db(), { ...link, expiresAt: soon(), handedOver: true })
  const params = { assignmentId }
  const session = (token: string) => ({
    read: async () => (await request(server.url, getReport, { token, params })).code,
    start: async () => (await request(server.url, startAttempt, { token, params, body: {} })).status,
  })
  return { here: session(token), there: session((await byLink(path)).token) }
}
const soon = () => new Date(Date.now() + 3_600_000)

describe('who somebody is', () => {
  test('is shown by a code to a confirmed address, for half an hour, and by no link or slip', async () => {
    const { userId, assignmentId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    await verify(userId)
    const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
    const mailed = await createLink(db(), { ...link, expiresAt: soon() })
    const slip = await createLink(db(), {
      ...{ ...link, expiresAt: soon(), handedOver: true as const },
      slipKey: testSlipKey,
    })
    const typed = await request(server.url, openSlipCode, { body: { code: slip.code ?? '' } })
    const tokens = [(await byLink(mailed.path)).token, (await byLink(slip.path)).token, typed.answer.token]
    for (const token of tokens) {
      expect((await read(token)).code).toBe('identity_needed')
      expect((await request(server.url, ownDataPdf, { token })).code).toBe('identity_needed')
      expect((await request(server.url, updateOwnProfile, { token, body: { name: 'Ada' } })).code).toBe(
        'identity_needed',
      )
    }
    const [token = '', other = ''] = tokens
    const asked = await ask(token)
    expect([asked.status, asked.answer.contact]).toEqual([202, `${userId.slice(0, 1)}•••@e•••`])
    const code = await mailedCode(mailOf(userId))
    expect((await confirm(other, code)).code).toBe('identity_code_over')
    expect((await confirm(token, code)).status).toBe(200)
    expect((await read(token)).answer.clients[0]?.tests.map(({ id }) => id)).toEqual([assignmentId])
    expect((await confirm(token, code)).code).toBe('identity_code_over')
    expect((await read(other)).code).toBe('identity_needed')
    await sql`UPDATE sessions SET proved_at = proved_at - interval '31 minutes' WHERE user_id = ${userId}`.execute(
      db(),
    )
    expect((await read(token)).code).toBe('identity_needed')
  })

  test('has no code where no address was confirmed, which the refusal says beforehand, and not the address', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    const refused = async () => {
      const { json, text } = await read(token)
      expect(text).not.toContain('@')
      return Object(json).provedContact
    }
    expect(await refused()).toBe(false)
    expect((await ask(token)).code).toBe('no_proved_contact')
    await verify(userId)
    expect(await refused()).toBe(true)
  })

  test('is known to the desk of a request that was made after the code', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    await verify(userId)
    const make = () => request(server.url, makeRequest, { token, body: { kind: 'access' } })
    const before = await make()
    await prove(token, mailOf(userId))
    const after = await make()
    const { answer } = await request(server.url, listRequests, {
      token: cast.manager.token,
      query: { client: cast.anadolu },
    })
    const identityOf = (id: string) => answer.results.find((one) => one.id === id)?.identity
    expect([identityOf(before.answer.id), identityOf(after.answer.id)]).toEqual([null, 'code'])
  })

  test('takes five tries of a code within a quarter of an hour, and none after the address has changed', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    await verify(userId)
    await ask(token)
    const code = await mailedCode(mailOf(userId))
    const wrong = code === '000 000' ? '000 001' : '000 000'
    for (let tried = 0; tried < 5; tried += 1)
      expect((await confirm(token, wrong)).code).toBe('identity_code_wrong')
    expect((await confirm(token, code)).code).toBe('identity_code_over')
    await ask(token)
    const late = await mailedCode(mailOf(userId))
    await sql`UPDATE identity_codes SET code_ends_at = now()`.execute(db())
    expect((await confirm(token, late)).code).toBe('identity_code_over')
    await ask(token)
    const moved = await mailedCode(mailOf(userId))
    await sql`UPDATE users SET email = ${`moved-${mailOf(userId)}`} WHERE id = ${userId}`.execute(db())
    expect((await confirm(token, moved)).code).toBe('identity_code_over')
    expect((await read(token)).code).toBe('identity_needed')
  })

  test('is asked for before an older result where another test is still to be taken', async () => {
    const { userId, assignmentId, membershipId } = await planted('ENGLISH')
    await addAssignment(db(), cast.anadolu, { userId, membershipId }, { code: 'MYT' })
    const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
    const { path } = await createLink(db(), { ...link, expiresAt: soon(), handedOver: true })
    const { token } = await byLink(path)
    const report = () => request(server.url, getReport, { token, params: { assignmentId } })
    expect((await report()).code).toBe('identity_needed')
    await prove(token, mailOf(userId))
    expect((await report()).status).toBe(200)
  })

  test('is asked for before a result in every session but the one that took the test, however it ended', async () => {
    const byClock = ({ assignmentId }: Running) =>
      db()
        .transaction()
        .execute((tx) => closeByTime(tx, { clientId: cast.anadolu, assignmentId }))
    const byPerson = (running: Running) => submit(server, running)
    for (const end of [byPerson, byClock]) {
      const running = await addRunning(server, cast.anadolu, 'ENGLISH')
      const { here, there } = await handed(running)
      await end(running)
      expect([await here.read(), await there.read()]).toEqual([undefined, 'identity_needed'])
    }
  })

  test('is asked for where a slip or a link that was handed over opened a test that another session had begun', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const { here, there } = await handed(running)
    for (const times of [1, 2]) expect([times, await there.start()]).toEqual([times, 200])
    await submit(server, running)
    expect([await here.read(), await there.read()]).toEqual(['identity_needed', 'identity_needed'])
  })

  test('is not asked for in a session from the own mailbox that opened the test last', async () => {
    const running = await addRunning(server, cast.anadolu, 'ENGLISH')
    const { here, there } = await handed(running)
    expect([await there.start(), await here.start()]).toEqual([200, 200])
    await submit(server, running)
    expect([await here.read(), await there.read()]).toEqual([undefined, 'identity_needed'])
  })

  test('is asked for by a link that is opened when all is done, also before the own result', async () => {
    const running = await planted('ENGLISH')
    const { userId, assignmentId } = running
    const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
    const { path } = await createLink(db(), { ...link, expiresAt: soon(), handedOver: true })
    const [uid = '', secret = ''] = path.split('/').slice(-2)
    const opened = await request(server.url, openMagicLink, { params: { uid, token: secret } })
    const { token, receipt } = Object(opened.json)
    expect([opened.code, typeof receipt]).toEqual(['invitation_completed', 'string'])
    const own = await request(server.url, listOwnAssignments, { token })
    expect(own.answer.results.map(({ id, status }) => [id, status])).toEqual([[assignmentId, 'completed']])
    const report = () => request(server.url, getReport, { token, params: { assignmentId } })
    expect([(await read(token)).code, (await report()).code]).toEqual(['identity_needed', 'identity_needed'])
    await prove(token, mailOf(userId))
    expect([(await read(token)).status, (await report()).status]).toEqual([200, 200])
  })

  test('is shown by one’s own password, and by none that was chosen after a link that an admin made', async () => {
    const own = await account()
    expect((await read(await byPassword(own.email))).status).toBe(200)
    const helped = await planted('ENGLISH')
    const email = mailOf(helped.userId)
    const made = await request(server.url, magicLinkForAdmin, { token: cast.admin.token, body: { email } })
    const entered = await byLink(made.answer.link)
    expect((await read(entered.token)).code).toBe('identity_needed')
    const report = { token: entered.token, params: { assignmentId: helped.assignmentId } }
    expect((await request(server.url, getReport, report)).code).toBe('identity_needed')
    const changed = { new_password: 'yedi~tane~kiraz' }
    await request(server.url, updatePassword, { token: entered.token, body: changed })
    const token = await byPassword(email, changed.new_password)
    expect((await read(token)).code).toBe('identity_needed')
    await prove(token, email)
    const again = { current_password: changed.new_password, new_password: 'sekiz~tane~kiraz' }
    expect((await request(server.url, updatePassword, { token, body: again })).status).toBe(204)
    expect((await read(await byPassword(email, again.new_password))).status).toBe(200)
  })

  test('is shown by a password chosen after a link in the own mailbox', async () => {
    const { userId } = await addMember(db(), cast.anadolu)
    const link = {
      userId,
      purpose: 'verification',
      clientId: null,
      createdBy: null,
      expiresAt: soon(),
    } as const
    const { token } = await byLink((await createLink(db(), link)).path)
    expect((await read(token)).code).toBe('identity_needed')
    await request(server.url, updatePassword, { token, body: { new_password: 'dokuz~tane~kiraz' } })
    expect((await read(await byPassword(mailOf(userId), 'dokuz~tane~kiraz'))).status).toBe(200)
  })
})

/** A person with answers, a score, a note and a reader. */
async function planted(code: string) {
  const running = await addRunning(server, cast.anadolu, code)
  await verify(running.userId)
  const { started, choices, assignmentId } = running
  const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options[1] ?? '']))
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses },
  })
  await submit(server, running)
  const manager = { token: cast.manager.token, params: { assignmentId } }
  await request(server.url, addNote, { ...manager, body: { text: `kanarya ${newId()}` } })
  expect((await request(server.url, getReport, manager)).status).toBe(200)
  return running
}

const testOf = (data: AnswerOf<typeof getOwnData>, assignmentId: string) =>
  data.clients.flatMap(({ tests }) => tests).find(({ id }) => id === assignmentId)

describe('what is held about somebody', () => {
  test('contains answers and scores in words, notes, readers, ground and period, and no key', async () => {
    const { token, userId, assignmentId, started, choices } = await planted('SCL90')
    await prove(token, mailOf(userId))
    const { answer: data, text } = await read(token)
    const own = testOf(data, assignmentId)
    expect(own?.answers).toHaveLength(choices.length)
    const item = started.form.sections.flatMap(({ items }) => items)[0]
    expect(own?.answers[0]).toMatchObject({
      itemId: item?.id,
      question: item?.prompt,
      answer: [item?.options?.[1]?.label],
      value: item?.options?.[1]?.id,
      late: false,
    })
    expect(
      own?.result?.scores.every(
        ({ name, value, standardScore }) => name !== '' && (value ?? standardScore) !== undefined,
      ),
    ).toBe(true)
    expect(own?.result?.scores.some(({ value, band }) => value !== null && band !== null)).toBe(true)
    // No report of this test is for its person, so its bands are named and not explained.
    expect(new Set(own?.result?.scores.map(({ band }) => band?.text ?? ''))).toEqual(new Set(['']))
    expect(own?.notes[0]?.text).toMatch(/^kanarya /)
    expect(own?.readings).toMatchObject([{ reader: 'manager', exported: false }])
    expect([own?.keptMonths, own?.ground.includes('test')]).toEqual([6, true])
    expect(own?.notices.every(({ text }) => text !== '')).toBe(true)
    expect(own?.notices.map(({ textHash }) => /^[0-9a-f]{64}$/.test(textHash))).toContain(true)
    expect(own?.notices[0]).toMatchObject({ device: expect.any(String), channel: 'link' })
    expect(data.record.map(({ action, by }) => [action, by])).toContainEqual(['report_read', 'other'])
    expect(text).not.toMatch(/"(key|keys|weights?|norms?|cuts?|correct|credit|passwordHash|tokenHash)":/)
  })

  test('has the end of name and contact that the lists have: after the last test, and none while one is here', async () => {
    const { userId, membershipId, assignmentId } = await addEnded(db(), cast.anadolu, { months: 2 })
    await sql`UPDATE memberships SET joined_at = now() - interval '10 months' WHERE id = ${membershipId}`.execute(
      db(),
    )
    const token = await openSession(db(), {
      ...{ userId, invitationClientId: null },
      ...{ remembered: false, byPassword: true },
    })
    const until = async () => (await read(token)).answer.clients[0]?.keptUntil
    expect(await until()).toBeNull()
    const { bytes } = await request(server.url, ownDataPdf, { token })
    expect((await pdfText(bytes)).replaceAll(/\s+/g, ' ')).toContain('Bir testiniz burada saklandığı sürece')
    const { rows } = await sql<{ end: Date }>`
      UPDATE assignments SET erased_at = now() WHERE id = ${assignmentId}
      RETURNING ended_at + interval '6 months' AS end`.execute(db())
    expect(await until()).toBe(rows[0]?.end.toISOString())
  })

  test('has answers and scores also of a test whose consent was withdrawn, while a legal hold keeps them', async () => {
    const { token, userId, membershipId, assignmentId, choices } = await planted('SCL90')
    await request(server.url, holdPerson, {
      token: cast.admin.token,
      params: { clientId: cast.anadolu, membershipId },
      body: { reason: 'İş mahkemesi 2026/114' },
    })
    await prove(token, mailOf(userId))
    expect((await withdraw({ server }, { token, assignmentId })).status).toBe(204)
    const report = { token: cast.manager.token, params: { assignmentId } }
    expect((await request(server.url, getReport, report)).code).toBe('report_restricted')
    const own = testOf((await read(token)).answer, assignmentId)
    expect(own?.answers).toHaveLength(choices.length)
    expect(own?.result?.scores.some(({ value, band }) => value !== null && band !== null)).toBe(true)
  })

  test('names an answer that is a picture by the letter that it had on the screen', async () => {
    const running = await addRunning(server, cast.anadolu, 'AYT')
    const { token, userId, assignmentId, started } = running
    const seconds = started.form.sections
      .flatMap(({ items }) => items)
      .flatMap(({ id, options }) => (options?.[1]?.image === undefined ? [] : [[id, options[1].id]]))
    expect(new Set(seconds.map(([, option]) => option)).size).toBeGreaterThan(1)
    await request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: Object.fromEntries(seconds) },
    })
    await submit(server, running)
    await verify(userId)
    await prove(token, mailOf(userId))
    const own = testOf((await read(token)).answer, assignmentId)
    expect(own?.answers.map(({ answer }) => answer)).toEqual(seconds.map(() => ['Resim B']))
    // A test with a report for its person explains its bands to them.
    expect(own?.result?.scores.some(({ band }) => band !== null && band.text !== '')).toBe(true)
  })

  test('has scores also where no report is shown, and nothing that says which answer is right', async () => {
    const { token, userId, assignmentId } = await planted('AYT')
    await prove(token, mailOf(userId))
    const own = testOf((await read(token)).answer, assignmentId)
    expect(own?.result?.scores.length).toBeGreaterThan(3)
    expect(Object.keys(own?.answers[0] ?? {}).toSorted()).toEqual([
      'answer',
      'answeredAt',
      'itemId',
      'late',
      'question',
      'seconds',
      'section',
      'storedAt',
      'value',
    ])
  })

  test('says when each invitation was opened first, and of one that was replaced nothing', async () => {
    const { userId } = await addRunning(server, cast.anadolu, 'ENGLISH')
    await verify(userId)
    const link = { userId, purpose: 'invitation', clientId: cast.anadolu, createdBy: null } as const
    await createLink(db(), { ...link, expiresAt: soon() })
    await endOlderInvitations(db(), userId, cast.anadolu)
    const mailed = await createLink(db(), { ...link, expiresAt: soon() })
    const printed = { handedOver: true, slipKey: testSlipKey } as const
    const slip = await createLink(db(), { ...link, ...printed, expiresAt: soon() })
    const { token } = await byLink(mailed.path)
    await request(server.url, openSlipCode, { body: { code: slip.code ?? '' } })
    await prove(token, mailOf(userId))
    const opened = async () => (await read(token)).answer.links.map(({ openedAt }) => openedAt)
    const first = await opened()
    expect(first.map((at) => at !== null)).toEqual([false, true, true])
    await byLink(mailed.path)
    expect(await opened()).toEqual(first)
  })

  test('names who read a report, also among thousands of newer entries', async () => {
    const { token, userId, assignmentId } = await planted('ENGLISH')
    await sql`INSERT INTO audit_entries (id, action, subject_id, client_id, at)
      SELECT gen_random_uuid(), 'sign_in', ${userId}::uuid, ${cast.anadolu}::uuid, now() + interval '1 minute'
      FROM generate_series(1, 2001)`.execute(db())
    await prove(token, mailOf(userId))
    const { answer: data } = await read(token)
    expect(data.record.some(({ action }) => action === 'report_read')).toBe(false)
    expect(testOf(data, assignmentId)?.readings).toMatchObject([{ reader: 'manager', exported: false }])
  })

  test('is of one person, and of the session’s client alone for an invitation', async () => {
    const one = await planted('ENGLISH')
    const another = await planted('ENGLISH')
    const there = { client_id: cast.ege, id: newId(), user_id: one.userId, role: 'candidate' } as const
    await db()
      .insertInto('memberships')
      .values({ ...there, name: 'Ege Kanarya', search_text: '', removed_by: null })
      .execute()
    await prove(one.token, mailOf(one.userId))
    const invited = await read(one.token)
    expect(invited.answer.clients.map(({ client }) => client.id)).toEqual([cast.anadolu])
    for (const foreign of ['Ege', another.userId, another.assignmentId, another.membershipId])
      expect(invited.text).not.toContain(foreign)
    await choosePassword(db(), one.userId, castPassword)
    const full = await read(await byPassword(mailOf(one.userId)))
    expect(full.answer.clients.map(({ name }) => name)).toContain('Ege Kanarya')
    expect(full.text).not.toContain(another.userId)
  })

  test('comes as a tagged document in both languages, and each reading is on record', async () => {
    const { token, userId, started } = await planted('ENGLISH')
    await prove(token, mailOf(userId))
    for (const [lang, word] of [
      ['tr', 'Cevaplar'],
      ['en', 'Answers'],
    ] as const) {
      const answer = await request(server.url, ownDataPdf, { token, query: { lang } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const text = (await pdfText(answer.bytes)).replace(/\s+/g, ' ')
      expect(text).toContain(word)
      expect(text).toContain('ŞÜKRÜ İĞNECİ')
      expect(text).not.toMatch(/own-data:|audit:action/)
      expect((await pdfInfo(answer.bytes)).get('Tagged')).toBe('yes')
    }
    expect(started.form.sections.length).toBeGreaterThan(0)
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'reason', 'client_id'])
      .where('subject_id', '=', userId)
      .where('action', '=', 'own_data_read')
      .execute()
    expect(entries).toEqual(
      ['pdf', 'pdf'].map((reason) => ({ action: 'own_data_read', reason, client_id: cast.anadolu })),
    )
  })
})

describe('one’s own name and contact', () => {
  test('are corrected where the session reaches them, and the manager sees it', async () => {
    const { token, userId, membershipId } = await addTaker(server, cast.anadolu)
    await verify(userId)
    await prove(token, mailOf(userId))
    const body = { name: 'Şükriye İğneci', phone: '0532 111 22 33' }
    const { answer } = await request(server.url, updateOwnProfile, { token, body })
    expect(answer).toEqual({ ...body, email: mailOf(userId), pendingEmail: null })
    const params = { clientId: cast.anadolu, membershipId }
    const seen = await request(server.url, getPerson, { token: cast.manager.token, params })
    expect(seen.answer).toMatchObject(body)
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['client_id', 'details'])
      .where('subject_id', '=', userId)
      .where('action', '=', 'own_profile_changed')
      .executeTakeFirst()
    expect(entry).toEqual({ client_id: cast.anadolu, details: { fields: ['name', 'phone'] } })
  })

  test('keep the account’s name where another client or a password has it', async () => {
    const own = await account('Eski Ad')
    const token = await openSession(db(), {
      ...{ userId: own.userId, invitationClientId: cast.anadolu, remembered: false },
    })
    await prove(token, own.email)
    await request(server.url, updateOwnProfile, { token, body: { name: 'Yeni Ad' } })
    const { name } = await db()
      .selectFrom('users')
      .select('name')
      .where('id', '=', own.userId)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Eski Ad')
    expect((await read(token)).answer.clients[0]?.name).toBe('Yeni Ad')
  })

  test('take a new address once its code was entered, and nobody else’s', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    await verify(userId)
    await prove(token, mailOf(userId))
    const put = (email: string) => request(server.url, updateOwnProfile, { token, body: { email } })
    const enter = async (email: string) =>
      request(server.url, confirmOwnAddress, { token, body: { code: await mailedCode(email) } })
    const fresh = `new-${mailOf(userId)}`
    expect((await put(fresh)).answer).toMatchObject({ email: mailOf(userId), pendingEmail: fresh })
    expect((await enter(fresh)).answer).toMatchObject({ email: fresh, pendingEmail: null })
    await server.runJobs()
    const told = await db()
      .selectFrom('demo_mails')
      .select('kind')
      .where('recipient', '=', mailOf(userId))
      .where('kind', '=', 'email_changed')
      .execute()
    expect(told).toHaveLength(1)
    expect((await put(cast.manager.email)).status).toBe(200)
    const taken = await enter(cast.manager.email)
    expect([taken.status, taken.code]).toEqual([400, 'invalid_request'])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { authToken, forgotPassword, openMagicLink, requestMagicLink, resetPassword } from '#contract/auth.ts'
import { listOwnConsents } from '#contract/consents.ts'
import { erasePerson, holdPerson } from '#contract/erasure.ts'
import { evidenceJson } from '#contract/evidence.ts'
import { askForCode, confirmIdentity } from '#contract/identity.ts'
import { updatePerson } from '#contract/memberships.ts'
import { getOwnData } from '#contract/own-data.ts'
import {
  checkIdentity,
  decideRequest,
  handOutData,
  handOutDataPdf,
  listRequests,
  makeRequest,
} from '#contract/requests.ts'
import { saveResponses } from '#contract/responses.ts'
import { updateUser } from '#contract/users.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword, inventory } from '#test/support/cast.ts'
import { enableSensitive, readReport, withdraw } from '#test/support/consenting.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, startTest, submit, type Taker } from '#test/support/taking.ts'
import { dataUntil } from './hand-out.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db
const manager = () => cast.manager.token
const hand = (requestId: string, token = manager()) =>
  request(server.url, handOutData, { token, params: { requestId } })
const ask = async ({ token }: Pick<Taker, 'token'>, kind: 'access' | 'objection' = 'access') =>
  (await request(server.url, makeRequest, { token, body: { kind } })).answer.id
const check = (requestId: string) =>
  request(server.url, checkIdentity, { token: manager(), params: { requestId }, body: { way: 'document' } })
const decide = (requestId: string, decision: 'accepted' | 'refused' = 'accepted') =>
  request(server.url, decideRequest, {
    token: manager(),
    params: { requestId },
    body: { decision, reason: 'Dosya ektedir' },
  })
async function granted(person: Pick<Taker, 'token'>) {
  const id = await ask(person)
  await check(id)
  expect((await decide(id)).answer.dataUntil).not.toBeNull()
  return id
}

/** Somebody who has answered every question, handed in, and whose report was read twice. */
async function done(declined: readonly string[] = []): Promise<Running> {
  const running = await addRunning(server, cast.anadolu, 'MYT', declined)
  const { started, choices } = running
  const responses = Object.fromEntries(choices.map(({ id, options }) => [id, options.toSorted()[0] ?? '']))
  const saved = await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses },
  })
  expect(saved.status).toBe(200)
  await submit(server, running)
  for (let times = 1; times <= 2; times += 1) await readReport({ server, cast }, running.assignmentId)
  return running
}

/** A second tablet's answers to a test: its first open question, and sensitive ones that are none of the desk's business. */
async function addKept({ assignmentId }: Running, { sensitive }: { sensitive: boolean }): Promise<void> {
  const [day, tablet] = [newId(), newId()]
  await sql`INSERT INTO test_days (client_id, id, place, day, locale, inventory_ids)
    VALUES (${cast.anadolu}, ${day}, 'Kapı 2', '2026-03-01', 'tr', '{}')`.execute(db())
  await sql`INSERT INTO tablets (client_id, id, test_day_id, name, token_hash)
    VALUES (${cast.anadolu}, ${tablet}, ${day}, 'Tablet 2', ${Buffer.from(tablet)})`.execute(db())
  const { rows } = await sql<{ items: string[] }>`SELECT v.sensitive_items AS items FROM assignments a
    JOIN inventory_versions v ON v.id = a.version_id WHERE a.id = ${assignmentId}`.execute(db())
  const [hidden = ''] = rows[0]?.items ?? []
  // Their numbers and times tell that something was asked in between.
  const open = { value: '1', seq: sensitive ? 7 : 2, at: sensitive ? at(9) : at(1), elapsedMs: 900 }
  const responses = { t001: open, ...(sensitive && { [hidden]: { value: '1', seq: 1, at: at(0) } }) }
  await sql`INSERT INTO kept_attempts (client_id, id, test_day_id, assignment_id, tablet_id, started_at, submitted, responses)
    VALUES (${cast.anadolu}, ${newId()}, ${day}, ${assignmentId}, ${tablet}, now(), true, ${JSON.stringify(responses)}::jsonb)`.execute(
    db(),
  )
}
const at = (minute: number) => `2026-03-01T09:0${minute}:00.000Z`

/** The file without what differs between any two people. */
async function fileOf(person: Running) {
  const { answer } = await hand(await granted(person))
  const same = JSON.stringify({
    ...answer,
    clients: answer.clients.map((client) => ({
      ...client,
      tests: client.tests.map((one) => ({
        ...one,
        conduct: { ...one.conduct, receipt: null },
        answers: one.answers.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)),
      })),
    })),
  })
  return JSON.parse(
    same.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at'),
  )
}

test('the file is the same for who agreed to a sensitive scale, declined it, withdrew it, and took a sensitive test', async () => {
  const [agreed, declined, withdrew, held] = [
    await done(),
    await done(['wellbeing']),
    await done(),
    await done(),
  ]
  const sensitiveTest = await addAssignment(db(), cast.anadolu, agreed, { code: 'SCL90' })
  await startTest(server.url, agreed.token, sensitiveTest)
  await request(server.url, holdPerson, {
    token: cast.admin.token,
    body: { reason: 'Dava' },
    params: { clientId: cast.anadolu, membershipId: held.membershipId },
  })
  for (const one of [agreed, declined, withdrew, held]) await addKept(one, { sensitive: one !== declined })
  for (const one of [withdrew, held]) expect((await withdraw({ server }, one)).status).toBe(204)
  await addTraces(agreed)
  await sql`UPDATE memberships SET held_at = NULL, held_by = NULL, hold_reason = '' WHERE id = ${held.membershipId}`.execute(
    db(),
  )
  // The person's own file has all of it.
  const own = await request(server.url, getOwnData, {
    token: await openSession(db(), {
      userId: agreed.userId,
      invitationClientId: null,
      remembered: false,
      byPassword: true,
    }),
  })
  expect(own.text).toContain('Psikolojik durum ve dayanıklılık')

  // A code is asked for to withdraw, and for much else. However many there are, the other entries stay.
  await sql`INSERT INTO audit_entries (id, action, actor_id, subject_id, client_id, at)
    SELECT gen_random_uuid(), 'identity_proved', ${withdrew.userId}::uuid, ${withdrew.userId}::uuid, ${cast.anadolu}::uuid,
      now() + interval '1 minute' FROM generate_series(1, 2001)`.execute(db())
  await sql`UPDATE sessions SET proved_at = now() - interval '1 day', proved_by = 'code'
    WHERE user_id = ${withdrew.userId}`.execute(db())

  const file = await fileOf(agreed)
  expect(file.clients[0].tests).toHaveLength(1)
  const [myt] = file.clients[0].tests
  expect(myt.answers.length).toBeGreaterThan(80)
  expect(myt.keptAttempts).toMatchObject([{ tablet: { name: 'Tablet 2' }, answers: [{ itemId: 't001' }] }])
  expect(myt.result.scores.length).toBeGreaterThan(5)
  expect(myt.readings).toHaveLength(1)
  expect(JSON.stringify(file)).not.toMatch(/Psikolojik|SCL90|wellbeing|consent_/)
  for (const one of [declined, withdrew, held]) expect(await fileOf(one)).toEqual(file)
})

/**
 * Adds traces that only somebody has who was asked something sensitive: a timed section with practice, the last
 * question.
 */
async function addTraces({ assignmentId }: Running): Promise<void> {
  const attempt = sql`SELECT client_id, id FROM attempts WHERE assignment_id = ${assignmentId}`
  await sql`INSERT INTO attempt_sections (client_id, attempt_id, section_id, deadline)
    SELECT client_id, id, 'hassas', now() FROM (${attempt}) t`.execute(db())
  await sql`INSERT INTO attempt_presence (client_id, attempt_id, item_id)
    SELECT client_id, id, 'hassas' FROM (${attempt}) t ON CONFLICT DO NOTHING`.execute(db())
  await sql`UPDATE attempts SET practised_sections = '{hassas}' WHERE assignment_id = ${assignmentId}`.execute(
    db(),
  )
}

test('a running test has no day of its erasure there, which each answer moves, sensitive ones too', async () => {
  const running = await addRunning(server, cast.anadolu, 'MYT')
  const { answer } = await hand(await granted(running), cast.admin.token)
  expect(answer.clients[0]?.tests.map(({ id, keptUntil }) => [id, keptUntil])).toEqual([
    [running.assignmentId, null],
  ])
})

test('neither an objection to a sensitive test nor the reason of a legal hold names it', async () => {
  const person = await done()
  await request(server.url, holdPerson, {
    token: cast.admin.token,
    body: { reason: 'SCL90 davası' },
    params: { clientId: cast.anadolu, membershipId: person.membershipId },
  })
  const sensitive = await addAssignment(db(), cast.anadolu, person, { code: 'SCL90' })
  for (const assignmentId of [person.assignmentId, sensitive])
    await request(server.url, makeRequest, {
      token: person.token,
      body: { kind: 'objection', assignmentId },
    })
  const { answer, text } = await hand(await granted(person))
  const objections = answer.clients[0]?.requests.filter(({ kind }) => kind === 'objection')
  expect(objections?.map(({ assignmentId }) => assignmentId)).toEqual([person.assignmentId, null])
  expect(text).not.toMatch(new RegExp(`${sensitive}|SCL90`))
})

test('the document has what the file has, in plain words, and nothing sensitive', async () => {
  const person = await done()
  const params = { requestId: await granted(person) }
  const { bytes, headers } = await request(server.url, handOutDataPdf, {
    token: manager(),
    params,
    headers: { 'accept-language': 'en' },
  })
  // The file is in the language of the named person, not of the one who delivers it.
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(
    /kisi-verileri \d{4}-\d\d-\d\d \d{4} ŞÜKRÜ İĞNECİ\.pdf$/,
  )
  const words = (await pdfText(bytes)).replace(/\s+/g, ' ')
  expect(words).toContain('Bu cümleler herkesin dosyasında vardır.')
  expect(words).toContain('ŞÜKRÜ İĞNECİ')
  expect(words).toMatch(/tarihinde manager hazırladı/)
  expect(words).not.toContain('Psikolojik')
  // Its bands speak to who interviews the person.
  expect(words).not.toContain('Görüşmede')
  expect(words).toContain('T puanı, sonucu bir karşılaştırma grubuyla kıyaslar.')
  expect(words).toContain('Resimdeki A')
  expect(words).toContain('Yalnız bu raporla işe alım kararı verilmez.')
})

test('only an accepted request to see the data, checked at the desk, opens it, and for thirty days', async () => {
  const person = await addTaker(server, cast.anadolu)
  const access = await ask(person)
  const refused = async (id: string) => [(await hand(id)).status, (await hand(id)).code]
  const no = [409, 'data_not_handed_out']
  expect(await refused(access)).toEqual(no)
  await check(access)
  expect(await refused(access)).toEqual(no)
  await decide(access)
  expect((await hand(access)).status).toBe(200)
  expect((await hand(access, cast.admin.token)).status).toBe(200)
  expect((await hand(access, cast.otherManager.token)).status).toBe(404)
  await sql`UPDATE person_requests SET decided_at = decided_at - interval '31 days' WHERE id = ${access}`.execute(
    db(),
  )
  expect(await refused(access)).toEqual(no)

  const objection = await ask(person, 'objection')
  await check(objection)
  await decide(objection)
  expect(await refused(objection)).toEqual(no)
  const denied = await ask(person)
  await check(denied)
  await decide(denied, 'refused')
  expect(await refused(denied)).toEqual(no)
})

test('the last day is the thirtieth by the client’s calendar, to its end', () => {
  const row = {
    ...({ kind: 'access', decision: 'accepted', identity: 'document', erased: false } as const),
    reachesOwnData: false,
    timeZone: 'Pacific/Kiritimati',
    decidedAt: new Date('2026-03-01T09:00:00Z'),
  }
  // Fourteen hours ahead of UTC.
  expect(dataUntil(row, new Date('2026-03-31T09:59:00Z'))).toBe('2026-03-31')
  expect(dataUntil(row, new Date('2026-03-31T10:00:00Z'))).toBeNull()
})

test('nobody else reads what somebody can download by a code to an address that the client knows', async () => {
  const person = await addTaker(server, cast.anadolu)
  const id = await granted(person)
  await makeKnown(db(), person.userId)
  expect((await hand(id)).code).toBe('data_not_handed_out')
  const { answer } = await request(server.url, listRequests, {
    token: manager(),
    query: { page_size: '100' },
  })
  const shown = answer.results.find((one) => one.id === id)
  expect(shown).toMatchObject({ dataUntil: null, downloadsThemselves: true })
})

const waiting = async () =>
  (
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      db(),
    )
  ).rows.length

test('no file of somebody who is being erased is made or put on record', async () => {
  const person = await addTaker(server, cast.anadolu)
  const id = await granted(person)
  const { handing } = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`SELECT FROM memberships WHERE id = ${person.membershipId} FOR UPDATE`.execute(tx)
      const handing = hand(id)
      await expect.poll(waiting).toBe(1)
      await sql`UPDATE memberships SET erased_at = now(), removed_at = now() WHERE id = ${person.membershipId}`.execute(
        tx,
      )
      return { handing }
    })
  expect((await handing).code).toBe('data_not_handed_out')
  const { rows } = await sql`SELECT FROM audit_entries WHERE action = 'data_handed_out'
    AND details ->> 'request' = ${id}`.execute(db())
  expect(rows).toEqual([])
})

test('nobody else reads what somebody can download by a code', async () => {
  const person = await addTaker(server, cast.anadolu)
  await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${person.userId}`.execute(
    db(),
  )
  const id = await ask(person)
  expect((await decide(id)).answer).toMatchObject({ decision: 'accepted', dataUntil: null })
  expect((await hand(id)).code).toBe('data_not_handed_out')
})

test('handing out is on record for the client, among its exports, and in the person’s own data', async () => {
  const person = await done()
  const id = await granted(person)
  await hand(id)
  const { rows } = await sql<{ actor: string; subject: string; client: string; details: object }>`
    SELECT actor_id AS actor, subject_id AS subject, client_id AS client, details FROM audit_entries
    WHERE action = 'data_handed_out' AND details ->> 'request' = ${id}`.execute(db())
  expect(rows).toEqual([
    {
      actor: cast.manager.userId,
      subject: person.userId,
      client: cast.anadolu,
      details: { request: id, assignments: [person.assignmentId] },
    },
  ])
  const evidence = await request(server.url, evidenceJson, {
    token: manager(),
    params: { clientId: cast.anadolu },
  })
  expect(evidence.text).toContain('"data_json"')
  const { answer } = await request(server.url, getOwnData, {
    token: await openSession(db(), {
      userId: person.userId,
      invitationClientId: null,
      remembered: false,
      byPassword: true,
    }),
  })
  expect(answer.clients[0]?.tests[0]?.readings.filter(({ exported }) => exported)).toHaveLength(1)
  expect(answer.record.map(({ action }) => action)).toContain('data_handed_out')
})

test('what another client holds is in no file, nor anything of somebody who was erased', async () => {
  const person = await addTaker(server, cast.anadolu)
  const elsewhere = await addMember(db(), cast.ege, { name: 'Başka Yerde' })
  await sql`UPDATE memberships SET user_id = ${person.userId} WHERE id = ${elsewhere.membershipId}`.execute(
    db(),
  )
  await sql`UPDATE users SET phone = '0532 111 22 33' WHERE id = ${person.userId}`.execute(db())
  const id = await granted(person)
  const { text } = await hand(id)
  expect(text).toContain('Anadolu')
  expect(text).not.toMatch(/Başka Yerde|0532 111/)
  await request(server.url, erasePerson, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, membershipId: person.membershipId },
    body: { confirm: 'ŞÜKRÜ İĞNECİ' },
  })
  expect((await hand(id)).code).toBe('data_not_handed_out')
})

test('an address that an operator gives somebody afterwards shows nothing, until the desk has confirmed it', async () => {
  const person = await addRunning(server, cast.anadolu, 'SCL90')
  await submit(server, person)
  await sql`UPDATE users SET email = NULL, email_verified_at = NULL WHERE id = ${person.userId}`.execute(db())
  await sql`UPDATE memberships SET email = NULL WHERE id = ${person.membershipId}`.execute(db())
  const email = `${person.userId}@ornek.test`
  const changed = await request(server.url, updateUser, {
    token: cast.admin.token,
    params: { userId: person.userId },
    body: { email, current_password: castPassword },
  })
  expect(changed.status).toBe(200)
  const mailed = async (kind: string) => {
    await server.runJobs()
    return (await mailsTo(db(), email)).findLast((mail) => mail.kind === kind)
  }
  const linkIn = (text = '') => {
    const [, uid = '', token = ''] = /(?:magic-link|reset-password)\/([^/]+)\/([^/?\s)]+)/.exec(text) ?? []
    return { uid, token }
  }
  const byMail = async () => {
    await request(server.url, requestMagicLink, { body: { email } })
    const params = linkIn((await mailed('magic_link'))?.text)
    return (await request(server.url, openMagicLink, { params })).answer.token
  }
  const byNewPassword = async () => {
    await request(server.url, forgotPassword, { body: { email } })
    const reset = { ...linkIn((await mailed('reset'))?.text), new_password: castPassword }
    expect((await request(server.url, resetPassword, { body: reset })).status).toBe(200)
    return (await request(server.url, authToken, { body: { username: email, password: castPassword } }))
      .answer.token
  }
  // A new password ends the session before it.
  for (const signIn of [byMail, byNewPassword]) {
    const token = await signIn()
    expect((await request(server.url, listOwnConsents, { token })).code).toBe('identity_needed')
    expect((await request(server.url, askForCode, { token, body: {} })).code).toBe('no_proved_contact')
    expect((await request(server.url, getOwnData, { token })).code).toBe('identity_needed')
  }
  const id = await ask({ token: await byMail() })
  await request(server.url, checkIdentity, {
    token: manager(),
    params: { requestId: id },
    body: { way: 'document', addressConfirmed: true },
  })
  await decide(id)
  expect((await hand(id)).code).toBe('data_not_handed_out')
  const token = await byMail()
  await request(server.url, askForCode, { token, body: {} })
  const code = /^(\d{3} \d{3}):/.exec((await mailed('identity_code'))?.subject ?? '')?.[1] ?? ''
  await request(server.url, confirmIdentity, { token, body: { code } })
  const own = await request(server.url, getOwnData, { token })
  expect(own.answer.clients[0]?.tests.map(({ id }) => id)).toEqual([person.assignmentId])
})

test('an address that a manager gives somebody afterwards is no account’s, and shows nothing, until the desk has confirmed it', async () => {
  const person = await addRunning(server, cast.anadolu, 'ENGLISH')
  await submit(server, person)
  const { userId, membershipId } = person
  await sql`UPDATE users SET email = NULL, email_verified_at = NULL WHERE id = ${userId}`.execute(db())
  await sql`UPDATE memberships SET email = NULL WHERE id = ${membershipId}`.execute(db())
  const params = { clientId: cast.anadolu, membershipId }
  const email = `${userId}@ornek.test`
  const body = { email, phone: '+90 532 000 00 01' }
  expect((await request(server.url, updatePerson, { token: manager(), params, body })).status).toBe(200)
  const mailed = async (kind: string) => {
    await server.runJobs()
    const mail = (await mailsTo(db(), email)).findLast((one) => one.kind === kind)
    const [, uid = '', token = ''] = /magic-link\/([^/]+)\/([^/?\s)]+)/.exec(mail?.text ?? '') ?? []
    return { mail, link: { params: { uid, token } } }
  }
  const asksForLink = () => request(server.url, requestMagicLink, { body: { email } })
  await asksForLink()
  expect((await mailed('magic_link')).mail).toBeUndefined()
  await request(server.url, createAssignments, {
    token: manager(),
    params: { clientId: cast.anadolu },
    body: { userIds: [userId], inventoryIds: [inventory(cast, 'MYT')], description: 'Bahar' },
  })
  const { token } = (await request(server.url, openMagicLink, (await mailed('invitation')).link)).answer
  expect((await request(server.url, askForCode, { token, body: {} })).code).toBe('no_proved_contact')
  expect((await request(server.url, getOwnData, { token })).code).toBe('identity_needed')
  const requestId = await ask({ token })
  await request(server.url, checkIdentity, {
    token: manager(),
    params: { requestId },
    body: { way: 'document', addressConfirmed: true },
  })
  await asksForLink()
  const own = (await request(server.url, openMagicLink, (await mailed('magic_link')).link)).answer
  expect(own.user).toMatchObject({ id: userId, email, emailVerified: true })
})

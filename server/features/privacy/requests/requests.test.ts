import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#contract/erasure.ts'
import type { BodyIn } from '#contract/kit.ts'
import {
  checkIdentity,
  decideRequest,
  listOwnRequests,
  listRequests,
  makeRequest,
} from '#contract/requests.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { addJob } from '#server/jobs/add.ts'
import { deleteOldDemoMails } from '#server/mail/queries.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { makeKnown } from '#test/support/known-address.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'
import { remindOfRequests } from './jobs.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const admin = () => cast.admin.token
const ask = (token: string, body: BodyIn<typeof makeRequest>) =>
  request(server.url, makeRequest, { token, body })
const reason = 'Kayıtlarınız ektedir'
const decide = (token: string, requestId: string, decision: 'accepted' | 'refused') =>
  request(server.url, decideRequest, { token, params: { requestId }, body: { decision, reason } })
const check = (token: string, requestId: string, body: BodyIn<typeof checkIdentity>) =>
  request(server.url, checkIdentity, { token, params: { requestId }, body })
const seen = async (id: string) => {
  const { answer } = await request(server.url, listRequests, { token: admin(), query: { page_size: '100' } })
  return answer.results.find((one) => one.id === id)
}
const mailOf = (userId: string) => `${userId}@example.com`
const kindsTo = async (address: string) => (await mailsTo(db(), address)).map(({ kind }) => kind)
const verify = (userId: string) => makeKnown(db(), userId)
/** Marks the person's sessions as proved by a code. */
const prove = (userId: string) =>
  sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${userId}`.execute(db())
const audited = async (requestId: string) => {
  const { rows } = await sql<{ action: string; reason: string; details: object }>`
    SELECT action, reason, details - 'request' AS details FROM audit_entries
    WHERE details ->> 'request' = ${requestId} ORDER BY id`.execute(db())
  return rows
}

test('the same request waits once, however often it was sent; a proved one replaces no other', async () => {
  const { userId, token } = await addTaker(server, cast.anadolu)
  await verify(userId)
  const erasure = { kind: 'erasure', message: 'Silin.' } as const
  const both = await Promise.all([ask(token, erasure), ask(token, erasure)])
  const [first, second] = both.map(({ answer }) => answer.id)
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(first).toBe(second)
  expect((await ask(token, { kind: 'erasure', message: 'Hepsini silin.' })).answer.id).not.toBe(first)
  await prove(userId)
  const proved = await ask(token, erasure)
  expect(proved.answer.id).not.toBe(first)
  expect((await ask(token, erasure)).answer.id).toBe(proved.answer.id)
  await decide(admin(), proved.answer.id, 'refused')
  expect((await ask(token, erasure)).answer.id).not.toBe(proved.answer.id)
})

test('a person asks by their link, the client’s manager answers within thirty days, and both get a mail', async () => {
  const { userId, token } = await addTaker(server, cast.anadolu)
  await verify(userId)
  const made = await ask(token, { kind: 'access', message: 'Sonuçlarımı görmek istiyorum.' })
  expect(made.status).toBe(201)
  expect(made.answer.timeZone).toBe('Europe/Istanbul')
  const days = (Date.parse(made.answer.dueAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  await server.runJobs()
  expect(await kindsTo(cast.manager.email)).toContain('request_received')
  expect(await kindsTo(cast.admin.email)).not.toContain('request_received')

  const { answer: list } = await request(server.url, listRequests, {
    token: cast.manager.token,
    query: { state: 'open' },
  })
  const open = list.results.find(({ id }) => id === made.answer.id)
  expect(open).toMatchObject({ kind: 'access', identity: null, decision: null, client: { id: cast.anadolu } })
  expect(open?.client.timeZone).toBe('Europe/Istanbul')
  const { id } = made.answer
  expect((await check(cast.manager.token, id, { way: 'document' })).status).toBe(200)
  const decided = await decide(cast.manager.token, id, 'accepted')
  expect(decided.answer).toMatchObject({ decision: 'accepted', reason, answeredBy: 'mail', handOver: null })
  expect((await decide(cast.manager.token, id, 'refused')).code).toBe('request_decided')
  await server.runJobs()
  expect(await mailsTo(db(), mailOf(userId))).toMatchObject([
    { kind: 'request_made' },
    { kind: 'request_answer', text: expect.stringContaining(reason) },
  ])
})

describe('who asks', () => {
  test('has to be checked before anything but an objection is accepted, and nothing before it is refused', async () => {
    const { token } = await addTaker(server, cast.anadolu)
    const outcomes = []
    for (const kind of ['access', 'rectification', 'erasure', 'objection'] as const) {
      const { answer } = await ask(token, { kind })
      outcomes.push([kind, (await decide(admin(), answer.id, 'accepted')).code])
      await decide(admin(), answer.id, 'refused')
    }
    const needed = 'identity_not_checked'
    expect(outcomes).toEqual([
      ['access', needed],
      ['rectification', needed],
      ['erasure', needed],
      ['objection', undefined],
    ])
  })

  test('is checked in a way that is kept with who did it and when, here and in the audit log', async () => {
    const { token } = await addTaker(server, cast.anadolu)
    const { id } = (await ask(token, { kind: 'rectification' })).answer
    const manager = cast.manager.token
    expect((await check(manager, id, { way: 'other' })).code).toBe('invalid_request')
    const note = 'Ustabaşısı tanıyor'
    const { answer } = await check(manager, id, { way: 'other', note })
    expect(answer).toMatchObject({ identity: 'other', identityNote: note, identityAt: expect.any(String) })
    expect(answer.identityBy).toBe((await seen(id))?.identityBy)
    // A second check doesn't change the first.
    expect((await check(manager, id, { way: 'call' })).answer).toMatchObject({ identity: 'other' })
    await decide(manager, id, 'refused')
    expect(await audited(id)).toEqual([
      { action: 'request_made', reason: 'rectification', details: { identity: null } },
      {
        action: 'request_identity_checked',
        reason: 'other',
        details: { kind: 'rectification', addressConfirmed: false },
      },
      {
        action: 'request_decided',
        reason: 'refused',
        details: { kind: 'rectification', answeredBy: 'hand' },
      },
    ])
  })

  test('is known from a session that a code or the own password has shown to be theirs', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    await prove(userId)
    const own = await openSession(db(), {
      userId,
      invitationClientId: null,
      remembered: false,
      byPassword: true,
    })
    const [coded, signedIn] = [await ask(token, { kind: 'access' }), await ask(own, { kind: 'access' })]
    expect((await seen(coded.answer.id))?.identity).toBe('code')
    expect((await seen(signedIn.answer.id))?.identity).toBe('password')
    expect((await decide(admin(), coded.answer.id, 'accepted')).status).toBe(200)
  })
})

test('the desk’s check of an address ends what was opened before anybody had shown it to be theirs', async () => {
  const { token, userId } = await addTaker(server, cast.anadolu)
  const { id } = (await ask(token, { kind: 'access' })).answer
  const account = await openSession(db(), { userId, invitationClientId: null, remembered: false })
  await sql`INSERT INTO second_factors (user_id, secret, confirmed_at)
    VALUES (${userId}, ${Buffer.alloc(20)}, now())`.execute(db())
  await check(admin(), id, { way: 'call' })
  expect((await request(server.url, listOwnRequests, { token: account })).status).toBe(200)
  const { answer: later } = await ask(token, { kind: 'rectification', message: 'Adım yanlış.' })
  await check(admin(), later.id, { way: 'call', addressConfirmed: true })
  for (const old of [token, account])
    expect((await request(server.url, listOwnRequests, { token: old })).code).toBe('not_authenticated')
  const { rows } = await sql<{ actor: string; left: number }>`
    SELECT actor_id AS actor, (SELECT count(*)::int FROM second_factors WHERE user_id = ${userId}) AS left
    FROM audit_entries WHERE action = 'second_factor_reset' AND subject_id = ${userId}`.execute(db())
  expect(rows).toEqual([{ actor: cast.admin.userId, left: 0 }])
})

describe('an answer', () => {
  test('is mailed to no address that nobody has shown to be theirs: it is handed over', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    const { id } = (await ask(token, { kind: 'access' })).answer
    expect(await seen(id)).toMatchObject({ answerTo: null, handOver: null })
    await check(admin(), id, { way: 'document' })
    const { answer } = await decide(admin(), id, 'accepted')
    expect(answer).toMatchObject({ answeredBy: 'hand', handOver: expect.stringContaining(reason) })
    expect(answer.handOver).toContain('Anadolu Gıda A.Ş.')
    expect((await seen(id))?.handOver).toBe(answer.handOver)
    await server.runJobs()
    expect(await kindsTo(mailOf(userId))).toEqual([])
  })

  test('is mailed to an address that the identity check has confirmed, wherever the account has moved', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    const first = await ask(token, { kind: 'access' })
    const second = await ask(token, { kind: 'access', message: 'Hepsini.' })
    const third = await ask(token, { kind: 'objection' })
    for (const { answer } of [first, second]) {
      const checked = await check(admin(), answer.id, { way: 'call', addressConfirmed: true })
      expect(checked.answer.answerTo).toBe(mailOf(userId))
    }
    expect((await decide(admin(), first.answer.id, 'accepted')).answer.answeredBy).toBe('mail')
    await server.runJobs()
    // The others still wait, and this address is known to be theirs by now.
    const kinds = (await kindsTo(mailOf(userId))).toSorted()
    expect(kinds).toEqual(['request_answer', 'request_made', 'request_made'])
    await sql`UPDATE users SET email = 'moved-' || email, email_verified_at = NULL WHERE id = ${userId}`.execute(
      db(),
    )
    expect((await decide(admin(), second.answer.id, 'accepted')).answer).toMatchObject({
      answeredBy: 'mail',
      answerTo: mailOf(userId),
    })
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${userId}`.execute(db())
    expect((await decide(admin(), third.answer.id, 'refused')).answer.answerTo).toBe(mailOf(userId))
    await server.runJobs()
    const answers = async (address: string) =>
      (await kindsTo(address)).filter((kind) => kind === 'request_answer').length
    // The moved one was not confirmed, and then it was.
    expect([await answers(mailOf(userId)), await answers(`moved-${mailOf(userId)}`)]).toEqual([2, 1])
  })

  test('leads to the page where somebody downloads the data that they asked for', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    await verify(userId)
    const { id } = (await ask(token, { kind: 'access' })).answer
    await check(admin(), id, { way: 'call' })
    await decide(admin(), id, 'accepted')
    await decide(admin(), (await ask(token, { kind: 'objection' })).answer.id, 'accepted')
    await server.runJobs()
    const opens = (await mailsTo(db(), mailOf(userId))).map(({ links }) =>
      links.some((link) => link.endsWith('/participant/data')),
    )
    expect(opens.toSorted()).toEqual([false, true])
  })

  test('leads to the consents of somebody who has given one', async () => {
    const { token, userId } = await addRunning(server, cast.anadolu, 'SCL90')
    await verify(userId)
    await decide(admin(), (await ask(token, { kind: 'objection' })).answer.id, 'refused')
    await server.runJobs()
    const [mail] = (await mailsTo(db(), mailOf(userId))).filter(({ kind }) => kind === 'request_answer')
    expect(mail?.links).toContainEqual(expect.stringMatching(/magic-link.*participant%2Fconsents/))
  })

  test('is read by a session that was shown to be the person’s, and by no link or slip alone', async () => {
    const { token, userId } = await addTaker(server, cast.anadolu)
    const { id } = (await ask(token, { kind: 'objection', message: 'Yanlış değerlendirildim' })).answer
    await decide(admin(), id, 'refused')
    const own = async () => (await request(server.url, listOwnRequests, { token })).answer.results[0]
    expect(await own()).toMatchObject({ id, decision: 'refused', message: '', reason: '' })
    await prove(userId)
    expect(await own()).toMatchObject({ message: 'Yanlış değerlendirildim', reason })
  })
})

describe('the people at the desk', () => {
  const due = async (clientId: string) => {
    const { token } = await addTaker(server, clientId)
    const { id } = (await ask(token, { kind: 'access' })).answer
    await server.runJobs()
    await db().deleteFrom('demo_mails').execute()
    return id
  }
  /** Subjects of the mails after so many days are left. */
  const remind = async (id: string, left: number, address: string) => {
    await sql`UPDATE person_requests SET due_at = now() + make_interval(secs => ${left * 86_400}::float8)
      WHERE id = ${id}`.execute(db())
    await addJob(db(), remindOfRequests, {})
    await server.runJobs()
    return (await mailsTo(db(), address)).map(({ subject }) => /week|day|overdue/.exec(subject)?.[0])
  }

  test('are the admins where no manager has a verified address', async () => {
    const clientId = await addClient(db())
    const { userId } = await addMember(db(), clientId, { role: 'manager' })
    await db().deleteFrom('demo_mails').execute()
    const { token } = await addTaker(server, clientId)
    const { id } = (await ask(token, { kind: 'access' })).answer
    await server.runJobs()
    expect(await kindsTo(mailOf(userId))).toEqual([])
    const [mail] = await mailsTo(db(), cast.admin.email)
    expect(mail).toMatchObject({ kind: 'request_received' })
    expect(mail?.links).toContainEqual(expect.stringContaining('/admin/requests'))
    expect(await remind(id, 6, cast.admin.email)).toContain('week')
  })

  test('are reminded where they want that, with a link that stops it, or the admins where nobody does', async () => {
    const clientId = await addClient(db())
    const { userId } = await addMember(db(), clientId, { role: 'manager', locale: 'en' })
    await verify(userId)
    const id = await due(clientId)
    const email = mailOf(userId)
    expect(await remind(id, 6.9, email)).toEqual(['week'])
    const [mail] = await mailsTo(db(), email)
    const link = mail?.links.find((one) => one.includes('/unsubscribe/requests-')) ?? 'none'
    expect((await fetch(link, { method: 'POST' })).status).toBe(200)
    await db().deleteFrom('demo_mails').execute()
    expect(await remind(id, 0.9, cast.admin.email)).toEqual(['day'])
    expect(await mailsTo(db(), email)).toEqual([])
    // That there is a request is no reminder: it reaches everybody.
    const { token } = await addTaker(server, clientId)
    await ask(token, { kind: 'access' })
    await server.runJobs()
    expect(await kindsTo(email)).toEqual(['request_received'])
  })

  test('are reminded a week and a day before the deadline and once it is over, each once', async () => {
    const id = await due(cast.anadolu)
    const mail = cast.manager.email
    expect(await remind(id, 7.1, mail)).toEqual([])
    expect(await remind(id, 6.9, mail)).toEqual(['week'])
    expect(await remind(id, 1.1, mail)).toEqual(['week'])
    expect(await remind(id, 0.9, mail)).toEqual(['week', 'day'])
    expect(await remind(id, -0.1, mail)).toEqual(['week', 'day', 'overdue'])
    expect(await remind(id, -9, mail)).toEqual(['week', 'day', 'overdue'])
  })

  test('get the reminder that is true now when nothing ran at its time, and none once it was answered', async () => {
    const [missed, answered] = [await due(cast.anadolu), await due(cast.anadolu)]
    expect(await remind(missed, 0.5, cast.manager.email)).toEqual(['day'])
    await decide(admin(), answered, 'refused')
    expect(await remind(answered, 0.5, cast.manager.email)).toEqual(['day'])
  })
})

test('nobody answers for another client, and nobody sees its requests', async () => {
  const { token } = await addTaker(server, cast.anadolu)
  const { answer } = await ask(token, { kind: 'rectification', message: 'Adım yanlış' })
  const other = cast.otherManager.token
  expect((await decide(other, answer.id, 'refused')).code).toBe('not_found')
  const { answer: list } = await request(server.url, listRequests, { token: other })
  expect(list.results).toEqual([])
  const theirs = await request(server.url, listRequests, { token: other, query: { client: cast.anadolu } })
  expect(theirs.code).toBe('not_found')
  expect((await decide(admin(), answer.id, 'refused')).status).toBe(200)
})

test('an accepted erasure erases the person, and its answer still reaches them', async () => {
  const clientId = await addClient(db())
  const { token, userId } = await addTaker(server, clientId)
  await verify(userId)
  const { answer } = await ask(token, { kind: 'erasure', message: 'Kanarya9143' })
  await check(admin(), answer.id, { way: 'call', note: 'Kanarya9143', addressConfirmed: true })
  const decided = await decide(admin(), answer.id, 'accepted')
  expect(decided.answer).toMatchObject({
    decision: 'accepted',
    reason: '',
    message: '',
    identityNote: '',
    person: { name: '—' },
  })
  expect((await request(server.url, listOwnRequests, { token })).status).toBe(401)
  await server.runJobs()
  expect(await kindsTo(mailOf(userId))).toEqual(['request_answer'])
  // The demo's mailbox keeps it for an hour, and the answers of everybody else for a month.
  const { token: other, userId: staying } = await addTaker(server, cast.anadolu)
  await verify(staying)
  await decide(admin(), (await ask(other, { kind: 'objection' })).answer.id, 'refused')
  await server.runJobs()
  await deleteOldDemoMails(db())
  expect(await kindsTo(mailOf(userId))).toEqual(['request_answer'])
  await sql`UPDATE demo_mails SET sent_at = now() - interval '61 minutes'`.execute(db())
  await deleteOldDemoMails(db())
  expect(await kindsTo(mailOf(staying))).toEqual(['request_answer'])
  expect(await tracesIn(db(), ['Kanarya9143', `${userId}@example.com`])).toEqual([])
})

test('the answer to an accepted erasure is handed over where nobody knows an address, and kept nowhere', async () => {
  const clientId = await addClient(db())
  const { token } = await addTaker(server, clientId)
  const { id: requestId } = (await ask(token, { kind: 'erasure' })).answer
  await check(admin(), requestId, { way: 'document' })
  const { answer } = await request(server.url, decideRequest, {
    token: admin(),
    params: { requestId },
    body: { decision: 'accepted', reason: 'Kanarya7128' },
  })
  expect(answer).toMatchObject({ answeredBy: 'hand', person: { name: '—' } })
  expect(answer.handOver).toContain('ŞÜKRÜ İĞNECİ')
  expect(answer.handOver).toContain('Kanarya7128')
  expect(await seen(requestId)).toMatchObject({ answeredBy: 'hand', handOver: null })
  expect(await tracesIn(db(), ['Kanarya7128'])).toEqual([])
})

test('an erasure that nobody asked the desk for decides what waits, and says so where an address is known', async () => {
  const clientId = await addClient(db())
  const known = await addTaker(server, clientId)
  await verify(known.userId)
  const unknown = await addTaker(server, clientId)
  const kinds = ['access', 'rectification', 'erasure', 'objection'] as const
  const asked: string[] = []
  for (const { token, membershipId } of [known, unknown]) {
    for (const kind of kinds) asked.push((await ask(token, { kind, message: 'Kanarya5521' })).answer.id)
    const erased = await request(server.url, erasePerson, {
      token: admin(),
      params: { clientId, membershipId },
      body: { confirm: 'ŞÜKRÜ İĞNECİ' },
    })
    expect(erased.status).toBe(204)
  }
  const decisions = ['refused', 'refused', 'accepted', 'accepted']
  const entries = await Promise.all(asked.map(audited))
  expect(entries.map(([, decided]) => [decided?.action, decided?.reason])).toEqual(
    [...decisions, ...decisions].map((decision) => ['request_decided', decision]),
  )
  expect((await seen(asked[0] ?? ''))?.answeredBy).toBe('mail')
  expect((await seen(asked[4] ?? ''))?.answeredBy).toBe(null)
  await server.runJobs()
  expect(await kindsTo(mailOf(known.userId))).toEqual(kinds.map(() => 'request_answer'))
  expect(await kindsTo(mailOf(unknown.userId))).toEqual([])
  await db().deleteFrom('demo_mails').execute()
  expect(await tracesIn(db(), ['Kanarya5521', mailOf(known.userId), mailOf(unknown.userId)])).toEqual([])
})

test('an objection names a test of one’s own, and somebody at several clients says which one', async () => {
  const { token, ...taker } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(db(), cast.anadolu, taker, { code: 'ENGLISH' })
  const made = await ask(token, { kind: 'objection', assignmentId })
  const { answer } = await request(server.url, listRequests, {
    token: admin(),
    query: { client: cast.anadolu, ordering: '-createdAt' },
  })
  expect(answer.results.find(({ id }) => id === made.answer.id)?.test).toMatchObject({ code: 'ENGLISH' })
  const stranger = await addMember(db(), cast.anadolu)
  const theirs = await addAssignment(db(), cast.anadolu, stranger, { code: 'ENGLISH' })
  expect((await ask(token, { kind: 'objection', assignmentId: theirs })).code).toBe('invalid_request')
  // Removed and invited again, they still object to what was before.
  const before = { client_id: cast.anadolu, id: newId(), user_id: taker.userId, role: 'candidate' } as const
  await db()
    .insertInto('memberships')
    .values({ ...before, name: 'Ada', search_text: '', removed_by: null, removed_at: sql`now()` })
    .execute()
  await sql`UPDATE assignments SET membership_id = ${before.id} WHERE id = ${assignmentId}`.execute(db())
  expect((await ask(token, { kind: 'objection', assignmentId })).status).toBe(201)
  const second = await addMember(db(), await addClient(db()))
  await db()
    .updateTable('memberships')
    .set({ user_id: taker.userId })
    .where('id', '=', second.membershipId)
    .execute()
  const full = await openSession(db(), { userId: taker.userId, invitationClientId: null, remembered: false })
  expect((await ask(full, { kind: 'access' })).code).toBe('invalid_request')
  expect((await ask(full, { kind: 'access', clientId: cast.anadolu })).status).toBe(201)
})

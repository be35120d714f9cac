import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment, resultsCsv } from '#contract/assignments.ts'
import { openMagicLink, openSlipCode } from '#contract/auth.ts'
import { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { holdPerson, releasePerson } from '#contract/erasure.ts'
import { getOwnData } from '#contract/own-data.ts'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { getReport, type Report } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { readTestId } from '#server/features/attempts/tokens.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { createLink } from '#server/features/links/links.ts'
import { openSession } from '#server/features/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, startTest, submit } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'
import { eraseAgain, type Mark, marksOf } from './again.ts'
import { subjectOf } from './erase.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  for (const code of ['SCL90', 'MYT'])
    await request(server.url, enableInventory, {
      token: cast.admin.token,
      params: { clientId: cast.anadolu, inventoryId: inventory(cast, code) },
      body: { legalBasis: 'Açık rıza', purpose: 'İş sağlığı', recipientIds: [cast.manager.userId] },
    })
})
afterAll(() => server.close())

const db = () => server.database.db
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const withdraw = ({ token, assignmentId }: Pick<Running, 'token' | 'assignmentId'>) =>
  request(server.url, withdrawConsent, { token, params: { assignmentId } })
const consentsOf = async (token: string) =>
  (await request(server.url, listOwnConsents, { token })).answer.results
const seen = async (assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.admin.token, params: { assignmentId } })).answer
const attemptOf = ({ started }: Running) => readTestId(started.testId)?.attemptId ?? 'none'
const report = (assignmentId: string) =>
  request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })
const entries = async (assignmentId: string) =>
  (
    await sql<{ action: string }>`SELECT action FROM audit_entries
      WHERE action LIKE 'consent%' AND details -> 'assignments' ? ${assignmentId} ORDER BY id`.execute(db())
  ).rows.map(({ action }) => action)
const ledger = async (clientId: string) =>
  (await sql`SELECT * FROM quota_entries WHERE client_id = ${clientId}`.execute(db())).rows

/** Somebody who has answered a test, and handed it in. */
async function done(clientId: string, code = 'SCL90'): Promise<Running> {
  const running = await addRunning(server, clientId, code)
  await save(running)
  await submit(server, running)
  return running
}

const save = ({ started, choices }: Running) =>
  request(server.url, saveResponses, {
    token: started.attemptToken,
    body: {
      testId: started.testId,
      responses: Object.fromEntries(choices.map(({ id, options }) => [id, options[1] ?? ''])),
    },
  })

test('SR-55: what somebody read and agreed to is kept with its text, language, device and channel, and shown to them', async () => {
  const clientId = await addClient(db())
  const { token, ...member } = await addTaker(server, clientId)
  const account = await openSession(db(), {
    ...{ ...member, invitationClientId: null, remembered: false, byPassword: true },
  })
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
  for (const [code, session, headers] of [
    ['SCL90', token, phone],
    ['ENGLISH', account, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' }],
  ] as const) {
    const assignmentId = await addAssignment(db(), clientId, member, { code })
    await request(server.url, startAttempt, {
      ...{ token: session, headers, params: { assignmentId } },
      body: { accepted: ['information', 'consent'], locale: 'en' },
    })
  }
  const all = await consentsOf(token)
  expect(
    all.map(({ inventory, notice, device, channel, locale }) => [
      inventory.code,
      notice.id,
      device,
      channel,
      locale,
    ]),
  ).toEqual([
    ['ENGLISH', 'information', 'computer', 'account', 'en'],
    ['SCL90', 'information', 'phone', 'link', 'en'],
    ['SCL90', 'consent', 'phone', 'link', 'en'],
  ])
  for (const { notice, textHash } of all) expect(textHash).toBe(sha256(notice.text))
  const page = await request(server.url, listOwnConsents, { token, query: { page_size: '1', page: '2' } })
  expect([page.answer.count, page.answer.results.length]).toEqual([3, 1])
  expect(page.answer.next).toContain('page=3')
  // An invitation of another client shows nothing of this one.
  const other = await addMember(db(), cast.anadolu)
  await sql`UPDATE memberships SET user_id = ${member.userId} WHERE id = ${other.membershipId}`.execute(db())
  const elsewhere = {
    ...{ userId: member.userId, invitationClientId: cast.anadolu, remembered: false, mailed: true },
  }
  expect(await consentsOf(await openSession(db(), elsewhere))).toEqual([])
})

test('a new version of a notice asks again, and each is shown with the text of its own version', async () => {
  const clientId = await addClient(db())
  const running = await addRunning(server, clientId, 'SCL90')
  const params = { assignmentId: running.assignmentId }
  const again = () =>
    request(server.url, startAttempt, { token: running.token, params, body: { accepted: [] } })
  expect((await again()).status).toBe(200)
  await sql`UPDATE consents SET notice_version = 1 WHERE assignment_id = ${running.assignmentId} AND notice_id = 'consent'`.execute(
    db(),
  )
  expect([(await again()).code, Object((await again()).json).missing]).toEqual([
    'consent_required',
    ['consent'],
  ])
  const { notices } = (await request(server.url, getOwnAssignment, { token: running.token, params })).answer
  expect(notices.map(({ acceptedAt }) => acceptedAt === null)).toEqual([false, true])

  const old = (await currentVersions(db())).find(({ definition }) => definition.code === 'ENGLISH')
  if (old === undefined) throw new Error('no ENGLISH')
  const { definition } = old
  await startTest(
    server.url,
    running.token,
    await addAssignment(db(), clientId, running, { code: 'ENGLISH' }),
  )
  await db()
    .updateTable('assignments')
    .set({ status: 'cancelled', ended_at: sql`now()` })
    .where('client_id', '=', clientId)
    .execute()
  const text = (locale: 'tr' | 'en') => ({
    ...definition.texts[locale],
    notices: { ...definition.texts[locale].notices, information: { title: 'Yeni', text: 'Yeni metin.' } },
  })
  await publishVersion(db(), {
    ...definition,
    version: 99,
    notices: definition.notices.map((notice) => ({ ...notice, version: notice.version + 1 })),
    texts: { tr: text('tr'), en: text('en') },
  })
  await startTest(
    server.url,
    running.token,
    await addAssignment(db(), clientId, running, { code: 'ENGLISH' }),
  )
  const [newer, older] = await consentsOf(running.token)
  expect([newer?.notice.text, newer?.textHash]).toEqual(['Yeni metin.', sha256('Yeni metin.')])
  expect(older?.notice).toMatchObject({
    version: (newer?.notice.version ?? 0) - 1,
    text: definition.texts.tr.notices?.information?.text,
  })
})

test('who withdraws has their answers and result erased; the client sees that, and the ledger stays', async () => {
  const clientId = cast.anadolu
  const person = await done(clientId)
  const { assignmentId } = person
  expect(await tracesIn(db(), [attemptOf(person)])).not.toEqual([])
  const before = [await ledger(clientId), (await seen(assignmentId)).status]
  expect(await entries(assignmentId)).toEqual(['consent_given'])
  for (let times = 1; times <= 2; times += 1) expect((await withdraw(person)).status).toBe(204)
  expect(await tracesIn(db(), [attemptOf(person)])).toEqual([])
  expect([await ledger(clientId), (await seen(assignmentId)).status]).toEqual(before)
  expect(await seen(assignmentId)).toMatchObject({
    consentWithdrawn: true,
    erased: true,
    reportable: false,
    report: null,
  })
  expect((await report(assignmentId)).code).toBe('report_erased')
  expect(await entries(assignmentId)).toEqual(['consent_given', 'consent_withdrawn'])
  const own = await request(server.url, getOwnAssignment, { token: person.token, params: { assignmentId } })
  expect(own.answer).toMatchObject({
    ...{ consentWithdrawn: true, reportVisible: false, answered: 0, notices: [] },
  })
  expect(
    (await consentsOf(person.token)).map(({ notice, withdrawnAt }) => [notice.id, withdrawnAt !== null]),
  ).toEqual(
    expect.arrayContaining([
      ['information', false],
      ['consent', true],
    ]),
  )
})

test('a running test ends, takes no more answers, and its unit was used', async () => {
  const clientId = await addClient(db())
  const person = await addRunning(server, clientId, 'SCL90')
  await save(person)
  expect((await withdraw(person)).status).toBe(204)
  expect((await save(person)).status).toBe(401)
  expect((await seen(person.assignmentId)).status).toBe('cancelled')
  expect(await ledger(clientId)).toEqual([])
  const params = { assignmentId: person.assignmentId }
  const again = await request(server.url, startAttempt, { token: person.token, params, body: {} })
  expect(again.code).toBe('assignment_closed')
})

test('where processing does not rest on consent nothing is withdrawn, nor is anything of somebody else', async () => {
  const clientId = cast.anadolu
  const [english, person] = [await done(clientId, 'ENGLISH'), await done(clientId)]
  expect((await withdraw(english)).code).toBe('no_consent')
  expect((await report(english.assignmentId)).status).toBe(200)
  expect((await withdraw({ ...person, token: english.token })).status).toBe(404)
  expect((await seen(person.assignmentId)).consentWithdrawn).toBeUndefined()
  // Who takes one test with consent and has not begun it has given none.
  const taker = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, taker, { code: 'SCL90' })
  expect((await withdraw({ ...taker, assignmentId })).code).toBe('no_consent')
})

test('under a legal hold nobody reads the result, and it is erased when the hold ends', async () => {
  const clientId = cast.anadolu
  const person = await done(clientId)
  const { assignmentId, membershipId } = person
  const ofPerson = { token: cast.admin.token, params: { clientId, membershipId } }
  const csv = async () =>
    (await request(server.url, resultsCsv, { token: cast.admin.token, params: { clientId } })).text
  const address = `${person.userId}@example.com`
  expect(await csv()).toContain(address)
  await request(server.url, holdPerson, { ...ofPerson, body: { reason: 'İş mahkemesi 2026/114' } })
  for (let times = 1; times <= 2; times += 1) expect((await withdraw(person)).status).toBe(204)
  expect((await report(assignmentId)).code).toBe('report_restricted')
  expect(await seen(assignmentId)).toMatchObject({
    consentWithdrawn: true,
    erased: false,
    reportable: false,
    report: null,
  })
  expect(await csv()).not.toContain(address)
  expect(await tracesIn(db(), [attemptOf(person)])).not.toEqual([])

  expect((await request(server.url, releasePerson, ofPerson)).status).toBe(204)
  expect((await report(assignmentId)).code).toBe('report_erased')
  expect(await tracesIn(db(), [attemptOf(person)])).toEqual([])
})

const scales = (categories: Report['categories']) => categories.flatMap((category) => category.scales)
const sensitive = 'psikolojik_durum'

/** A MYT that is answered whole, with its sensitive scale unless that is declined. */
async function doneWithScale(declined: readonly string[] = []) {
  const person = await addRunning(server, cast.anadolu, 'MYT', declined)
  const items = person.started.form.sections.flatMap((section) => section.items)
  const responses = Object.fromEntries(
    // Options come in another order for each person.
    items.map(({ id, type, options = [] }) => [
      id,
      type === 'numeric' ? 1 : (options.map((option) => option.id).toSorted()[0] ?? ''),
    ]),
  )
  const saved = await request(server.url, saveResponses, {
    token: person.started.attemptToken,
    body: { testId: person.started.testId, responses },
  })
  expect(saved.status).toBe(200)
  await submit(server, person)
  const read = async () => scales((await report(person.assignmentId)).answer.categories)
  const answers = async () =>
    (
      await sql<{ count: number }>`SELECT count(*)::int AS count FROM responses r
        JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
        WHERE t.assignment_id = ${person.assignmentId}`.execute(db())
    ).rows[0]?.count ?? 0
  return { ...person, read, answers }
}

const provedSession = (userId: string) =>
  openSession(db(), { userId, invitationClientId: null, remembered: false, byPassword: true })

test('who withdraws the consent for one scale has its answers erased, and everything else of the result is as before', async () => {
  const person = await doneWithScale()
  const [before, answered] = [await person.read(), await person.answers()]
  expect(before.find(({ key }) => key === sensitive)?.raw).not.toBeNull()
  for (let times = 1; times <= 2; times += 1) expect((await withdraw(person)).status).toBe(204)
  const after = await person.read()
  expect(after.find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true, raw: null })
  const others = (all: typeof after) =>
    all.filter(({ key }) => key !== sensitive).map(({ key, raw }) => [key, raw])
  expect(others(after)).toEqual(others(before))
  expect(await person.answers()).toBe(answered - 9)
  // Nothing of it is for the client's eyes: neither that it was given nor that it was withdrawn.
  expect((await seen(person.assignmentId)).consentWithdrawn).toBeUndefined()
  const { rows } = await sql`SELECT FROM audit_entries WHERE action LIKE 'consent%' AND client_id IS NOT NULL
    AND details -> 'assignments' ? ${person.assignmentId}`.execute(db())
  expect(rows).toEqual([])
  expect(await entries(person.assignmentId)).toEqual(['consent_given', 'consent_withdrawn'])
})

test('of a running test the questions of a withdrawn scale are asked no more', async () => {
  const person = await addRunning(server, cast.anadolu, 'MYT')
  expect((await withdraw(person)).status).toBe(204)
  const again = await startTest(server.url, person.token, person.assignmentId)
  const count = ({ form }: typeof again) => form.sections.flatMap(({ items }) => items).length
  expect(count(again)).toBe(count(person.started) - 9)
})

test('under a legal hold the scale alone is set aside: managers read what they would of somebody who declined', async () => {
  const [person, declined] = [await doneWithScale(), await doneWithScale(['wellbeing'])]
  const before = await person.answers()
  const { assignmentId, membershipId } = person
  const ofPerson = { token: cast.admin.token, params: { clientId: cast.anadolu, membershipId } }
  await request(server.url, holdPerson, { ...ofPerson, body: { reason: 'İş mahkemesi 2026/114' } })
  for (let times = 1; times <= 2; times += 1) expect((await withdraw(person)).status).toBe(204)

  const shown = async (one: Pick<Running, 'assignmentId' | 'token'>) => {
    const [{ answer }, row] = [await report(one.assignmentId), await seen(one.assignmentId)]
    const { categories, answered, itemCount, validity, showsSensitive } = answer
    const { token } = one
    const params = { assignmentId: one.assignmentId }
    const { answered: own, itemCount: ownItems } = (
      await request(server.url, getOwnAssignment, { token, params })
    ).answer
    const { report: summary, reportable, erased, consentWithdrawn, lateAnswers, progress } = row
    return [
      { categories, answered, itemCount, validity, showsSensitive },
      { summary, reportable, erased, consentWithdrawn, lateAnswers, progress },
      { own, ownItems },
    ]
  }
  const hidden = await shown(person)
  expect(hidden).toEqual(await shown(declined))
  expect((await person.read()).find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true })

  // What the claim may need is kept as it was, for nobody to read but the person.
  const data = await request(server.url, getOwnData, { token: await provedSession(person.userId) })
  const test = data.answer.clients.flatMap((one) => one.tests).find((one) => one.id === assignmentId)
  expect(test).toMatchObject({ notAsked: [expect.any(String)] })
  expect(test?.answers).toHaveLength(before)
  const kept = async () =>
    (await db().selectFrom('held_answers').selectAll().where('client_id', '=', cast.anadolu).execute()).map(
      ({ answers, scores }) => [Object(answers).length, Object(scores).scales.at(-1).raw !== null],
    )
  expect([await person.answers(), await kept()]).toEqual([before - 9, [[9, true]]])
  expect((await request(server.url, releasePerson, ofPerson)).status).toBe(204)
  expect([await person.answers(), await kept()]).toEqual([before - 9, []])
  expect(await shown(person)).toEqual(hidden)
  const subject = subjectOf(testSlipKey, 'scale', cast.anadolu, assignmentId, sensitive).toString('base64')
  expect((await marksOf(db())).map((mark) => mark.subject)).toContain(subject)
})

test('a scale that a restored backup brought back is erased again', async () => {
  const person = await doneWithScale()
  const before = await person.answers()
  const { assignmentId } = person
  const subject = subjectOf(testSlipKey, 'scale', cast.anadolu, assignmentId, sensitive).toString('base64')
  const again = () => eraseAgain(db(), testSlipKey, [{ client: cast.anadolu, subject, reason: 'withdrawal' }])
  expect([await again(), await again()]).toMatchObject([{ tests: 0, scales: 1 }, { scales: 0 }])
  expect((await person.read()).find(({ key }) => key === sensitive)).toMatchObject({ notAssessed: true })
  expect(await person.answers()).toBe(before - 9)
})

test('of a scale that was erased since, what a hold kept apart in the backup goes too', async () => {
  const person = await doneWithScale()
  const { assignmentId, membershipId } = person
  const params = { clientId: cast.anadolu, membershipId }
  await request(server.url, holdPerson, { token: cast.admin.token, params, body: { reason: 'Dava' } })
  expect((await withdraw(person)).status).toBe(204)
  const subject = subjectOf(testSlipKey, 'scale', cast.anadolu, assignmentId, sensitive).toString('base64')
  const again = () => eraseAgain(db(), testSlipKey, [{ client: cast.anadolu, subject, reason: 'withdrawal' }])
  expect([await again(), await again()]).toMatchObject([{ scales: 1 }, { scales: 0 }])
  expect(await db().selectFrom('held_answers').selectAll().execute()).toEqual([])
})

test('a withdrawn test that a restored backup brought back says again that its consent was withdrawn', async () => {
  const clientId = cast.anadolu
  const markOf = (what: string, id: string, reason: Mark['reason']): Mark => ({
    ...{ client: clientId, reason },
    subject: subjectOf(testSlipKey, what, clientId, id).toString('base64'),
  })
  // As the backup has them, from before the withdrawals and the erasures. One of the people was erased since.
  const [person, gone, other] = [await done(clientId), await done(clientId), await done(clientId)]
  const marks = [
    markOf('test', person.assignmentId, 'withdrawal'),
    markOf('test', gone.assignmentId, 'withdrawal'),
    markOf('person', gone.membershipId, 'manager'),
    markOf('test', other.assignmentId, 'manager'),
  ]
  const again = () => eraseAgain(db(), testSlipKey, marks)
  expect([await again(), await again()]).toMatchObject([
    { people: 1, tests: 3 },
    { people: 0, tests: 0 },
  ])
  for (const { assignmentId } of [person, gone])
    expect(await seen(assignmentId)).toMatchObject({ consentWithdrawn: true, erased: true })
  expect((await seen(other.assignmentId)).consentWithdrawn).toBeUndefined()
  expect((await consentsOf(person.token)).some(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
  // A second restore knows it too.
  expect(await marksOf(db())).toEqual(expect.arrayContaining(marks.slice(0, 2)))
})

test('who does not belong to the client any more may withdraw too', async () => {
  const person = await done(await addClient(db()))
  await db()
    .updateTable('memberships')
    .set({ removed_at: sql`now()` })
    .where('id', '=', person.membershipId)
    .execute()
  const token = await openSession(db(), {
    userId: person.userId,
    invitationClientId: null,
    remembered: false,
    byPassword: true,
  })
  expect((await withdraw({ ...person, token })).status).toBe(204)
  expect((await seen(person.assignmentId)).erased).toBe(true)
})

/** A session by a link to this person, as by its address in a browser. */
async function byLink(link: Omit<Parameters<typeof createLink>[1], 'createdBy' | 'expiresAt'>) {
  const expiresAt = new Date(Date.now() + 86_400_000)
  const { path, code } = await db()
    .transaction()
    .execute((tx) => createLink(tx, { ...link, createdBy: null, expiresAt }))
  const [, , uid = '', token = ''] = path.split('/')
  return { code, open: () => request(server.url, openMagicLink, { params: { uid, token } }) }
}

test('an invitation opens as long as a consent may be withdrawn', async () => {
  const clientId = await addClient(db())
  const person = await done(clientId)
  const { open } = await byLink({ userId: person.userId, purpose: 'invitation', clientId })
  const opened = await open()
  expect(opened.status).toBe(200)
  expect((await withdraw({ ...person, token: opened.answer.token })).status).toBe(204)
  expect((await open()).code).toBe('magic_link_expired')
})

test('a slip, a link that was handed over and one that an admin made neither show nor withdraw a consent', async () => {
  const clientId = await addClient(db())
  const person = await done(clientId)
  const { userId, assignmentId } = person
  const slip = await byLink({
    ...{ userId, clientId, purpose: 'invitation', handedOver: true, slipKey: testSlipKey },
  })
  const byAdmin = await byLink({ userId, clientId: null, purpose: 'admin_magic' })
  const typed = await request(server.url, openSlipCode, { body: { code: slip.code ?? '' } })
  const sessions = [typed, await slip.open(), await byAdmin.open()].map(({ answer }) => answer.token)
  for (const token of sessions) {
    expect((await withdraw({ token, assignmentId })).code).toBe('identity_needed')
    expect((await request(server.url, listOwnConsents, { token })).code).toBe('identity_needed')
  }
  expect((await seen(assignmentId)).erased).toBe(false)
  const [token = ''] = sessions
  await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${userId}`.execute(db())
  expect((await withdraw({ token, assignmentId })).status).toBe(204)
})

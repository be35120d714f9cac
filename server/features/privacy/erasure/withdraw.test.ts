import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsCsv } from '#contract/assignments.ts'
import { forgotPassword, openMagicLink, openSlipCode, requestMagicLink } from '#contract/auth.ts'
import { listOwnConsents } from '#contract/consents.ts'
import { holdPerson, releasePerson } from '#contract/erasure.ts'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { importRescue } from '#contract/rescues.ts'
import { saveResponses } from '#contract/responses.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { closeTimedOut } from '#server/features/delivery/attempts/closing/close.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { publishVersion } from '#server/features/inventories/publish.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { consentEntries, enableSensitive, readReport, seen, withdraw } from '#test/support/consenting.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { sealed, unsent } from '#test/support/rescue.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker, type Running, startTest, submit } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'
import type { Mark } from './all-marks.ts'
import { subjectOf } from './erase.ts'
import { eraseAgain, marksOf } from './erasure-marks.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await enableSensitive({ server, cast })
})
afterAll(() => server.close())

const db = () => server.database.db
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const consentsOf = async (token: string) =>
  (await request(server.url, listOwnConsents, { token })).answer.results
const attemptOf = ({ started }: Running) => readTestId(started.testId)?.attemptId ?? 'none'
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
    ...member,
    invitationClientId: null,
    remembered: false,
    byPassword: true,
  })
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
  for (const [code, session, headers] of [
    ['SCL90', token, phone],
    ['ENGLISH', account, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' }],
  ] as const) {
    const assignmentId = await addAssignment(db(), clientId, member, { code })
    await request(server.url, startAttempt, {
      token: session,
      headers,
      params: { assignmentId },
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
    userId: member.userId,
    invitationClientId: cast.anadolu,
    remembered: false,
    mailed: true,
  }
  expect(await consentsOf(await openSession(db(), elsewhere))).toEqual([])
})

test('mails about an account lead to the consents as long as one can be withdrawn', async () => {
  const running = await addRunning(server, cast.anadolu, 'SCL90')
  const { email } = await db()
    .selectFrom('users')
    .select('email')
    .where('id', '=', running.userId)
    .executeTakeFirstOrThrow()
  const body = { email: email ?? '' }
  const linkOf = async () => {
    await sql`TRUNCATE demo_mails`.execute(db())
    await request(server.url, requestMagicLink, { body })
    await request(server.url, forgotPassword, { body })
    await server.runJobs()
    const mails = await mailsTo(db(), body.email)
    return (kind: string) => {
      const text = mails.find((mail) => mail.kind === kind)?.text ?? 'not mailed'
      return /https?:[^\s)]+participant(?:%2F|\/)consents/.exec(text)?.[0] ?? text.includes('not mailed')
    }
  }
  const before = await linkOf()
  expect(before('magic_link')).toMatch(/\/magic-link\/.+\?redirectUrl=%2Fparticipant%2Fconsents$/)
  // A mail that sets a password or may warn of a stranger carries no sign-in link.
  expect(before('reset')).toMatch(/^https?:\/\/[^/]+\/participant\/consents$/)
  expect((await withdraw({ server }, running)).status).toBe(204)
  const after = await linkOf()
  expect([after('magic_link'), after('reset')]).toEqual([false, false])
})

test('mails to an address that others gave say nothing of consents: it may be a manager’s', async () => {
  const { userId, membershipId } = await addRunning(server, cast.anadolu, 'MYT')
  const { email } = await db()
    .updateTable('users')
    .set({ email_handed: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  const body = { email: email ?? '' }
  await request(server.url, requestMagicLink, { body })
  await request(server.url, forgotPassword, { body })
  const invited = { clientId: cast.anadolu, membershipId, reason: 'invited', eventKey: membershipId } as const
  await addJob(db(), sendInvitation, invited)
  await server.runJobs()
  const mails = await mailsTo(db(), body.email)
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['invitation', 'magic_link', 'reset'])
  expect(mails.filter(({ text }) => text.includes('consents'))).toEqual([])
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
  const before = [await ledger(clientId), (await seen({ server, cast }, assignmentId)).status]
  expect(await consentEntries({ server }, assignmentId)).toEqual(['consent_given'])
  for (let times = 1; times <= 2; times += 1) expect((await withdraw({ server }, person)).status).toBe(204)
  expect(await tracesIn(db(), [attemptOf(person)])).toEqual([])
  expect([await ledger(clientId), (await seen({ server, cast }, assignmentId)).status]).toEqual(before)
  expect(await seen({ server, cast }, assignmentId)).toMatchObject({
    consentWithdrawn: true,
    erased: true,
    reportable: false,
    report: null,
  })
  expect((await readReport({ server, cast }, assignmentId)).code).toBe('report_withdrawn')
  expect(await consentEntries({ server }, assignmentId)).toEqual(['consent_given', 'consent_withdrawn'])
  const own = await request(server.url, getOwnAssignment, { token: person.token, params: { assignmentId } })
  expect(own.answer).toMatchObject({
    consentWithdrawn: true,
    reportVisible: false,
    answered: 0,
    notices: [],
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
  expect((await withdraw({ server }, person)).status).toBe(204)
  expect((await save(person)).status).toBe(401)
  expect((await seen({ server, cast }, person.assignmentId)).status).toBe('cancelled')
  expect(await ledger(clientId)).toEqual([])
  const params = { assignmentId: person.assignmentId }
  const again = await request(server.url, startAttempt, { token: person.token, params, body: {} })
  expect(again.code).toBe('assignment_closed')
})

test('where processing does not rest on consent nothing is withdrawn, nor is anything of somebody else', async () => {
  const clientId = cast.anadolu
  const [english, person] = [await done(clientId, 'ENGLISH'), await done(clientId)]
  expect((await withdraw({ server }, english)).code).toBe('no_consent')
  expect((await readReport({ server, cast }, english.assignmentId)).status).toBe(200)
  expect((await withdraw({ server }, { ...person, token: english.token })).status).toBe(404)
  expect((await seen({ server, cast }, person.assignmentId)).consentWithdrawn).toBeUndefined()
  // Somebody who takes one test with consent and has not begun it has given none.
  const taker = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, taker, { code: 'SCL90' })
  expect((await withdraw({ server }, { ...taker, assignmentId })).code).toBe('no_consent')
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
  for (let times = 1; times <= 2; times += 1) expect((await withdraw({ server }, person)).status).toBe(204)
  expect((await readReport({ server, cast }, assignmentId)).code).toBe('report_restricted')
  expect(await seen({ server, cast }, assignmentId)).toMatchObject({
    consentWithdrawn: true,
    erased: false,
    reportable: false,
    report: null,
  })
  expect(await csv()).not.toContain(address)
  expect(await tracesIn(db(), [attemptOf(person)])).not.toEqual([])

  expect((await request(server.url, releasePerson, ofPerson)).status).toBe(204)
  expect((await readReport({ server, cast }, assignmentId)).code).toBe('report_withdrawn')
  expect(await tracesIn(db(), [attemptOf(person)])).toEqual([])
})

test('under a legal hold a withdrawn test takes no late answers, of no device and no file', async () => {
  const clientId = cast.anadolu
  const person = await addRunning(server, clientId, 'SCL90')
  const { assignmentId, membershipId, started, choices } = person
  await sql`UPDATE attempts SET deadline = now() - interval '1 second' WHERE assignment_id = ${assignmentId}`.execute(
    db(),
  )
  await closeTimedOut(db())
  const ofPerson = { token: cast.admin.token, params: { clientId, membershipId } }
  await request(server.url, holdPerson, { ...ofPerson, body: { reason: 'İş mahkemesi 2026/114' } })
  expect((await withdraw({ server }, person)).status).toBe(204)
  expect((await save(person)).status).toBe(401)
  const [first] = choices
  const answers = { [first?.id ?? '']: { value: first?.options[1] ?? '', seq: 1 } }
  const brought = await request(server.url, importRescue, {
    token: cast.manager.token,
    params: { testId: started.testId },
    body: { rescue: await sealed(started, unsent(started, answers)) },
  })
  expect(brought.code).toBe('assignment_closed')
  const bySession = await request(server.url, saveResponses, {
    token: person.token,
    body: { testId: started.testId, responses: { [first?.id ?? '']: first?.options[1] ?? '' } },
  })
  expect(bySession.code).toBe('assignment_closed')
})

test('a withdrawn test that a restored backup brought back says again that its consent was withdrawn', async () => {
  const clientId = cast.anadolu
  const markOf = (what: string, id: string, reason: Mark['reason']): Mark => ({
    client: clientId,
    reason,
    subject: subjectOf(testSlipKey, what, clientId, id).toString('base64'),
  })
  // The tests are as in a backup from before the withdrawals and the erasures. One of the people was erased since.
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
    expect(await seen({ server, cast }, assignmentId)).toMatchObject({ consentWithdrawn: true, erased: true })
  expect((await seen({ server, cast }, other.assignmentId)).consentWithdrawn).toBeUndefined()
  expect((await consentsOf(person.token)).some(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
  // A second restore knows it too.
  expect(await marksOf(db())).toEqual(expect.arrayContaining(marks.slice(0, 2)))
})

test('a test that a withdrawal hid under a legal hold is hidden again after a restore, until the hold ends', async () => {
  const clientId = cast.anadolu
  const person = await done(clientId)
  const { assignmentId, membershipId } = person
  const ofPerson = { token: cast.admin.token, params: { clientId, membershipId } }
  const hold = () =>
    request(server.url, holdPerson, { ...ofPerson, body: { reason: 'İş mahkemesi 2026/114' } })
  await hold()
  expect((await withdraw({ server }, person)).status).toBe(204)
  const marks = await marksOf(db())
  const subject = subjectOf(testSlipKey, 'restricted', clientId, assignmentId).toString('base64')
  expect(marks).toContainEqual({ client: clientId, subject, reason: 'restricted' })

  // The test is as in a backup from before the withdrawal and the hold.
  await sql`UPDATE consents SET withdrawn_at = NULL WHERE assignment_id = ${assignmentId}`.execute(db())
  await sql`UPDATE assignments SET restricted_at = NULL, end_reason = NULL WHERE id = ${assignmentId}`.execute(
    db(),
  )
  await sql`UPDATE memberships SET held_at = NULL, held_by = NULL, hold_reason = '' WHERE id = ${membershipId}`.execute(
    db(),
  )
  await sql`DELETE FROM erasures WHERE client_id = ${clientId}`.execute(db())
  expect((await readReport({ server, cast }, assignmentId)).status).toBe(200)
  const again = () => eraseAgain(db(), testSlipKey, marks)
  expect([await again(), await again()]).toMatchObject([
    { tests: 0, restricted: 1 },
    { tests: 0, restricted: 0 },
  ])
  expect((await readReport({ server, cast }, assignmentId)).code).toBe('report_restricted')
  expect(await seen({ server, cast }, assignmentId)).toMatchObject({ consentWithdrawn: true, erased: false })
  expect((await marksOf(db())).map((mark) => mark.subject)).toContain(subject)
  await hold()
  expect((await request(server.url, releasePerson, ofPerson)).status).toBe(204)
  expect((await readReport({ server, cast }, assignmentId)).code).toBe('report_withdrawn')
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
  expect((await withdraw({ server }, { ...person, token })).status).toBe(204)
  expect((await seen({ server, cast }, person.assignmentId)).erased).toBe(true)
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
  expect((await withdraw({ server }, { ...person, token: opened.answer.token })).status).toBe(204)
  expect((await open()).code).toBe('magic_link_expired')
})

test('a slip, a link that was handed over and one that an admin made neither show nor withdraw a consent', async () => {
  const clientId = await addClient(db())
  const person = await done(clientId)
  const { userId, assignmentId } = person
  const slip = await byLink({
    userId,
    clientId,
    purpose: 'invitation',
    handedOver: true,
    slipKey: testSlipKey,
  })
  const byAdmin = await byLink({ userId, clientId: null, purpose: 'admin_magic' })
  const typed = await request(server.url, openSlipCode, { body: { code: slip.code ?? '' } })
  const sessions = [typed, await slip.open(), await byAdmin.open()].map(({ answer }) => answer.token)
  for (const token of sessions) {
    expect((await withdraw({ server }, { token, assignmentId })).code).toBe('identity_needed')
    expect((await request(server.url, listOwnConsents, { token })).code).toBe('identity_needed')
  }
  expect((await seen({ server, cast }, assignmentId)).erased).toBe(false)
  const [token = ''] = sessions
  await sql`UPDATE sessions SET proved_at = now(), proved_by = 'code' WHERE user_id = ${userId}`.execute(db())
  expect((await withdraw({ server }, { token, assignmentId })).status).toBe(204)
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnConsents, withdrawConsent } from '#contract/consents.ts'
import { enableInventory } from '#contract/enablements.ts'
import { holdPerson } from '#contract/erasure.ts'
import { getOwnAssignment, startAttempt, submitAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast
/** Another reader, who is a health professional. */
let ece: { userId: string; token: string }

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  const { userId } = await addMember(server.database.db, cast.anadolu, {
    name: 'Dr. Ece Er',
    role: 'manager',
  })
  await server.database.db
    .updateTable('users')
    .set({ email_verified_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  const token = await openSession(server.database.db, { userId, invitationClientId: null, remembered: false })
  ece = { userId, token }
})
afterAll(() => server.close())

const enable = (clinicianId: string | null, purpose = 'İş sağlığı taraması') =>
  request(server.url, enableInventory, {
    token: cast.admin.token,
    params: { clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') },
    body: {
      legalBasis: 'Açık rıza',
      purpose,
      recipientIds: [cast.manager.userId, ece.userId],
      forCandidates: true,
      candidatesConfirmed: true,
      clinicianId,
    },
  })

/** Somebody before SCL90, with what its consent's page shows them. */
async function opened() {
  const { token, ...member } = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'SCL90' })
  const params = { assignmentId }
  const shown = async () => {
    const { notices } = (await request(server.url, getOwnAssignment, { token, params })).answer
    return notices.find(({ kind }) => kind === 'explicit_consent')?.recipients
  }
  const start = (recipients: string | undefined) =>
    request(server.url, startAttempt, {
      token,
      params,
      body: { accepted: ['information', 'consent'], ...(recipients !== undefined && { recipients }) },
    })
  return { ...member, token, assignmentId, shown, start }
}

/** Somebody who takes SCL90 with one answer to everything. @param said whether their device says what it showed */
async function taken({ answer = '4', said = true } = {}) {
  const person = await opened()
  const [shown, params] = [await person.shown(), { assignmentId: person.assignmentId }]
  const { answer: started } = await person.start(said ? shown?.id : undefined)
  const items = started.form.sections.flatMap((section) => section.items)
  const body = { testId: started.testId, responses: Object.fromEntries(items.map(({ id }) => [id, answer])) }
  const sent = { token: started.attemptToken }
  expect((await request(server.url, saveResponses, { ...sent, body })).status).toBe(200)
  await request(server.url, submitAttempt, { ...sent, params, body: {} })
  return { ...person, text: shown?.text }
}

const flagged = async ({ assignmentId }: { assignmentId: string }, { token } = ece) => {
  const { categories } = (await request(server.url, getReport, { token, params: { assignmentId } })).answer
  return categories.flatMap(({ scales }) => scales).flatMap((scale) => (scale.flagged ? [scale.key] : []))
}
const mails = async () => {
  await server.runJobs()
  return server.database.db
    .selectFrom('demo_mails')
    .selectAll()
    .where('kind', '=', 'result_flagged')
    .execute()
}
const all = ['DEP', 'ANX', 'PSY']

test('without a named clinician nobody gets a mail about a result, and its report has no flag', async () => {
  await enable(null)
  const person = await taken()
  expect(person.text).toMatch(/İş sağlığı taraması[\s\S]*Anadolu/)
  expect(person.text).not.toContain('uzman')
  expect([await flagged(person), await flagged(person, cast.manager), await mails()]).toEqual([[], [], []])
  // Somebody named later was in no consent of before.
  await enable(ece.userId)
  expect([await flagged(person), await mails()]).toEqual([[], []])
})

test('a clinician is one of the readers', async () => {
  const wrong = await enable(cast.admin.userId)
  expect([wrong.status, Object.keys(Object(wrong.json).message)]).toEqual([400, ['clinicianId']])
})

test('the clinician alone sees flags, and gets a mail that names nothing, where the consent named them', async () => {
  await enable(ece.userId)
  const person = await taken()
  expect(person.text).toContain('sağlık uzmanı olarak bu kişiyi belirledi: Dr. Ece Er')
  expect([await flagged(person), await flagged(person, cast.manager)]).toEqual([all, []])
  const [mail, ...others] = await mails()
  expect([mail?.recipient, others]).toEqual([`${ece.userId}@example.com`, []])
  expect(mail?.text).toContain(`/manager/assignments/${person.assignmentId}/report`)
  expect(JSON.stringify(mail)).not.toMatch(/ŞÜKRÜ|SCL|Depres|Anksiyete|belirti|anxiety/i)
  // Another one takes their place: this consent named the first.
  await enable(cast.manager.userId)
  expect([await flagged(person), await flagged(person, cast.manager)]).toEqual([[], []])
})

test('the record of a consent has the clinician’s name, and its hash covers it', async () => {
  await enable(ece.userId)
  const person = await taken()
  // The name of today is not that of then.
  await enable(null, 'Başka bir amaç')
  const { results } = (await request(server.url, listOwnConsents, { token: person.token })).answer
  const consent = results.find(({ notice }) => notice.kind === 'explicit_consent')
  const text = consent?.notice.text ?? ''
  expect(text).toContain(person.text)
  expect(text).toContain('Dr. Ece Er')
  expect(consent?.textHash).toBe(createHash('sha256').update(text).digest('hex'))
  expect(results.find(({ notice }) => notice.kind === 'information')?.notice.text).not.toContain('Ece Er')
})

test('who agreed to another clinician is asked again before the start, and not once the test has begun', async () => {
  await enable(null)
  const person = await opened()
  const first = await person.shown()
  await enable(ece.userId)
  const refused = await person.start(first?.id)
  expect([refused.code, Object(refused.json).missing]).toEqual(['consent_required', ['consent']])
  expect((await person.start((await person.shown())?.id)).status).toBe(200)
  await enable(cast.manager.userId)
  expect((await person.start((await person.shown())?.id)).status).toBe(200)
})

test('an unremarkable result, and a consent page that the device did not show, cause no mail and no flag', async () => {
  await enable(ece.userId)
  const before = (await mails()).length
  expect(await flagged(await taken({ answer: '0' }))).toEqual([])
  expect(await flagged(await taken({ said: false }))).toEqual([])
  expect(await mails()).toHaveLength(before)
})

test('no mail goes out about a test whose consent was withdrawn, erased or held back', async () => {
  await enable(ece.userId)
  const before = (await mails()).length
  for (const held of [false, true]) {
    const { token, assignmentId, membershipId } = await taken()
    if (held)
      await request(server.url, holdPerson, {
        token: cast.admin.token,
        params: { clientId: cast.anadolu, membershipId },
        body: { reason: 'İş mahkemesi 2026/114' },
      })
    const params = { assignmentId }
    expect((await request(server.url, withdrawConsent, { token, params })).status).toBe(204)
    const read = await request(server.url, getReport, { token: ece.token, params })
    expect(read.code).toBe(held ? 'report_restricted' : 'report_withdrawn')
  }
  expect(await mails()).toHaveLength(before)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { enableInventory } from '#contract/enablements.ts'
import { holdPerson } from '#contract/erasure.ts'
import { startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { getRetention } from '#contract/retention.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { age, endsIn, erasedOf, letMonthPass } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addTaker, submit } from '#test/support/taking.ts'
import { warnOfErasure } from './jobs.ts'
import { eraseOver } from './retention.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await letMonthPass(db())
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

const listed = async (clientId: string) =>
  (await request(server.url, listAssignments, { token: token(), params: { clientId } })).answer.results

const scale = 'psikolojik_durum'

/** Somebody who has taken MYT, and answered its sensitive scale or declined it. */
async function addWithScale(clientId: string, agrees: boolean) {
  const { token: session, ...member } = await addTaker(server, clientId)
  await db()
    .updateTable('memberships')
    .set({ role: 'employee' })
    .where('id', '=', member.membershipId)
    .execute()
  const assignmentId = await addAssignment(db(), clientId, member, { code: 'MYT' })
  const { answer: started } = await request(server.url, startAttempt, {
    token: session,
    params: { assignmentId },
    body: agrees
      ? { accepted: ['information', 'wellbeing'] }
      : { accepted: ['information'], declined: ['wellbeing'] },
  })
  const items = started.form.sections.flatMap((section) => section.items)
  const responses = Object.fromEntries(
    items.map(({ id, type, options }) => [id, type === 'numeric' ? 1 : (options?.[0]?.id ?? '')]),
  )
  const body = { testId: started.testId, responses }
  await request(server.url, saveResponses, { token: started.attemptToken, body })
  await submit(server, { started, assignmentId })
  const read = async (reader: string) => {
    const report = await request(server.url, getReport, { token: reader, params: { assignmentId } })
    return report.answer.categories.flatMap(({ scales }) => scales)
  }
  const sensitiveAnswers = async () =>
    (
      await sql<{ count: number }>`SELECT count(*)::int AS count FROM responses r
        JOIN attempts t ON t.client_id = r.client_id AND t.id = r.attempt_id
        JOIN inventory_versions v ON v.id = t.version_id
        WHERE t.assignment_id = ${assignmentId} AND r.item_id = ANY (v.sensitive_items)`.execute(db())
    ).rows[0]?.count
  return { ...member, clientId, assignmentId, read, sensitiveAnswers }
}

test('a sensitive scale is erased at the end of its own period, of all tests alike; the rest stays until the test’s', async () => {
  const { anadolu: clientId } = cast
  await request(server.url, enableInventory, {
    token: token(),
    params: { clientId, inventoryId: inventory(cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
  const [agreed, declined, held] = [
    await addWithScale(clientId, true),
    await addWithScale(clientId, false),
    await addWithScale(clientId, true),
  ]
  await age(db(), clientId, 5)
  const ofHeld = { token: token(), params: { clientId, membershipId: held.membershipId } }
  await request(server.url, holdPerson, { ...ofHeld, body: { reason: 'İş mahkemesi' } })
  const days = async () =>
    new Map((await listed(clientId)).map((one) => [one.id, [one.keptUntil, one.scalesKeptUntil]]))
  const [, scalesUntil] = (await days()).get(agreed.assignmentId) ?? []
  expect(scalesUntil).toMatch(/^\d{4}-/)
  expect((await days()).get(declined.assignmentId)).toEqual((await days()).get(agreed.assignmentId))
  const before = await agreed.read(cast.manager.token)
  expect(before.find(({ key }) => key === scale)?.raw).not.toBeNull()
  expect(await eraseOver(db(), testSlipKey)).toMatchObject({ scales: 0 })

  await age(db(), clientId, 2)
  // Neither the numbers nor the reports say who had been asked.
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 0, scales: 2, people: 0 })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 0, scales: 0, people: 0 })
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toMatchObject([{ tests: 0, scales: 2, people: 0, held: 1 }])
  expect([await agreed.sensitiveAnswers(), await held.sensitiveAnswers()]).toEqual([0, 9])
  for (const reader of [cast.manager.token, cast.admin.token])
    for (const person of [agreed, declined])
      expect((await person.read(reader)).find(({ key }) => key === scale)).toMatchObject({
        notAssessed: true,
        raw: null,
        standardScore: null,
      })
  const others = (all: typeof before) =>
    all.filter(({ key }) => key !== scale).map(({ key, raw }) => [key, raw])
  expect(others(await agreed.read(cast.manager.token))).toEqual(others(before))
  const { rows } = await sql<{
    scores: object
  }>`SELECT scores FROM results WHERE assignment_id = ${agreed.assignmentId}`.execute(db())
  expect(JSON.stringify(rows)).not.toContain(
    `"key":"${scale}","raw":${before.find(({ key }) => key === scale)?.raw}`,
  )
  expect((await days()).get(agreed.assignmentId)).toEqual([expect.stringMatching(/^\d{4}-/), null])
  expect(await erasedOf(db(), agreed)).toBe('kept')
})

test('scales that end soon are announced apart from whole tests, once, and again when their end changes', async () => {
  const { anadolu: clientId } = cast
  const person = await addWithScale(clientId, true)
  const texts = async () => {
    await addJob(db(), warnOfErasure, {})
    await server.runJobs()
    const mails = await mailsTo(db(), cast.manager.email)
    return mails.filter(({ kind }) => kind === 'erasure_ahead').map(({ text }) => text)
  }
  const ofOne = expect.stringContaining('sensitive scales of 1 test')
  await endsIn(db(), person.assignmentId, 31)
  expect(await texts()).toEqual([ofOne])
  expect(await texts()).toHaveLength(1)
  await endsIn(db(), person.assignmentId, 20)
  expect(await texts()).toEqual([ofOne, ofOne])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { erasePerson, holdPerson } from '#contract/erasure.ts'
import { getReport } from '#contract/reports.ts'
import { getRetention, setRetention } from '#contract/retention.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { warnOfErasure } from './jobs.ts'
import { eraseOver } from './retention.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await letMonthPass()
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

/** Managers had their month to read of the periods. */
async function letMonthPass(): Promise<void> {
  await sql`UPDATE platform_settings SET retention_since = now() - interval '40 days'`.execute(db())
  await sql`UPDATE retention SET changed_at = now() - interval '40 days'`.execute(db())
}

/** Somebody who joined and ended a test so many months ago. */
async function addEnded(
  clientId: string,
  {
    months,
    code = 'ENGLISH',
    role = 'candidate',
  }: { months: number; code?: string; role?: 'candidate' | 'employee' },
) {
  const member = await addMember(db(), clientId, { role })
  const assignmentId = await addAssignment(db(), clientId, member, { code })
  const ago = sql<Date>`now() - make_interval(months => ${months}::int)`
  await db()
    .updateTable('assignments')
    .set({ status: 'completed', ended_at: ago, started_at: ago })
    .where('id', '=', assignmentId)
    .execute()
  await db()
    .updateTable('memberships')
    .set({ joined_at: ago })
    .where('id', '=', member.membershipId)
    .execute()
  return { ...member, clientId, assignmentId }
}

const stateOf = async ({ assignmentId, membershipId }: { assignmentId: string; membershipId: string }) => {
  const { rows } = await sql<{ test: boolean; person: boolean }>`
    SELECT a.erased_at IS NOT NULL AS test, m.erased_at IS NOT NULL AS person
    FROM assignments a JOIN memberships m ON m.id = a.membership_id
    WHERE a.id = ${assignmentId} AND m.id = ${membershipId}`.execute(db())
  return rows[0]?.person ? 'person' : rows[0]?.test ? 'test' : 'kept'
}

test('by default candidates go after six months, tests of employees after two years, sensitive tests after six months', async () => {
  const clientId = await addClient(db())
  const people = {
    youngCandidate: await addEnded(clientId, { months: 5 }),
    oldCandidate: await addEnded(clientId, { months: 7 }),
    youngEmployee: await addEnded(clientId, { months: 23, role: 'employee' }),
    oldEmployee: await addEnded(clientId, { months: 25, role: 'employee' }),
    sensitiveEmployee: await addEnded(clientId, { months: 7, role: 'employee', code: 'SCL90' }),
    held: await addEnded(clientId, { months: 7 }),
  }
  const params = { clientId, membershipId: people.held.membershipId }
  await request(server.url, holdPerson, { token: token(), params, body: { reason: 'İş mahkemesi' } })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 3, people: 1 })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 0, people: 0 })
  const states = await Promise.all(
    Object.entries(people).map(async ([name, person]) => [name, await stateOf(person)]),
  )
  expect(Object.fromEntries(states)).toEqual({
    ...{ youngCandidate: 'kept', oldCandidate: 'person', youngEmployee: 'kept', oldEmployee: 'test' },
    ...{ sensitiveEmployee: 'test', held: 'kept' },
  })
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toMatchObject([{ tests: 3, people: 1, held: 1 }])
  const { answer: list } = await request(server.url, listAssignments, {
    token: token(),
    params: { clientId },
  })
  const shown = list.results.find(({ id }) => id === people.oldEmployee.assignmentId)
  expect(shown).toMatchObject({ erased: true, keptUntil: null, reportable: false })
  expect(list.results.find(({ id }) => id === people.youngCandidate.assignmentId)?.keptUntil).toMatch(
    /^\d{4}-/,
  )
  const report = await request(server.url, getReport, {
    token: token(),
    params: { assignmentId: people.oldEmployee.assignmentId },
  })
  expect(report.code).toBe('report_erased')
})

test('a client sets its own periods, one test’s own first', async () => {
  const clientId = await addClient(db())
  const english = inventory(cast, 'ENGLISH')
  const periods = { candidateMonths: 3, employeeMonths: 12, sensitiveMonths: 1 }
  const set = (tests: { inventoryId: string; months: number }[]) =>
    request(server.url, setRetention, { token: token(), params: { clientId }, body: { ...periods, tests } })
  const wrong = await set([{ inventoryId: clientId, months: 3 }])
  expect(wrong.code).toBe('invalid_request')
  const { answer } = await set([{ inventoryId: english, months: 12 }])
  expect(answer).toMatchObject(periods)
  expect(answer.tests.find((one) => one.inventory.id === english)?.months).toBe(12)
  const [kept, over] = [
    await addEnded(clientId, { months: 4 }),
    await addEnded(clientId, { months: 4, code: 'SCL90' }),
  ]
  // Changed periods give managers a month first.
  await eraseOver(db(), testSlipKey)
  expect([await stateOf(kept), await stateOf(over)]).toEqual(['kept', 'kept'])
  await letMonthPass()
  await eraseOver(db(), testSlipKey)
  expect([await stateOf(kept), await stateOf(over)]).toEqual(['kept', 'person'])
})

const subjectsTo = async (userId: string) => {
  await addJob(db(), warnOfErasure, {})
  await server.runJobs()
  return (await mailsTo(db(), `${userId}@example.com`)).map(({ subject }) => subject)
}
/** Of a test of six months, as many days before its end. */
const endsIn = (assignmentId: string, days: number) =>
  sql`UPDATE assignments SET ended_at = now() + make_interval(days => ${days}::int) - interval '6 months'
    WHERE id = ${assignmentId}`.execute(db())
const some = (count: number) => expect.stringMatching(new RegExp(`: ${count} test`))

/** A client whose manager can be written to. */
async function managed() {
  const clientId = await addClient(db())
  const { userId } = await addMember(db(), clientId, { role: 'manager' })
  const verify = () =>
    db().updateTable('users').set({ email_verified_at: sql`now()` }).where('id', '=', userId).execute()
  return { clientId, userId, verify }
}

test('managers get a mail a month before, and what is erased by hand is in no run', async () => {
  const { clientId, userId, verify } = await managed()
  await verify()
  const soon = await addEnded(clientId, { months: 6 })
  await endsIn(soon.assignmentId, 31)
  expect(await subjectsTo(userId)).toEqual([some(1)])
  const params = { clientId, membershipId: soon.membershipId }
  await request(server.url, erasePerson, { token: token(), params, body: { confirm: 'ŞÜKRÜ İĞNECİ' } })
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toEqual([])
})

test('a mail that was missed comes later, with the tests of a week and each test once', async () => {
  const { clientId, userId, verify } = await managed()
  const tests = [await addEnded(clientId, { months: 6 }), await addEnded(clientId, { months: 6 })]
  const [missed = '', later = ''] = tests.map(({ assignmentId }) => assignmentId)
  await endsIn(missed, 12)
  await endsIn(later, 60)
  // Nobody could get a mail, so nothing is marked.
  expect(await subjectsTo(userId)).toEqual([])
  await verify()
  expect(await subjectsTo(userId)).toEqual([some(1)])
  expect(await subjectsTo(userId)).toHaveLength(1)
  // Within the week, but not soon: it goes with the next mail.
  await endsIn(later, 36)
  expect(await subjectsTo(userId)).toHaveLength(1)
  await endsIn(later, 30)
  expect(await subjectsTo(userId)).toEqual([some(1), some(1)])
  // Another end than the one in the mail.
  await endsIn(missed, 9)
  expect(await subjectsTo(userId)).toEqual([some(1), some(1), some(1)])
})

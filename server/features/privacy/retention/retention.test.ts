import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { holdPerson } from '#contract/erasure.ts'
import { startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { getRetention, setRetention } from '#contract/retention.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { addEnded, age, erasedOf, letMonthPass } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addTaker } from '#test/support/taking.ts'
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

test('by default candidates go after six months, tests of employees after two years, sensitive tests after six months', async () => {
  const clientId = await addClient(db())
  const people = {
    youngCandidate: await addEnded(db(), clientId, { months: 5 }),
    oldCandidate: await addEnded(db(), clientId, { months: 7 }),
    youngEmployee: await addEnded(db(), clientId, { months: 23, role: 'employee' }),
    oldEmployee: await addEnded(db(), clientId, { months: 25, role: 'employee' }),
    sensitiveEmployee: await addEnded(db(), clientId, { months: 7, role: 'employee', code: 'SCL90' }),
    held: await addEnded(db(), clientId, { months: 7 }),
  }
  const params = { clientId, membershipId: people.held.membershipId }
  await request(server.url, holdPerson, { token: token(), params, body: { reason: 'İş mahkemesi' } })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 3, scales: 0, people: 1 })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 0, scales: 0, people: 0 })
  const states = await Promise.all(
    Object.entries(people).map(async ([name, person]) => [name, await erasedOf(db(), person)]),
  )
  expect(Object.fromEntries(states)).toEqual({
    youngCandidate: 'kept',
    oldCandidate: 'person',
    youngEmployee: 'kept',
    oldEmployee: 'test',
    sensitiveEmployee: 'test',
    held: 'kept',
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
  // No day is promised that a legal hold does not keep.
  const heldOne = list.results.find(({ id }) => id === people.held.assignmentId)
  expect(heldOne).toMatchObject({ erased: false, keptUntil: null })
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
  // A change that names no tests keeps their periods.
  const { answer: again } = await request(server.url, setRetention, {
    token: token(),
    params: { clientId },
    body: periods,
  })
  expect(again.tests).toEqual(answer.tests)
  const [kept, over] = [
    await addEnded(db(), clientId, { months: 4 }),
    await addEnded(db(), clientId, { months: 4, code: 'SCL90' }),
  ]
  // A shorter period takes effect later, so that managers have a month to read of it.
  await eraseOver(db(), testSlipKey)
  expect([await erasedOf(db(), kept), await erasedOf(db(), over)]).toEqual(['kept', 'kept'])
  await letMonthPass(db())
  await eraseOver(db(), testSlipKey)
  expect([await erasedOf(db(), kept), await erasedOf(db(), over)]).toEqual(['kept', 'person'])
})

/** Somebody who started a test and answered one question of it. */
async function addBegun(clientId: string, code = 'ENGLISH', due: string | null = null) {
  const { token: session, ...member } = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, member, { code, due })
  const start = () =>
    request(server.url, startAttempt, {
      token: session,
      params: { assignmentId },
      body: { accepted: ['information'] },
    })
  // The test has no time limit: a clock would end it.
  await db().updateTable('assignments').set({ time_percent: null }).where('id', '=', assignmentId).execute()
  const { answer: started } = await start()
  const [item] = started.form.sections.flatMap(({ items }) => items).filter(({ options }) => options)
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } },
  })
  return { ...member, clientId, assignmentId, start }
}

const listed = async (clientId: string) =>
  (await request(server.url, listAssignments, { token: token(), params: { clientId } })).answer.results

test('a test that nobody hands in ends its period after the last thing that happened to it, and is listed, announced and erased', async () => {
  const clientId = await addClient(db())
  const { userId } = await addMember(db(), clientId, { role: 'manager' })
  await db().updateTable('users').set({ email_verified_at: sql`now()` }).where('id', '=', userId).execute()
  const unstarted = await addMember(db(), clientId)
  const waiting = {
    ...unstarted,
    assignmentId: await addAssignment(db(), clientId, unstarted, { code: 'ENGLISH' }),
  }
  const [begun, due] = [await addBegun(clientId), await addBegun(clientId, 'ENGLISH', '2999-12-31')]
  await age(db(), clientId, 5)
  const active = await addBegun(clientId)
  await sql`UPDATE assignments SET created_at = now() - interval '9 months' WHERE id = ${active.assignmentId}`.execute(
    db(),
  )
  const dayOf = async ({ assignmentId }: { assignmentId: string }) =>
    (await listed(clientId)).find(({ id }) => id === assignmentId)?.keptUntil
  const inMonths = async (months: number) =>
    (
      await sql<{
        day: string
      }>`SELECT ((now() + make_interval(months => ${months}::int)) AT TIME ZONE 'Europe/Istanbul')::date::text AS day`.execute(
        db(),
      )
    ).rows[0]?.day
  expect([await dayOf(waiting), await dayOf(begun)].map((day) => day?.slice(0, 7))).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^\d{4}-\d\d$/)),
  )
  expect(await dayOf(active)).toBe(await inMonths(6))
  // Its last day will end it.
  expect(await dayOf(due)).toBeNull()
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.soon.tests).toBeLessThanOrEqual(2)
  expect(await eraseOver(db(), testSlipKey)).toMatchObject({ tests: 0 })

  await sql`UPDATE assignments SET created_at = created_at + interval '3 days' WHERE id = ${waiting.assignmentId}`.execute(
    db(),
  )
  await addJob(db(), warnOfErasure, {})
  await server.runJobs()
  const mails = await db()
    .selectFrom('demo_mails')
    .select('kind')
    .where('recipient', '=', `${userId}@example.com`)
    .execute()
  expect(mails).toEqual([{ kind: 'erasure_ahead' }])

  await age(db(), clientId, 2)
  expect(await eraseOver(db(), testSlipKey)).toMatchObject({ tests: 2, people: 2 })
  expect([await erasedOf(db(), waiting), await erasedOf(db(), begun)]).toEqual(['person', 'person'])
  expect([await erasedOf(db(), active), await erasedOf(db(), due)]).toEqual(['kept', 'kept'])
  const { rows } = await sql<{ status: string; reason: string }>`
    SELECT status, end_reason AS reason FROM assignments
    WHERE id = ANY (${[waiting.assignmentId, begun.assignmentId]}::uuid[]) ORDER BY status DESC`.execute(db())
  expect(rows).toEqual([
    { status: 'expired', reason: 'past_due' },
    { status: 'cancelled', reason: 'past_due' },
  ])
  // The test ends as if its last day were over: the unit goes back only when the test was never started.
  const entries = await db()
    .selectFrom('quota_entries')
    .select(['kind', 'quantity', 'reason', 'assignment_id'])
    .where('client_id', '=', clientId)
    .execute()
  expect(entries).toEqual([
    { kind: 'return', quantity: 1, reason: 'past_due', assignment_id: waiting.assignmentId },
  ])
  expect(['assignment_closed', 'not_authenticated', 'not_found']).toContain((await begun.start()).code)
})

test('who came back goes when everything they were is over, and who cannot be erased keeps nobody else', async () => {
  const clientId = await addClient(db())
  const comeBack = async (now: { months: number }) => {
    const before = await addEnded(db(), clientId, { months: 8 })
    await sql`UPDATE memberships SET removed_at = now() - interval '7 months' WHERE id = ${before.membershipId}`.execute(
      db(),
    )
    const again = await addEnded(db(), clientId, now)
    await sql`UPDATE memberships SET user_id = ${before.userId} WHERE id = ${again.membershipId}`.execute(
      db(),
    )
    await sql`UPDATE assignments SET user_id = ${before.userId} WHERE id = ${again.assignmentId}`.execute(
      db(),
    )
    return { before, again }
  }
  const active = await comeBack({ months: 1 })
  const over = await comeBack({ months: 7 })
  const stuck = await addEnded(db(), clientId, { months: 7 })
  // The trigger keeps the row as a hold set in this minute would.
  await sql`CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.erased_at IS NOT NULL THEN RAISE EXCEPTION 'kept'; END IF; RETURN NEW; END $$`.execute(db())
  await sql`CREATE TRIGGER stuck BEFORE UPDATE ON memberships FOR EACH ROW
    WHEN (NEW.id = ${sql.lit(stuck.membershipId)}) EXECUTE FUNCTION refuse_stuck()`.execute(db())
  await expect(eraseOver(db(), testSlipKey)).rejects.toThrow('kept')
  await sql`DROP FUNCTION refuse_stuck() CASCADE`.execute(db())
  expect([await erasedOf(db(), active.before), await erasedOf(db(), active.again)]).toEqual(['test', 'kept'])
  expect([await erasedOf(db(), over.before), await erasedOf(db(), over.again)]).toEqual(['person', 'person'])
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toMatchObject([{ tests: 4, people: 1 }])
})

test('a test that cannot be erased is named and keeps no other, nor people', async () => {
  const clientId = await addClient(db())
  const broken = await addEnded(db(), clientId, { months: 20 })
  const others = [
    await addEnded(db(), clientId, { months: 8 }),
    await addEnded(db(), clientId, { months: 7 }),
  ]
  await sql`CREATE FUNCTION refuse_broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.erased_at IS NOT NULL THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$`.execute(db())
  await sql`CREATE TRIGGER broken BEFORE UPDATE ON assignments FOR EACH ROW
    WHEN (NEW.id = ${sql.lit(broken.assignmentId)}) EXECUTE FUNCTION refuse_broken()`.execute(db())
  await expect(eraseOver(db(), testSlipKey)).rejects.toThrow(`${broken.assignmentId}: error: broken`)
  await sql`DROP FUNCTION refuse_broken() CASCADE`.execute(db())
  expect(await Promise.all(others.map((one) => erasedOf(db(), one)))).toEqual(['person', 'person'])
  expect(await erasedOf(db(), broken)).toBe('kept')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { enableInventory } from '#contract/enablements.ts'
import { erasePerson, holdPerson } from '#contract/erasure.ts'
import { startAttempt } from '#contract/participant.ts'
import { getReport } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { getRetention, setRetention } from '#contract/retention.ts'
import { addJob } from '#server/jobs/add.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { mailsTo } from '#test/support/mails.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addTaker, submit } from '#test/support/taking.ts'
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
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 3, scales: 0, people: 1 })
  expect(await eraseOver(db(), testSlipKey)).toEqual({ tests: 0, scales: 0, people: 0 })
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

const listed = async (clientId: string) =>
  (await request(server.url, listAssignments, { token: token(), params: { clientId } })).answer.results

/** Lets so many months pass for all that a client has. */
async function age(clientId: string, months: number): Promise<void> {
  const ago = sql`make_interval(months => ${months}::int)`
  await sql`UPDATE assignments SET created_at = created_at - ${ago}, started_at = started_at - ${ago}, ended_at = ended_at - ${ago}
    WHERE client_id = ${clientId}`.execute(db())
  await sql`UPDATE attempts SET started_at = started_at - ${ago}, closed_at = closed_at - ${ago} WHERE client_id = ${clientId}`.execute(
    db(),
  )
  await sql`UPDATE responses SET stored_at = stored_at - ${ago} WHERE client_id = ${clientId}`.execute(db())
  await sql`UPDATE attempt_tokens SET created_at = created_at - ${ago} WHERE client_id = ${clientId}`.execute(
    db(),
  )
  await sql`UPDATE memberships SET joined_at = joined_at - ${ago} WHERE client_id = ${clientId}`.execute(db())
}

/** Somebody who started a test and answered one question of it. */
async function addBegun(clientId: string, code = 'ENGLISH', due: string | null = null) {
  const { token: session, ...member } = await addTaker(server, clientId)
  const assignmentId = await addAssignment(db(), clientId, member, { code, due })
  const start = () =>
    request(server.url, startAttempt, {
      ...{ token: session, params: { assignmentId } },
      body: { accepted: ['information'] },
    })
  // Without a limit: a clock would end it.
  await db().updateTable('assignments').set({ time_percent: null }).where('id', '=', assignmentId).execute()
  const { answer: started } = await start()
  const [item] = started.form.sections.flatMap(({ items }) => items).filter(({ options }) => options)
  await request(server.url, saveResponses, {
    token: started.attemptToken,
    body: { testId: started.testId, responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } },
  })
  return { ...member, clientId, assignmentId, start }
}

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
  await age(clientId, 5)
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

  await age(clientId, 2)
  expect(await eraseOver(db(), testSlipKey)).toMatchObject({ tests: 2, people: 2 })
  expect([await stateOf(waiting), await stateOf(begun)]).toEqual(['person', 'person'])
  expect([await stateOf(active), await stateOf(due)]).toEqual(['kept', 'kept'])
  const { rows } = await sql<{ status: string; reason: string }>`
    SELECT status, end_reason AS reason FROM assignments
    WHERE id = ANY (${[waiting.assignmentId, begun.assignmentId]}::uuid[]) ORDER BY status DESC`.execute(db())
  expect(rows).toEqual([
    { status: 'expired', reason: 'past_due' },
    { status: 'cancelled', reason: 'past_due' },
  ])
  // As of a test whose last day is over: the unit of the one that was never started goes back, that of the other was used.
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
    ...{ token: session, params: { assignmentId } },
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
    ...{ token: token(), params: { clientId, inventoryId: inventory(cast, 'MYT') } },
    body: { legalBasis: 'Açık rıza', recipientIds: [cast.manager.userId] },
  })
  const [agreed, declined, held] = [
    await addWithScale(clientId, true),
    await addWithScale(clientId, false),
    await addWithScale(clientId, true),
  ]
  await age(clientId, 5)
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

  await age(clientId, 2)
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
  expect(await stateOf(agreed)).toBe('kept')
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
  await endsIn(person.assignmentId, 31)
  expect(await texts()).toEqual([ofOne])
  expect(await texts()).toHaveLength(1)
  await endsIn(person.assignmentId, 20)
  expect(await texts()).toEqual([ofOne, ofOne])
})

test('who came back goes when everything they were is over, and who cannot be erased keeps nobody else', async () => {
  const clientId = await addClient(db())
  const comeBack = async (now: { months: number }) => {
    const before = await addEnded(clientId, { months: 8 })
    await sql`UPDATE memberships SET removed_at = now() - interval '7 months' WHERE id = ${before.membershipId}`.execute(
      db(),
    )
    const again = await addEnded(clientId, now)
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
  const stuck = await addEnded(clientId, { months: 7 })
  // As a hold of this minute would.
  await sql`CREATE FUNCTION refuse_stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.erased_at IS NOT NULL THEN RAISE EXCEPTION 'kept'; END IF; RETURN NEW; END $$`.execute(db())
  await sql`CREATE TRIGGER stuck BEFORE UPDATE ON memberships FOR EACH ROW
    WHEN (NEW.id = ${sql.lit(stuck.membershipId)}) EXECUTE FUNCTION refuse_stuck()`.execute(db())
  await expect(eraseOver(db(), testSlipKey)).rejects.toThrow('kept')
  await sql`DROP FUNCTION refuse_stuck() CASCADE`.execute(db())
  expect([await stateOf(active.before), await stateOf(active.again)]).toEqual(['test', 'kept'])
  expect([await stateOf(over.before), await stateOf(over.again)]).toEqual(['person', 'person'])
  const { answer } = await request(server.url, getRetention, { token: token(), params: { clientId } })
  expect(answer.runs).toMatchObject([{ tests: 4, people: 1 }])
})

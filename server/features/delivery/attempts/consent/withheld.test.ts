import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssignment } from '#contract/assignments.ts'
import { disableInventory, enableInventory, listClientInventories } from '#contract/enablements.ts'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { readTestId } from '#server/features/delivery/attempts/tokens.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, addTaker, submit } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const params = () => ({ clientId: cast.anadolu, inventoryId: inventory(cast, 'SCL90') })
const disable = () => request(server.url, disableInventory, { token: cast.admin.token, params: params() })
const enable = (forCandidates: boolean) =>
  request(server.url, enableInventory, {
    token: cast.admin.token,
    params: params(),
    body: {
      legalBasis: 'Açık rıza',
      purpose: 'İş sağlığı',
      recipientIds: [cast.manager.userId],
      ...(forCandidates && { forCandidates, candidatesConfirmed: true as const }),
    },
  })
const seen = async (assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.manager.token, params: { assignmentId } })).answer

/** Somebody who was given SCL90 while it was open to everybody. */
async function given(role: 'candidate' | 'employee') {
  const { token, ...member } = await addTaker(server, cast.anadolu)
  await server.database.db
    .updateTable('memberships')
    .set({ role })
    .where('id', '=', member.membershipId)
    .execute()
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, member, { code: 'SCL90' })
  const start = (language = 'tr') =>
    request(server.url, startAttempt, {
      token,
      params: { assignmentId },
      headers: { 'accept-language': language },
      body: { accepted: ['information', 'consent'] },
    })
  return { assignmentId, start }
}

test('a sensitive test that was closed after it was assigned can’t be started: the person reads who to ask, the manager sees it', async () => {
  const { assignmentId, start } = await given('employee')
  await disable()
  const refused = await start()
  expect([refused.status, refused.code]).toEqual([409, 'test_withheld'])
  const { name, phone } = await server.database.db
    .selectFrom('clients')
    .select(['name', 'phone'])
    .where('id', '=', cast.anadolu)
    .executeTakeFirstOrThrow()
  for (const language of ['tr', 'en']) {
    const { message } = Object((await start(language)).json)
    expect(message).toContain(`${name}, ${phone}`)
  }
  expect(await seen(assignmentId)).toMatchObject({ status: 'pending', startedAt: null, withheld: true })
  await enable(false)
  expect((await seen(assignmentId)).withheld).toBeUndefined()
  expect((await start()).status).toBe(200)
})

test('enabled for employees only, candidates who had it can’t start it', async () => {
  const [candidate, employee] = [await given('candidate'), await given('employee')]
  await enable(false)
  expect([(await candidate.start()).code, (await employee.start()).status]).toEqual(['test_withheld', 200])
  expect([
    (await seen(candidate.assignmentId)).withheld,
    (await seen(employee.assignmentId)).withheld,
  ]).toEqual([true, undefined])
})

const running = async () => {
  const { answer } = await request(server.url, listClientInventories, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  return answer.find(({ inventory: { code } }) => code === 'SCL90')?.running ?? { people: -1, candidates: -1 }
}

test('closing it to candidates ends and erases their running tests, and not those of employees', async () => {
  const [candidate, employee] = [await given('candidate'), await given('employee')]
  const before = await running()
  for (const { start } of [candidate, employee]) expect((await start()).status).toBe(200)
  expect(await running()).toEqual({ people: before.people + 2, candidates: before.candidates + 1 })
  await enable(false)
  expect((await running()).candidates).toBe(0)
  expect(await seen(candidate.assignmentId)).toMatchObject({
    status: 'cancelled',
    closed: true,
    erased: true,
  })
  expect(await seen(employee.assignmentId)).toMatchObject({ status: 'pending', erased: false })
  expect([(await candidate.start()).code, (await employee.start()).status]).toEqual([
    'assignment_closed',
    200,
  ])
})

test('closing it to candidates waits for a test that just begins, and ends it', async () => {
  const { db } = server.database
  const { assignmentId } = await given('candidate')
  const closing = await db.transaction().execute(async (tx) => {
    await holdEnablement(tx, cast.anadolu, inventory(cast, 'SCL90'))
    const begun = enable(false)
    await expect
      .poll(async () => {
        const waiting = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%inventory_enablements%'`.execute(
          db,
        )
        return waiting.rows.length
      })
      .toBe(1)
    await tx
      .updateTable('assignments')
      .set({ started_at: sql`now()` })
      .where('id', '=', assignmentId)
      .execute()
    return { begun }
  })
  expect((await closing.begun).status).toBe(200)
  expect(await seen(assignmentId)).toMatchObject({ status: 'cancelled', erased: true })
})

test('closing it ends the running tests: no answer is taken any more, and those given are erased', async () => {
  const running = await addRunning(server, cast.anadolu, 'SCL90')
  const done = await addRunning(server, cast.anadolu, 'SCL90')
  const english = await addRunning(server, cast.anadolu, 'ENGLISH')
  const save = ({ started, choices: [first] }: typeof running) =>
    request(server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, responses: { [first?.id ?? '']: first?.options[0] ?? '' } },
    })
  for (const one of [running, done, english]) expect((await save(one)).status).toBe(200)
  await submit(server, done)
  await disable()
  expect([(await save(running)).status, (await save(english)).status]).toEqual([401, 200])
  const attempt = readTestId(running.started.testId)?.attemptId ?? 'none'
  expect(await tracesIn(server.database.db, [attempt])).toEqual([])
  expect(await seen(running.assignmentId)).toMatchObject({ status: 'cancelled', erased: true })
  expect(await seen(done.assignmentId)).toMatchObject({ status: 'completed', erased: false })
  const own = await request(server.url, getOwnAssignment, {
    token: running.token,
    params: { assignmentId: running.assignmentId },
  })
  expect(own.answer).toMatchObject({ status: 'cancelled', closed: true })
})

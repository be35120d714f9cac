import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAssignments } from '#contract/assignment-actions.ts'
import { countAssignments, listAssignments, resultsCsv } from '#contract/assignments.ts'
import { getClientDashboard } from '#contract/dashboards.ts'
import type { QueryIn } from '#contract/kit.ts'
import { submitAttempt } from '#contract/participant.ts'
import { addDays } from '#server/features/results/dashboards/days.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const sent = (clientId: string) => ({ token: cast.admin.token, params: { clientId } })

/** A client of the far east, whose day begins before everybody else's, with a test due on each of these days. */
async function clientWithDue(days: readonly (string | null)[]): Promise<string> {
  const clientId = await addClient(db())
  await db()
    .updateTable('clients')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', clientId)
    .execute()
  for (const due of days)
    await addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH', due })
  return clientId
}

const list = async (clientId: string, query: QueryIn<typeof listAssignments>) => {
  const { answer } = await request(server.url, listAssignments, { ...sent(clientId), query })
  return { count: answer.count, days: answer.results.map((row) => row.dueDate) }
}

test('the list can be asked for what is due on some days, both of them included', async () => {
  const clientId = await clientWithDue(['2998-01-01', '2998-01-02', '2998-01-03', '2998-01-04', null])
  const ordering = 'dueDate'
  expect(await list(clientId, { due_from: '2998-01-02', due_to: '2998-01-03', ordering })).toEqual({
    count: 2,
    days: ['2998-01-02', '2998-01-03'],
  })
  // The number of pending ones is known and that of others is counted, with the same result.
  for (const more of [{}, { status: 'pending' }] as const) {
    expect((await list(clientId, { ...more, due_from: '2998-01-03' })).count).toBe(2)
    expect((await list(clientId, { ...more, due_to: '2998-01-01' })).count).toBe(1)
    expect((await list(clientId, { ...more, due_to: '9999-12-31' })).count).toBe(4)
    expect((await list(clientId, { ...more, due_from: '2998-01-05' })).count).toBe(0)
  }
  const answer = await request(server.url, listAssignments, {
    ...sent(clientId),
    query: { due_from: '2998-02-30' },
  })
  expect(answer.status).toBe(400)
})

test('the list can be asked for what was assigned on some days of the client, both of them included', async () => {
  const clientId = await clientWithDue([])
  // Its days begin fourteen hours before those of UTC.
  for (const at of ['01-01T09:59:59', '01-01T10:00', '01-02T09:59:59', '01-02T10:00']) {
    const member = await addMember(db(), clientId)
    const id = await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
    await sql`UPDATE assignments SET created_at = ${`2020-${at}Z`} WHERE id = ${id}`.execute(db())
  }
  const found = async (query: QueryIn<typeof listAssignments>) => (await list(clientId, query)).count
  expect(await found({ from: '2020-01-02', to: '2020-01-02' })).toBe(2)
  expect(await found({ from: '2020-01-02' })).toBe(3)
  expect(await found({ to: '2020-01-02' })).toBe(3)
  expect(await found({ from: '2020-01-04' })).toBe(0)
})

test('what the dashboard says is due within seven days is what the list finds for its days', async () => {
  const clientId = await clientWithDue([])
  const { answer: empty } = await request(server.url, getClientDashboard, sent(clientId))
  const { today } = empty
  const seventh = addDays(today, 6)
  for (const due of [today, seventh, addDays(seventh, 1), addDays(today, -1)])
    await addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH', due })
  const { answer } = await request(server.url, getClientDashboard, sent(clientId))
  const found = await list(clientId, { status: 'pending', due_from: today, due_to: seventh })
  expect(answer.dueWithin7Days.count).toBe(2)
  expect([found.count, found.days.length]).toEqual([2, 2])
})

test('the export and the actions on all that match keep to the same days', async () => {
  const clientId = await clientWithDue(['2998-01-01', '2998-01-02'])
  const done = await addRunning(server, clientId, 'ENGLISH')
  await sql`UPDATE assignments SET due_date = '2998-01-09' WHERE id = ${done.assignmentId}`.execute(db())
  await request(server.url, submitAttempt, {
    token: done.token,
    params: { assignmentId: done.assignmentId },
    body: {},
  })
  const lines = async (query: QueryIn<typeof resultsCsv>) => {
    const { text } = await request(server.url, resultsCsv, { ...sent(clientId), query })
    return text.trim().split('\n').length - 1
  }
  expect(await lines({ due_from: '2998-01-09', due_to: '2998-01-09' })).toBe(1)
  expect(await lines({ due_to: '2998-01-08' })).toBe(0)
  const cancelled = await request(server.url, cancelAssignments, {
    ...sent(clientId),
    body: { filter: { due_from: '2998-01-02' } },
  })
  expect(cancelled.answer.done).toBe(1)
  expect(await list(clientId, { status: 'pending' })).toEqual({ count: 1, days: ['2998-01-01'] })
})

test('several statuses, tests, groups and decisions find what has any of them, and the number agrees', async () => {
  const clientId = await addClient(db())
  const add = async (code: string, group: string, decision: 'none' | 'hired') => {
    const member = await addMember(db(), clientId)
    await db()
      .updateTable('memberships')
      .set({ group_name: group, decision })
      .where('id', '=', member.membershipId)
      .execute()
    return addAssignment(db(), clientId, member, { code })
  }
  await add('ENGLISH', 'Depo, gece', 'none')
  const cancelled = await add('AYT', 'Depo', 'hired')
  await request(server.url, cancelAssignments, { ...sent(clientId), body: { assignmentIds: [cancelled] } })
  await addRunning(server, clientId, 'MYT')
  const found = async (query: QueryIn<typeof listAssignments>) => {
    const { answer } = await request(server.url, listAssignments, { ...sent(clientId), query })
    const codes = answer.results.map((row) => row.inventory.code).sort()
    expect(answer.count).toBe(codes.length)
    return codes.join(' ')
  }
  const of = (...codes: string[]) => codes.map((code) => inventory(cast, code)).join(',')
  expect(await found({ status: 'not_started' })).toBe('ENGLISH')
  expect(await found({ status: 'in_progress' })).toBe('MYT')
  expect(await found({ status: 'pending' })).toBe('ENGLISH MYT')
  expect(await found({ status: 'pending,not_started' })).toBe('ENGLISH MYT')
  expect(await found({ status: 'not_started,cancelled' })).toBe('AYT ENGLISH')
  expect(await found({ inventory: of('AYT', 'MYT') })).toBe('AYT MYT')
  expect(await found({ inventory: of('AYT', 'MYT'), status: 'in_progress' })).toBe('MYT')
  expect(await found({ group: 'Depo, gece\nDepo' })).toBe('AYT ENGLISH')
  expect(await found({ decision: 'hired' })).toBe('AYT')
  expect(await found({ decision: 'none', status: 'not_started' })).toBe('ENGLISH')
  expect(await found({ decision: 'hired,none' })).toBe('AYT ENGLISH MYT')
  for (const query of [
    { status: 'done' },
    { decision: 'fired' },
    { status: 'pending,' },
    { inventory: 'x' },
    { group: '\n' },
  ])
    expect((await request(server.url, listAssignments, { ...sent(clientId), query })).status).toBe(400)
  const { answer } = await request(server.url, countAssignments, sent(clientId))
  expect(answer).toEqual({ assigned: 3, pending: 2, started: 1, completed: 0, expired: 0, cancelled: 1 })
})

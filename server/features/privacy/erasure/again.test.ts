import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdPerson } from '#contract/erasure.ts'
import { startAttempt } from '#contract/participant.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment, addClient, addMember, addTwice } from '#test/support/invited.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { tracesIn } from '#test/support/traces.ts'
import { subjectOf } from './erase.ts'
import { eraseAgain, marksOf } from './erasure-marks.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
})
afterAll(() => server.close())

const db = () => server.database.db
const token = () => cast.admin.token

test('what was erased is erased again after a restore, and only with the installation’s key', async () => {
  const clientId = await addClient(db())
  const { membershipId, userId } = await addRunning(server, clientId, 'ENGLISH')
  // The hold is part of the backup, which is older than the erasure.
  const held = { params: { clientId, membershipId }, body: { reason: 'kanarya9953-hold' } }
  await request(server.url, holdPerson, { token: token(), ...held })
  const marks = [
    {
      client: clientId,
      subject: subjectOf(testSlipKey, 'person', clientId, membershipId).toString('base64'),
      reason: 'restore' as const,
    },
  ]
  expect(await eraseAgain(db(), subjectOf(testSlipKey, 'another key'), marks)).toEqual({
    people: 0,
    tests: 0,
    scales: 0,
    restricted: 0,
  })
  expect(await eraseAgain(db(), testSlipKey, marks)).toMatchObject({ people: 1, tests: 0, scales: 0 })
  expect(await eraseAgain(db(), testSlipKey, marks)).toMatchObject({ people: 0, tests: 0, scales: 0 })
  expect(await tracesIn(db(), [`${userId}@example.com`, 'kanarya9953-hold'])).toEqual([])
  expect(await marksOf(db())).toEqual(expect.arrayContaining(marks))
})

test('a test that the backup has from before its end ends again, and gives its unit back if nobody had started it', async () => {
  const clientId = await addClient(db())
  const { token: session, ...member } = await addTaker(server, clientId)
  const unstarted = await addAssignment(db(), clientId, member, { code: 'ENGLISH' })
  const running = await addRunning(server, clientId, 'ENGLISH')
  const marks = (
    [
      ['retention', unstarted],
      ['manager', running.assignmentId],
    ] as const
  ).map(([reason, assignmentId]) => ({
    client: clientId,
    reason,
    subject: subjectOf(testSlipKey, 'test', clientId, assignmentId).toString('base64'),
  }))
  expect(await eraseAgain(db(), testSlipKey, marks)).toMatchObject({ tests: 2 })
  expect(await eraseAgain(db(), testSlipKey, marks)).toMatchObject({ tests: 0 })
  const kept = await db()
    .selectFrom('assignments')
    .select(['status', 'erased_at'])
    .where('client_id', '=', clientId)
    .execute()
  const ended = { status: 'cancelled', erased_at: expect.any(Date) }
  expect(kept).toEqual([ended, ended])
  const units = await db()
    .selectFrom('quota_entries')
    .select(['kind', 'quantity', 'assignment_id'])
    .where('client_id', '=', clientId)
    .execute()
  expect(units).toEqual([{ kind: 'return', quantity: 1, assignment_id: unstarted }])
  for (const [token, assignmentId] of [
    [session, unstarted],
    [running.token, running.assignmentId],
  ] as const) {
    const start = { token, params: { assignmentId }, body: { accepted: ['information'] } }
    expect((await request(server.url, startAttempt, start)).code).toBe('assignment_closed')
  }
})

test('after a restore each person of the marks is erased once, also who belonged to a client twice', async () => {
  const clientId = await addClient(db())
  const twice = await addTwice(db(), clientId)
  const once = await addMember(db(), clientId)
  const marks = [twice.before, twice.now, once.membershipId].map((membershipId) => ({
    client: clientId,
    subject: subjectOf(testSlipKey, 'person', clientId, membershipId).toString('base64'),
    reason: 'manager' as const,
  }))
  expect(await eraseAgain(db(), testSlipKey, marks)).toMatchObject({ people: 2, tests: 0, scales: 0 })
})

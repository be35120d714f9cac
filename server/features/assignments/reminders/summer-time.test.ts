import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { findSendTime } from './queries.ts'
import { remindByTheClock } from './schedule.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.database.db
const zone = 'Europe/Berlin'
// The clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October; both at 01:00 UTC.

describe('nobody is written to between 21:00 and 08:00 by their own clock', () => {
  test.each([
    ['20:59 before the short night', '2026-03-28T19:59:00Z', '2026-03-28T19:59:00Z'],
    ['21:00 before the short night', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00Z'],
    ['01:30, before the clock is put on', '2026-03-29T00:30:00Z', '2026-03-29T06:00:00Z'],
    ['03:30, after it', '2026-03-29T01:30:00Z', '2026-03-29T06:00:00Z'],
    ['07:59 of that morning', '2026-03-29T05:59:00Z', '2026-03-29T06:00:00Z'],
    ['08:00 of that morning', '2026-03-29T06:00:00Z', '2026-03-29T06:00:00Z'],
    ['21:00 of that day', '2026-03-29T19:00:00Z', '2026-03-30T06:00:00Z'],
    ['21:00 before the long night', '2026-10-24T19:00:00Z', '2026-10-25T07:00:00Z'],
    ['the first 02:30', '2026-10-25T00:30:00Z', '2026-10-25T07:00:00Z'],
    ['the second 02:30', '2026-10-25T01:30:00Z', '2026-10-25T07:00:00Z'],
    ['07:30 of that morning', '2026-10-25T06:30:00Z', '2026-10-25T07:00:00Z'],
    ['20:30 of that day', '2026-10-25T19:30:00Z', '2026-10-25T19:30:00Z'],
    ['21:00 of that day', '2026-10-25T20:00:00Z', '2026-10-26T07:00:00Z'],
  ])('at %s', async (_, at, then) => {
    const found = await findSendTime(db(), zone, new Date(at))
    expect(found).toEqual({ sendAt: new Date(then), queued: at !== then })
  })
})

test.each([
  ['2026-04-01', ['2026-03-29T05:59:00Z', '2026-03-29T19:00:00Z'], '2026-03-29T06:00:00Z'],
  ['2026-10-28', ['2026-10-25T06:59:00Z', '2026-10-25T20:00:00Z'], '2026-10-25T07:00:00Z'],
])('the reminder for %s uses the same hours', async (due, tooEarlyOrLate, at) => {
  const clientId = await addClient(db())
  await db().updateTable('clients').set({ time_zone: zone }).where('id', '=', clientId).execute()
  const id = await addAssignment(db(), clientId, await addMember(db(), clientId), { code: 'ENGLISH', due })
  await db()
    .updateTable('assignments')
    .set({ created_at: new Date('2026-01-01') })
    .where('id', '=', id)
    .execute()
  for (const moment of tooEarlyOrLate) expect(await remindByTheClock(db(), new Date(moment))).toBe(0)
  expect(await remindByTheClock(db(), new Date(at))).toBe(1)
  expect(await remindByTheClock(db(), new Date(at))).toBe(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { adjustedLimit, announcedMinutes } from '#server/features/delivery/attempts/clock/time.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { findWaiting, openTests } from './queries.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('an invitation says how long this person’s test takes: longer with more time for a limit', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const minutes = async (code: string, time_percent: Accommodations['timePercent']) => {
    const member = await addMember(db, clientId)
    const id = await addAssignment(db, clientId, member, { code })
    await db.updateTable('assignments').set({ time_percent }).where('id', '=', id).execute()
    return (await openTests(db, clientId, member.membershipId)).map((one) => one.minutes)
  }
  expect(await minutes('MYT', 150)).toEqual([82])
  expect(await minutes('MYT', 100)).toEqual([55])
  expect(await minutes('MYT', null)).toEqual([55])
  expect(await minutes('SCL90', 200)).toEqual([20])
  expect(await minutes('ENGLISH', 150)).toEqual([67])
})

test('announced minutes are never more than those given', () => {
  for (const timeLimitSeconds of [45, 61, 2430, 2700, 3300])
    for (const timePercent of [100, 125, 150, 200] as const) {
      const definition = { timeLimitSeconds, minutes: 99 }
      const given = adjustedLimit(definition, { timePercent }) ?? 0
      const announced = announcedMinutes(definition, { timePercent })
      expect(announced).toBe(given < 60 ? 1 : Math.floor(given / 60))
    }
})

test('a sensitive test that is not open to its person is in no mail and on no slip', async () => {
  const { db } = server.database
  const clientId = await addClient(db)
  const [both, sensitive] = [await addMember(db, clientId), await addMember(db, clientId)]
  for (const member of [both, sensitive]) await addAssignment(db, clientId, member, { code: 'SCL90' })
  const english = await addAssignment(db, clientId, both, { code: 'ENGLISH' })
  await db
    .updateTable('inventory_enablements')
    .set({ for_candidates: false })
    .where('client_id', '=', clientId)
    .execute()
  expect((await openTests(db, clientId, both.membershipId)).map(({ id }) => id)).toEqual([english])
  expect(await openTests(db, clientId, sensitive.membershipId)).toEqual([])
  const membershipIds = [both.membershipId, sensitive.membershipId]
  const page = { withoutEmail: false, after: null, limit: 10 }
  expect(await findWaiting(db, clientId, { membershipIds }, page)).toEqual([both.membershipId])
})

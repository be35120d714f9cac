import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { listKeptAttempts, rejectDelivery } from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import {
  decide,
  deliver,
  delivery,
  scene,
  startOffline,
  waitingOf,
  withdraw,
} from '#test/support/offline.ts'

/** As in the server: deliveries of one test by one tablet that wait, or are kept. */
const maxUndecided = 5
let where: Awaited<ReturnType<typeof startOffline>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

test('a time of an answer that is not delivered is refused', async () => {
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  const body = delivery(one, { answeredAt: [0] })
  const junk = { ...body, answeredAfterMs: { ...body.answeredAfterMs, junk: 1 } }
  expect(await deliver(where, token, junk)).toMatchObject({ status: 400, code: 'invalid_request' })
  await withdraw(where, one)
  expect(await deliver(where, token, junk)).toMatchObject({ status: 400 })
  expect(await waitingOf(where, one)).toEqual([])
})

test('of one test a withdrawn tablet has few deliveries waiting, and delivers again once some are decided', async () => {
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  await withdraw(where, one)
  const bodies = Array.from({ length: maxUndecided + 1 }, () => delivery(one, { answeredAt: [0] }))
  const last = bodies.at(-1) ?? delivery(one, { answeredAt: [] })
  for (const body of bodies.slice(0, -1))
    expect((await deliver(where, token, body)).answer).toEqual({ outcome: 'waits' })
  // The player keeps what it can't deliver, and tries again later.
  const refused = await deliver(where, token, last)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_deliveries' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // What waits already is renewed.
  const [first = last] = bodies
  expect((await deliver(where, token, { ...first, submittedAfterMs: 0 })).answer).toEqual({
    outcome: 'waits',
  })
  const waiting = await waitingOf(where, one)
  expect(waiting).toHaveLength(maxUndecided)
  await decide(where, rejectDelivery, one, waiting[0]?.id ?? '')
  expect((await deliver(where, token, last)).answer).toEqual({ outcome: 'waits' })
})

test('of one test a tablet has few second beginnings kept', async () => {
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  await request(where.server.url, cancelAssignment, { token: where.cast.manager.token, params })
  const bodies = Array.from({ length: maxUndecided + 1 }, () => delivery(one, { answeredAt: [0] }))
  const answers = []
  for (const body of [...bodies, bodies[0] ?? delivery(one, { answeredAt: [] })])
    answers.push((await deliver(where, token, body)).status)
  expect(answers).toEqual([...Array<number>(maxUndecided).fill(200), 429, 200])
  const { answer } = await request(where.server.url, listKeptAttempts, {
    ...{ token: where.cast.manager.token, params: one.params },
  })
  expect(answer.count).toBe(maxUndecided)
})

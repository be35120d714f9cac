import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { startAttempt } from '#contract/participant.ts'
import { enterByDayCode } from '#contract/tablets.ts'
import { listKeptAttempts } from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import { deliver, delivery, minutes, scene, startOffline, stored } from '#test/support/offline.ts'

let where: Awaited<ReturnType<typeof startOffline>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

test('of two beginnings the first to arrive counts, and the other is kept for the manager', async () => {
  const one = await scene(where, { tablets: 2 })
  const bodies = [1, 2].map((answers) =>
    delivery(one, {
      answeredAt: Array.from({ length: answers }, (_, at) => minutes(at + 1)),
      elapsedMs: minutes(5),
    }),
  )
  const outcomes = await Promise.all(
    bodies.map(async (body, at) => (await deliver(where, one.tablets[at]?.token ?? '', body)).answer.outcome),
  )
  expect(outcomes.toSorted()).toEqual(['kept', 'started'])
  const kept = outcomes.indexOf('kept')
  const again = bodies[kept]
  if (again === undefined) throw new Error('none was kept')
  await deliver(where, one.tablets[kept]?.token ?? '', again)
  const listed = await request(where.server.url, listKeptAttempts, {
    token: where.cast.manager.token,
    params: one.params,
  })
  expect(listed.answer.results).toMatchObject([
    { answered: kept + 1, submitted: false, tablet: `Tablet ${kept + 1}`, inventory: { code: 'AYT' } },
  ])
  expect(await stored(where, again.assignmentId)).toHaveLength(2 - kept)
})

test('a test that has gone on at another tablet is not handed in by the first one', async () => {
  const { db } = where.server.database
  const one = await scene(where, { tablets: 2 })
  const [first, second] = one.tablets
  const body = delivery(one, { answeredAt: [minutes(1)], elapsedMs: minutes(2) })
  await deliver(where, first?.token ?? '', body)
  const { token } = (
    await request(where.server.url, enterByDayCode, { token: second?.token, body: { code: one.code } })
  ).answer
  const params = { assignmentId: body.assignmentId }
  const started = await request(where.server.url, startAttempt, { token, params, body: {} })
  expect(started.answer.epoch).toBe(2)
  const again = { ...body, submittedAfterMs: minutes(2) }
  expect((await deliver(where, first?.token ?? '', again)).answer).toMatchObject({
    started: { epoch: 1 },
    receipt: null,
  })
  const { rows } = await sql`
    SELECT FROM attempts WHERE assignment_id = ${body.assignmentId} AND closed_at IS NULL`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a withdrawn tablet delivers what it began before, and begins nothing', async () => {
  const [before, after] = [await scene(where), await scene(where)]
  for (const [one, elapsedMs, outcome] of [
    [before, minutes(20), 'started'],
    [after, minutes(1), 'kept'],
  ] as const) {
    await sql`UPDATE tablets SET revoked_at = now() - interval '10 minutes' WHERE test_day_id = ${one.day.id}`.execute(
      where.server.database.db,
    )
    const { answer } = await deliver(
      where,
      one.tablets[0]?.token ?? '',
      delivery(one, { answeredAt: [0], elapsedMs }),
    )
    expect(answer.outcome).toBe(outcome)
  }
})

test('a test that was cancelled meanwhile is kept', async () => {
  const one = await scene(where)
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  await request(where.server.url, cancelAssignment, { token: where.cast.manager.token, params })
  const { answer } = await deliver(where, one.tablets[0]?.token ?? '', delivery(one, { answeredAt: [0] }))
  expect(answer.outcome).toBe('kept')
})

test('a beginning that comes after one with a connection is kept', async () => {
  const one = await scene(where, { tablets: 2 })
  const [first, second] = one.tablets
  const { token } = (
    await request(where.server.url, enterByDayCode, { token: first?.token, body: { code: one.code } })
  ).answer
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  await request(where.server.url, startAttempt, { token, params, body: { accepted: ['information'] } })
  const late = await deliver(where, second?.token ?? '', delivery(one, { answeredAt: [0], elapsedMs: 1000 }))
  expect(late.answer.outcome).toBe('kept')
})

test('a tablet delivers nothing of another day, and nothing with a foreign value', async () => {
  const [one, other] = [await scene(where), await scene(where)]
  const token = other.tablets[0]?.token ?? ''
  expect(await deliver(where, token, delivery(one, { answeredAt: [0] }))).toMatchObject({ status: 404 })
  const own = delivery(other, { answeredAt: [0] })
  const [itemId = ''] = Object.keys(own.responses)
  const wrong = { ...own, responses: { [itemId]: { value: 'nothing', seq: 1 } } }
  expect(await deliver(where, token, wrong)).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(await deliver(where, token, { ...own, accepted: [] })).toMatchObject({ code: 'consent_required' })
  expect(await stored(where, own.assignmentId)).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { startAttempt, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { enterByDayCode } from '#contract/tablets.ts'
import { acceptDelivery, listKeptAttempts, rejectDelivery } from '#contract/test-days.ts'
import { deleteOldAttemptTokens } from '#server/features/delivery/attempts/queries.ts'
import { request } from '#test/support/api.ts'
import {
  assignmentOf,
  decide,
  deliver,
  delivery,
  scene,
  startOffline,
  waitingOf,
  withdraw,
} from '#test/support/offline.ts'

/** The server's limit of deliveries of one test by one tablet that wait, or are kept. */
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
  // A delivery that waits already is renewed.
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
    token: where.cast.manager.token,
    params: one.params,
  })
  expect(answer.count).toBe(maxUndecided)
})

type Scene = Awaited<ReturnType<typeof scene>>

/** Begins or continues a test with internet on a tablet of a day; its answers are saved by the token of the attempt. */
async function begin(one: Scene, tabletNumber: number) {
  const { token } = one.tablets[tabletNumber] ?? {}
  const { url } = where.server
  const entered = (await request(url, enterByDayCode, { token, body: { code: one.code } })).answer
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  const { answer } = await request(url, startAttempt, {
    token: entered.token,
    params,
    body: { accepted: ['information'] },
  })
  const { attemptToken, testId, epoch, form } = answer
  const items = form.sections.flatMap((section) => section.items).filter(({ options }) => options)
  const responsesOf = (...places: number[]) =>
    Object.fromEntries(
      places.map((at) => [items[at]?.id ?? '', { value: items[at]?.options?.[0]?.id ?? '', seq: at + 1 }]),
    )
  return {
    params,
    idOf: (at: number) => items[at]?.id ?? '',
    save: (...places: number[]) =>
      request(url, saveResponses, {
        token: attemptToken,
        body: { testId, epoch, responses: responsesOf(...places) },
      }),
    saveWrong: (at: number, ...places: number[]) => {
      const wrong = { [items[at]?.id ?? '']: { value: 'nothing', seq: 1 } }
      const body = { testId, epoch, responses: { ...responsesOf(...places), ...wrong } }
      return request(url, saveResponses, { token: attemptToken, body })
    },
    handIn: () => request(url, submitAttempt, { token: attemptToken, params, body: { epoch } }),
  }
}

test('what a withdrawn tablet sends waits, also of a test that was handed in elsewhere or cancelled since', async () => {
  for (const end of ['handed in', 'cancelled']) {
    const one = await scene(where, { tablets: 2 })
    const before = await begin(one, 0)
    await before.save(0)
    await withdraw(where, one)
    if (end === 'handed in') await (await begin(one, 1)).handIn()
    else
      await request(where.server.url, cancelAssignment, {
        token: where.cast.manager.token,
        params: before.params,
      })
    const ended = await assignmentOf(where, before.params.assignmentId)
    expect((await before.save(1, 2)).answer.data).toMatchObject({ saved: [before.idOf(1), before.idOf(2)] })
    expect(await before.handIn()).toMatchObject({ status: 409, code: 'assignment_closed' })
    const [waiting] = await waitingOf(where, one)
    expect(waiting).toMatchObject({ answered: 2, submitted: true, reason: 'withdrawn', decision: null })
    const accepted = await decide(where, acceptDelivery, one, waiting?.id ?? '')
    expect(accepted.answer).toEqual({ outcome: 'kept' })
    expect(await assignmentOf(where, before.params.assignmentId)).toMatchObject({
      status: ended.status,
      progress: ended.progress,
    })
  }
})

test('of what a withdrawn tablet sends a wrong answer is named, and the others are stored', async () => {
  const one = await scene(where)
  const attempt = await begin(one, 0)
  await withdraw(where, one)
  const refused = await attempt.saveWrong(1, 0, 2)
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(Object.keys(Object(refused.json).message)).toEqual([`responses.${attempt.idOf(1)}`])
  expect((await attempt.save(0, 2)).status).toBe(200)
  expect(await waitingOf(where, one)).toMatchObject([{ answered: 2, submitted: false }])
})

test('a withdrawn tablet is heard long after its test has ended', async () => {
  const { db } = where.server.database
  const one = await scene(where)
  const attempt = await begin(one, 0)
  await attempt.handIn()
  await withdraw(where, one)
  await sql`UPDATE attempts SET closed_at = now() - interval '20 days'
    WHERE assignment_id = ${attempt.params.assignmentId}`.execute(db)
  await deleteOldAttemptTokens(db)
  expect((await attempt.save(0)).status).toBe(200)
  expect(await waitingOf(where, one)).toMatchObject([{ answered: 1 }])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelAssignment } from '#contract/assignment-actions.ts'
import { startAttempt, submitAttempt } from '#contract/participant.ts'
import { saveResponses } from '#contract/responses.ts'
import { deliverOfflineAttempt, enterByDayCode } from '#contract/tablets.ts'
import {
  acceptDelivery,
  addTestDayPeople,
  listKeptAttempts,
  listTestDayPeople,
  listTestDays,
  rejectDelivery,
  removeTestDayPerson,
  renewTestDayCode,
} from '#contract/test-days.ts'
import { deriveCodes, derivedOf } from '#server/features/test-days/codes.ts'
import { request } from '#test/support/api.ts'
import { deriveQuickly } from '#test/support/derive-quickly.ts'
import { addMember } from '#test/support/invited.ts'
import {
  assignmentOf,
  checksIn,
  decide,
  deliver,
  delivery,
  minutes,
  scene,
  startOffline,
  stored,
  waitingOf,
  withdraw,
} from '#test/support/offline.ts'
import { testSlipKey } from '#test/support/server.ts'

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

test('what a withdrawn tablet delivers waits, regardless of its clock, and has no effect', async () => {
  const { db } = where.server.database
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  await withdraw(where, one)
  // Begun long before the withdrawal, begun just now, and a refusal: three claims, and none is believed.
  const old = delivery(one, {
    answeredAt: [0, 1000],
    elapsedMs: minutes(50),
    submittedAfterMs: 2000,
  })
  const young = delivery(one, { answeredAt: [0], elapsedMs: 0 })
  const refusal = { ...delivery(one, { answeredAt: [], elapsedMs: minutes(50) }), refused: true as const }
  for (const body of [old, young, refusal, old])
    expect((await deliver(where, token, body)).answer).toEqual({ outcome: 'waits' })
  const before = await assignmentOf(where, old.assignmentId)
  expect([before.status, before.startedAt]).toEqual(['pending', null])
  // The first one is mailed to those who decide, once; the list of days has the number.
  await where.server.runJobs()
  const mails = await db
    .selectFrom('demo_mails')
    .select('recipient')
    .where('kind', '=', 'waiting_deliveries')
    .where('html', 'like', `%${one.day.id}%`)
    .execute()
  const managers = mails.map(({ recipient }) => recipient)
  expect(managers).toContain(where.cast.manager.email)
  expect(new Set(managers).size).toBe(managers.length)
  const listed = await request(where.server.url, listTestDays, {
    token: where.cast.manager.token,
    params: { clientId: where.cast.anadolu },
    query: { page_size: '100' },
  })
  expect(listed.answer.results.find(({ id }) => id === one.day.id)?.waiting).toBe(3)
  const { rows } = await sql<{ sealed: string }>`
    SELECT encode(sealed, 'escape') AS sealed FROM waiting_deliveries WHERE test_day_id = ${one.day.id}`.execute(
    db,
  )
  expect([rows.length, rows.some(({ sealed }) => sealed.includes(one.questions[0]?.id ?? ''))]).toEqual([
    3,
    false,
  ])
  expect(await waitingOf(where, one)).toMatchObject([
    { answered: 2, submitted: true, refused: false, reason: 'withdrawn', tablet: 'Tablet 1', decision: null },
    { answered: 0, submitted: false, refused: true },
    { answered: 1, submitted: false, refused: false },
  ])
})

test('a manager accepts what waits once, or rejects it and its answers go', async () => {
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  await withdraw(where, one)
  const body = delivery(one, { answeredAt: [0, 1000], elapsedMs: minutes(5), submittedAfterMs: 2000 })
  await deliver(where, token, body)
  const [{ id = '' } = {}] = await waitingOf(where, one)
  expect((await decide(where, acceptDelivery, one, id)).answer).toEqual({ outcome: 'counted' })
  expect(await assignmentOf(where, body.assignmentId)).toMatchObject({
    status: 'completed',
    durationSeconds: 2,
    progress: { answered: 2 },
  })
  expect((await decide(where, rejectDelivery, one, id)).code).toBe('delivery_decided')
  // A second beginning of the same test counts no more, as ever.
  await deliver(where, token, delivery(one, { answeredAt: [0] }))
  const [second] = await waitingOf(where, one)
  expect((await decide(where, acceptDelivery, one, second?.id ?? '')).answer).toEqual({ outcome: 'kept' })
  // Delivered again after the decision, nothing waits.
  await deliver(where, token, body)
  expect((await waitingOf(where, one)).map(({ decision }) => decision)).toEqual(['accepted', 'accepted'])

  const other = await scene(where)
  await withdraw(where, other)
  const forged = delivery(other, { answeredAt: [0] })
  await deliver(where, other.tablets[0]?.token ?? '', forged)
  const [{ id: forgedId = '' } = {}] = await waitingOf(where, other)
  expect((await decide(where, rejectDelivery, other, forgedId)).status).toBe(204)
  expect((await assignmentOf(where, forged.assignmentId)).status).toBe('pending')
  const { rows } = await sql`SELECT sealed FROM waiting_deliveries WHERE id = ${forgedId}`.execute(
    where.server.database.db,
  )
  expect(rows).toEqual([{ sealed: null }])
  expect((await decide(where, acceptDelivery, one, forgedId)).status).toBe(404)
})

test('answers and a hand-in by the token of a withdrawn tablet wait, too', async () => {
  const one = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  const entered = (await request(where.server.url, enterByDayCode, { token, body: { code: one.code } }))
    .answer
  const params = { assignmentId: one.mine?.assignmentId ?? '' }
  const started = (
    await request(where.server.url, startAttempt, {
      token: entered.token,
      params,
      body: { accepted: ['information'] },
    })
  ).answer
  const asked = started.form.sections.flatMap(({ items }) => items)
  const value = (at: number) => ({ value: asked[at]?.options?.[0]?.id ?? '', seq: at + 1 })
  const save = (at: number) =>
    request(where.server.url, saveResponses, {
      token: started.attemptToken,
      body: { testId: started.testId, epoch: started.epoch, responses: { [asked[at]?.id ?? '']: value(at) } },
    })
  expect((await save(0)).answer.data.saved).toHaveLength(1)
  await withdraw(where, one)
  expect((await save(1)).answer.data).toMatchObject({ saved: [asked[1]?.id], late: [] })
  expect((await save(2)).status).toBe(200)
  const handedIn = await request(where.server.url, submitAttempt, {
    token: started.attemptToken,
    params,
    body: { epoch: started.epoch },
  })
  expect(handedIn.code).toBe('assignment_closed')
  expect(await assignmentOf(where, params.assignmentId)).toMatchObject({
    status: 'pending',
    progress: { answered: 1 },
  })
  const [waits] = await waitingOf(where, one)
  expect(waits).toMatchObject({ answered: 2, submitted: true })
  await decide(where, acceptDelivery, one, waits?.id ?? '')
  expect(await assignmentOf(where, params.assignmentId)).toMatchObject({
    status: 'completed',
    progress: { answered: 3 },
  })
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

test('a tablet delivers only for a person whose code was entered on it', async () => {
  const one = await scene(where)
  const other = await scene(where)
  const { token = '' } = one.tablets[0] ?? {}
  const body = delivery(one, { answeredAt: [0], submittedAfterMs: 1000 })
  // Neither somebody else's code nor a missing one proves the delivery.
  expect((await deliver(where, token, body, other.tablets[0]?.token)).code).toBe('code_proof_wrong')
  const bare = { ...body, proof: '' }
  const refused = await request(where.server.url, deliverOfflineAttempt, { token, body: bare })
  expect(refused.code).toBe('code_proof_wrong')
  expect((await assignmentOf(where, body.assignmentId)).status).toBe('pending')
  // A test that was begun with a code that has been replaced meanwhile needs a manager's decision.
  const people = await request(where.server.url, listTestDayPeople, {
    token: where.cast.manager.token,
    params: one.params,
  })
  const params = { ...one.params, membershipId: people.answer.results[0]?.membershipId ?? '' }
  await request(where.server.url, renewTestDayCode, { token: where.cast.manager.token, params })
  await deriveCodes(
    where.server.database.db,
    testSlipKey,
    { clientId: where.cast.anadolu, tabletId: one.tablets[0]?.id ?? '' },
    { derive: deriveQuickly },
  )
  expect((await deliver(where, token, body)).answer).toEqual({ outcome: 'waits' })
  expect(await waitingOf(where, one)).toMatchObject([{ reason: 'replaced_code', withdrawnAt: null }])
})

test('what was begun with a replaced code waits, also where its person has left the day since', async () => {
  const one = await scene(where)
  const [tablet = { id: '', token: '', key: '' }] = one.tablets
  const asManager = { token: where.cast.manager.token, params: one.params }
  const people = await request(where.server.url, listTestDayPeople, asManager)
  const params = { ...one.params, membershipId: people.answer.results[0]?.membershipId ?? '' }
  await request(where.server.url, renewTestDayCode, { ...asManager, params })
  await deriveCodes(
    where.server.database.db,
    testSlipKey,
    { clientId: where.cast.anadolu, tabletId: tablet.id },
    { derive: deriveQuickly },
  )
  await request(where.server.url, removeTestDayPerson, { ...asManager, params })
  const { answer } = await deliver(where, tablet.token, delivery(one, { answeredAt: [0] }))
  expect(answer).toEqual({ outcome: 'waits' })
})

test('a code is found by its number alone, and each tablet knows it by another salt', async () => {
  const one = await scene(where, { tablets: 2, derive: derivedOf })
  const [first, second] = await Promise.all(one.tablets.map((tablet) => checksIn(where.server, tablet)))
  expect([one.code.length, Object.keys(first ?? {})]).toEqual([12, [one.code.slice(0, 3)]])
  expect(Object.values(first ?? {})).not.toEqual(Object.values(second ?? {}))
  const texts = JSON.stringify([one.content, first])
  expect(texts).not.toContain(one.code)
})

test('a person who was removed and comes back has a code of their own again, also on tablets', async () => {
  const one = await scene(where)
  const [tablet = { id: '', token: '', key: '' }] = one.tablets
  const asManager = { token: where.cast.manager.token, params: one.params }
  const before = await checksIn(where.server, tablet)
  const people = await request(where.server.url, listTestDayPeople, asManager)
  const { membershipId = '' } = people.answer.results[0] ?? {}
  await request(where.server.url, removeTestDayPerson, {
    token: asManager.token,
    params: { ...one.params, membershipId },
  })
  // Somebody else takes the number that the code began with.
  const late = await addMember(where.server.database.db, where.cast.anadolu)
  for (const added of [late.membershipId, membershipId])
    await request(where.server.url, addTestDayPeople, { ...asManager, body: { membershipIds: [added] } })
  await deriveCodes(
    where.server.database.db,
    testSlipKey,
    { clientId: where.cast.anadolu, tabletId: tablet.id },
    { derive: deriveQuickly },
  )
  const after = await checksIn(where.server, tablet)
  expect(Object.keys(after).sort()).toEqual(['000', '001'])
  expect(Object.values(after)).not.toContain(before['000'])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableInventory } from '#contract/enablements.ts'
import { getTabletDay } from '#contract/tablets.ts'
import {
  acceptDelivery,
  getTestDay,
  listWaitingDeliveries,
  rejectDelivery,
  updateTestDay,
} from '#contract/test-days.ts'
import { request } from '#test/support/api.ts'
import { inventory } from '#test/support/cast.ts'
import {
  assignmentOf,
  deliver,
  delivery,
  minutes,
  scene,
  startOffline,
  stored,
  unpack,
} from '#test/support/offline.ts'

let where: Awaited<ReturnType<typeof startOffline>>
type Scene = Awaited<ReturnType<typeof scene>>

beforeAll(async () => {
  where = await startOffline()
})
afterAll(() => where.server.close())

const asManager = (one: Scene) => ({ token: where.cast.manager.token, params: one.params })
const allow = (one: Scene, sensitiveOffline: boolean) =>
  request(where.server.url, updateTestDay, { ...asManager(one), body: { sensitiveOffline } })
const waitingOf = async (one: Scene) =>
  (await request(where.server.url, listWaitingDeliveries, asManager(one))).answer.results
const accept = (one: Scene, deliveryId: string) =>
  request(where.server.url, acceptDelivery, {
    token: where.cast.manager.token,
    params: { ...one.params, deliveryId },
  })
const given = (one: Scene, more: Partial<Parameters<typeof delivery>[1]> = {}) => ({
  ...delivery(one, { answeredAt: [0, 1000], elapsedMs: minutes(5), submittedAfterMs: 2000, ...more }),
  accepted: ['information', 'consent'],
})
const enableScales = () =>
  request(where.server.url, enableInventory, {
    token: where.cast.admin.token,
    params: { clientId: where.cast.anadolu, inventoryId: inventory(where.cast, 'MYT') },
    body: { legalBasis: 'Açık rıza', recipientIds: [where.cast.manager.userId] },
  })

test('a tablet takes a sensitive test along without its questions, unless the day allows it', async () => {
  const one = await scene(where, { code: 'SCL90' })
  expect(one.day).toMatchObject({ sensitiveOffline: false, tests: [{ sensitive: true }] })
  expect(one.mine).toMatchObject({ needsConnection: true, forms: {}, begun: false })
  expect([one.content.items, one.content.forms]).toEqual([{}, {}])
  const [tablet = { token: '', key: '' }] = one.tablets
  const versionOf = async () =>
    (await request(where.server.url, getTabletDay, { token: tablet.token })).answer.packageVersion
  const before = await versionOf()
  await allow(one, true)
  expect(await versionOf()).not.toBe(before)
  const [allowed] = (await unpack(where.server, tablet)).people.flatMap(({ tests }) => tests)
  expect(allowed).toMatchObject({ needsConnection: false, forms: { tr: expect.anything() } })
  await allow(one, false)
  expect(await versionOf()).toBe(before)
  expect((await unpack(where.server, tablet)).items).toEqual({})
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entries WHERE action LIKE 'sensitive_offline_%' ORDER BY id`.execute(
    where.server.database.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['sensitive_offline_allowed', 'sensitive_offline_ended'])
})

test('a test with a sensitive scale needs a connection where the client has enabled the scale', async () => {
  const closed = await scene(where, { code: 'MYT' })
  expect([closed.day.tests[0]?.sensitive, closed.mine?.needsConnection]).toEqual([false, false])
  await enableScales()
  const open = await scene(where, { code: 'MYT' })
  expect([open.day.tests[0]?.sensitive, open.mine?.needsConnection]).toEqual([true, true])
  // The one whose package was made before has no sensitive question; its delivery waits as well.
  const body = delivery(closed, { answeredAt: [0] })
  expect((await deliver(where, closed.tablets[0]?.token ?? '', body)).answer).toEqual({ outcome: 'waits' })
})

test('a sensitive test that was begun without a connection waits for the manager where the day does not allow it', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  await allow(one, false)
  const { token = '' } = one.tablets[0] ?? {}
  const begun = given(one)
  const refused = { ...given(one, { answeredAt: [], refused: true }), accepted: [] }
  for (const body of [begun, refused])
    expect((await deliver(where, token, body)).answer).toEqual({ outcome: 'waits' })
  expect(await assignmentOf(where, begun.assignmentId)).toMatchObject({ status: 'pending', startedAt: null })
  const waiting = await waitingOf(one)
  expect(waiting).toMatchObject([
    { reason: 'needs_connection', withdrawnAt: null, answered: 0, refused: true },
    { reason: 'needs_connection', withdrawnAt: null, answered: 2, submitted: true, refused: false },
  ])
  const { rows } = await sql`SELECT FROM consents WHERE assignment_id = ${begun.assignmentId}`.execute(
    where.server.database.db,
  )
  expect(rows).toEqual([])
  expect((await accept(one, waiting[1]?.id ?? '')).answer).toEqual({ outcome: 'counted' })
  expect(await assignmentOf(where, begun.assignmentId)).toMatchObject({ status: 'completed' })
})

test('what has waited is not counted when it comes again after the day allows it, and less so once it was rejected', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  await allow(one, false)
  const { token = '' } = one.tablets[0] ?? {}
  const begun = given(one)
  await deliver(where, token, begun)
  await allow(one, true)
  expect((await deliver(where, token, begun)).answer).toEqual({ outcome: 'waits' })
  const [{ id: deliveryId = '' } = {}] = await waitingOf(one)
  const params = { ...one.params, deliveryId }
  await request(where.server.url, rejectDelivery, { token: where.cast.manager.token, params })
  expect((await deliver(where, token, begun)).answer).toEqual({ outcome: 'waits' })
  expect(await waitingOf(one)).toMatchObject([{ decision: 'rejected' }])
  expect(await assignmentOf(where, begun.assignmentId)).toMatchObject({ status: 'pending', startedAt: null })
  expect(await stored(where, begun.assignmentId)).toEqual([])
})

test('what was taken over while the day allowed it goes on when it does no more', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  const { token = '' } = one.tablets[0] ?? {}
  const first = given(one, { submittedAfterMs: undefined })
  expect((await deliver(where, token, first)).answer).toMatchObject({ outcome: 'started', receipt: null })
  await allow(one, false)
  const whole = { ...first, submittedAfterMs: 2000 }
  expect((await deliver(where, token, whole)).answer).toMatchObject({
    outcome: 'started',
    receipt: expect.stringMatching(/^TRZ-/),
  })
  expect(await stored(where, first.assignmentId)).toHaveLength(2)
  // Another beginning is not told apart from one that nobody may have made.
  expect((await deliver(where, token, given(one))).answer).toEqual({ outcome: 'waits' })
})

test('an accepted refusal and its decision are stored together, or neither', async () => {
  const { db } = where.server.database
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  await allow(one, false)
  const refused = { ...given(one, { answeredAt: [], refused: true }), accepted: [] }
  await deliver(where, one.tablets[0]?.token ?? '', refused)
  const [{ id = '' } = {}] = await waitingOf(one)
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no unit'; END $$`.execute(
    db,
  )
  await sql`CREATE TRIGGER fail BEFORE UPDATE OF status ON assignments FOR EACH ROW EXECUTE FUNCTION fail()`.execute(
    db,
  )
  expect((await accept(one, id)).status).toBe(500)
  await sql`DROP TRIGGER fail ON assignments`.execute(db)
  expect(await waitingOf(one)).toMatchObject([{ decision: null }])
  expect((await accept(one, id)).answer).toEqual({ outcome: 'counted' })
  expect(await assignmentOf(where, refused.assignmentId)).toMatchObject({ status: 'cancelled' })
})

test('a planned day says whether it allows sensitive tests without a connection, and so does its audit entry', async () => {
  const one = await scene(where, { code: 'SCL90', sensitiveOffline: true })
  expect((await request(where.server.url, getTestDay, asManager(one))).answer.sensitiveOffline).toBe(true)
  const { rows } = await sql<{ details: object }>`
    SELECT details FROM audit_entries WHERE action = 'sensitive_offline_allowed' ORDER BY id DESC LIMIT 1`.execute(
    where.server.database.db,
  )
  expect(rows[0]?.details).toMatchObject({ place: 'Kapı 2', day: one.day.day })
})

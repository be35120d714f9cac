import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeOpening, listCoolDowns, setCoolDown } from '#contract/access-rules.ts'
import { createAssignments } from '#contract/assigning.ts'
import { remindAssignment } from '#contract/assignment-actions.ts'
import { getAssignment } from '#contract/assignments.ts'
import type { BodyIn } from '#contract/kit.ts'
import { getOwnAssignment, listOwnAssignments, startAttempt } from '#contract/participant.ts'
import { forecastInvitation, inviteEmails } from '#contract/people.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, startTest, submit, type Taker } from '#test/support/taking.ts'
import { cancelUnstarted } from './cancel.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const manager = () => ({ token: cast.manager.token, params: { clientId: cast.anadolu } })

const give = (
  userIds: readonly string[],
  codes: readonly string[],
  more: Partial<BodyIn<typeof createAssignments>> = {},
) =>
  request(server.url, createAssignments, {
    ...manager(),
    body: {
      userIds: [...userIds],
      inventoryIds: codes.map((code) => inventory(cast, code)),
      description: 'Bahar',
      ...more,
    },
  })

/** The assignments of one person, by inventory. */
async function given(
  taker: Taker,
  codes: readonly string[],
  more: Partial<BodyIn<typeof createAssignments>>,
) {
  const { answer, text } = await give([taker.userId], codes, more)
  expect(answer?.assignments, text).toHaveLength(codes.length)
  return codes.map((code) => answer.assignments.find((one) => one.inventory.code === code)?.id ?? '')
}

const own = async ({ token }: Taker, assignmentId: string) =>
  (await request(server.url, getOwnAssignment, { token, params: { assignmentId } })).answer

/** The refusal of a start; undefined where it is started. */
async function refusal({ token }: Taker, assignmentId: string) {
  const params = { assignmentId }
  const { notices } = (await request(server.url, getOwnAssignment, { token, params })).answer
  const accepted = notices.map(({ id }) => id)
  const { status, code } = await request(server.url, startAttempt, { token, params, body: { accepted } })
  return status === 200 ? undefined : [status, code]
}

const take = async (taker: Taker, assignmentId: string) => {
  const started = await startTest(server.url, taker.token, assignmentId)
  await submit(server, { started, assignmentId })
}

const update = (assignmentId: string, set: ReturnType<typeof sql>) =>
  sql`UPDATE assignments SET ${set} WHERE id = ${assignmentId}`.execute(server.database.db)

const open = (assignmentId: string, opensAt: string | null) =>
  request(server.url, changeOpening, {
    token: cast.manager.token,
    params: { assignmentId },
    body: { opensAt },
  })

describe('an opening day and hour', () => {
  test('is by the clock of the client, and nothing starts before it', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [id = ''] = await given(taker, ['ENGLISH'], { opensAt: '2998-12-01T09:00' })
    // Istanbul is three hours ahead of UTC.
    const at = '2998-12-01T06:00:00.000Z'
    expect(await own(taker, id)).toMatchObject({ opening: { after: null, at } })
    expect(await refusal(taker, id)).toEqual([409, 'not_open_yet'])
    const shown = await request(server.url, getAssignment, {
      token: cast.manager.token,
      params: { assignmentId: id },
    })
    expect(shown.answer).toMatchObject({ opensAt: at, inOrder: null })
    await update(id, sql`opens_at = now() - interval '1 second'`)
    expect(await own(taker, id)).toMatchObject({ opening: null })
    expect(await refusal(taker, id)).toBeUndefined()
  })

  test('is on the last day at the latest', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const late = { dueDate: '2998-12-01', opensAt: '2998-12-02T00:00' }
    const { status, text } = await give([taker.userId], ['ENGLISH'], late)
    expect([status, text]).toEqual([400, expect.stringContaining('opensAt')])
    await given(taker, ['ENGLISH'], { ...late, opensAt: '2998-12-01T23:59' })
  })

  test('is changed until the test is started', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [id = ''] = await given(taker, ['ENGLISH'], { dueDate: '2998-12-01' })
    expect((await open(id, '2998-12-02T09:00')).status).toBe(400)
    expect((await open(id, '2998-11-30T09:00')).answer.opensAt).toBe('2998-11-30T06:00:00.000Z')
    await open(id, '2998-11-30T09:00')
    expect(await refusal(taker, id)).toEqual([409, 'not_open_yet'])
    expect((await open(id, null)).answer.opensAt).toBeNull()
    expect(await refusal(taker, id)).toBeUndefined()
    const { status, code } = await open(id, '2998-11-30T09:00')
    expect([status, code]).toEqual([409, 'assignment_started'])
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('reason')
      .where('action', '=', 'opening_changed')
      .where('subject_id', '=', taker.userId)
      .orderBy('at')
      .execute()
    expect(entries.map(({ reason }) => reason)).toEqual(['set', 'any_time'])
  })

  test('comes before any reminder', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [id = ''] = await given(taker, ['ENGLISH'], { opensAt: '2998-12-01T09:00' })
    const remind = () =>
      request(server.url, remindAssignment, { token: cast.manager.token, params: { assignmentId: id } })
    expect((await remind()).code).toBe('not_open_yet')
    await open(id, null)
    expect((await remind()).status).toBe(200)
  })
})

describe('tests in order', () => {
  const inOrder = { pauseMinutes: 30 }

  test('open one after the other, each after the pause', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [first = '', second = '', third = ''] = await given(taker, ['MYT', 'ENGLISH', 'AYT'], { inOrder })
    const { answer } = await request(server.url, listOwnAssignments, { token: taker.token, query: {} })
    expect(answer.results.map(({ id }) => id)).toEqual([first, second, third])
    expect(await own(taker, first)).toMatchObject({ opening: null })
    const name = (await own(taker, first)).inventory.name
    expect(await own(taker, second)).toMatchObject({ opening: { after: name, pauseMinutes: 30, at: null } })
    expect(await refusal(taker, second)).toEqual([409, 'test_before_pending'])
    await take(taker, first)
    const { opening } = await own(taker, second)
    expect(opening?.after).toBeNull()
    const completedAt = Date.parse((await own(taker, first)).completedAt ?? '')
    expect(Date.parse(opening?.at ?? '') - completedAt).toBe(30 * 60_000)
    expect(await refusal(taker, second)).toEqual([409, 'not_open_yet'])
    expect(await refusal(taker, third)).toEqual([409, 'test_before_pending'])
    await update(first, sql`ended_at = ended_at - interval '30 minutes'`)
    expect(await refusal(taker, second)).toBeUndefined()
  })

  test('do not wait for one that is closed to its person', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [, second = ''] = await given(taker, ['SCL90', 'ENGLISH'], { inOrder })
    expect(await refusal(taker, second)).toEqual([409, 'test_before_pending'])
    const openToCandidates = (open: boolean) =>
      sql`UPDATE inventory_enablements SET for_candidates = ${open} WHERE client_id = ${cast.anadolu}`.execute(
        server.database.db,
      )
    await openToCandidates(false)
    expect(await own(taker, second)).toMatchObject({ opening: null })
    expect(await refusal(taker, second)).toBeUndefined()
    await openToCandidates(true)
  })

  test('do not wait for one that was called off, and the longer wait counts', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [first = '', second = ''] = await given(taker, ['MYT', 'ENGLISH'], { inOrder })
    await open(second, '2998-12-01T09:00')
    await server.database.db.transaction().execute((tx) =>
      cancelUnstarted(tx, {
        clientId: cast.anadolu,
        id: first,
        inventoryId: inventory(cast, 'MYT'),
        reason: 'consent_refused',
      }),
    )
    expect(await own(taker, second)).toMatchObject({
      opening: { after: null, at: '2998-12-01T06:00:00.000Z' },
    })
    await open(second, null)
    expect(await refusal(taker, second)).toBeUndefined()
  })

  test('stay open once they were started', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const [first = '', second = ''] = await given(taker, ['MYT', 'ENGLISH'], { inOrder: { pauseMinutes: 0 } })
    await take(taker, first)
    expect(await refusal(taker, second)).toBeUndefined()
    await update(second, sql`opens_at = now() + interval '1 day'`)
    expect(await refusal(taker, second)).toBeUndefined()
    expect(await own(taker, second)).toMatchObject({ opening: null })
  })

  test('come from an invitation too, for each of its people', async () => {
    const { answer } = await request(server.url, inviteEmails, {
      ...manager(),
      body: {
        emails: ['Bir bir@sira.test', 'İki iki@sira.test'],
        inventoryIds: [inventory(cast, 'ENGLISH'), inventory(cast, 'MYT')],
        opensAt: '2998-12-01T09:00',
        inOrder,
      },
    })
    const rows = await server.database.db
      .selectFrom('assignments')
      .innerJoin('inventories', 'inventories.id', 'assignments.inventory_id')
      .select(['code', 'battery_place', 'pause_minutes', 'opens_at'])
      .where('user_id', '=', answer.created[0]?.userId ?? '')
      .orderBy('battery_place')
      .execute()
    expect(rows.map(({ code, battery_place: place }) => [code, place])).toEqual([
      ['ENGLISH', 1],
      ['MYT', 2],
    ])
    expect(rows[1]).toMatchObject({ pause_minutes: 30, opens_at: new Date('2998-12-01T06:00:00Z') })
  })
})

describe('a cool-down', () => {
  const set = (code: string, days: number | null, token = cast.manager.token) =>
    request(server.url, setCoolDown, {
      token,
      params: { clientId: cast.anadolu, inventoryId: inventory(cast, code) },
      body: { days },
    })

  test('is none until somebody sets it, for one client and one test', async () => {
    const list = async (token: string, clientId: string) =>
      (await request(server.url, listCoolDowns, { token, params: { clientId } })).answer.flatMap(
        ({ inventory: { code }, days }) => (days === null ? [] : [[code, days]]),
      )
    expect(await list(cast.manager.token, cast.anadolu)).toEqual([])
    await set('ENGLISH', 30)
    await set('MYT', 90, cast.admin.token)
    expect(await list(cast.manager.token, cast.anadolu)).toEqual([
      ['ENGLISH', 30],
      ['MYT', 90],
    ])
    expect(await list(cast.otherManager.token, cast.ege)).toEqual([])
    expect((await set('MYT', null)).answer.days).toBeNull()
    await set('MYT', null)
    expect(await list(cast.manager.token, cast.anadolu)).toEqual([['ENGLISH', 30]])
    const { count } = await server.database.db
      .selectFrom('audit_entries')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('action', '=', 'cool_down_changed')
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
  })

  test('refuses the same test for the same person, by name, until its days are over', async () => {
    await set('ENGLISH', 30)
    const [taker, fresh] = [await addTaker(server, cast.anadolu), await addTaker(server, cast.anadolu)]
    const [id = ''] = await given(taker, ['ENGLISH'], {})
    await take(taker, id)
    const both = [taker.userId, fresh.userId]
    const refused = await give(both, ['ENGLISH', 'MYT'])
    expect([refused.status, refused.code]).toEqual([409, 'cooling_down'])
    const { rows } = await sql<{ day: string }>`
      SELECT (now() AT TIME ZONE 'Europe/Istanbul')::date + 30 AS day`.execute(server.database.db)
    expect(JSON.parse(refused.text)).toMatchObject({
      count: 1,
      people: [{ userId: taker.userId, inventories: ['ENGLISH'], availableFrom: rows[0]?.day }],
    })
    const skipped = await give(both, ['ENGLISH', 'MYT'], { skipCoolingDown: true })
    expect(skipped.answer).toMatchObject({ created: 3, skipped: 0, coolingDown: 1 })
    await update(id, sql`ended_at = ended_at - interval '30 days'`)
    expect((await give([taker.userId], ['ENGLISH'])).status).toBe(201)
  })

  test('is known before an invitation is sent, which leaves its people out', async () => {
    await set('ENGLISH', 30)
    const body = { emails: ['Dinç Yeni dinc@bekler.test'], inventoryIds: [inventory(cast, 'ENGLISH')] }
    const invite = () => request(server.url, inviteEmails, { ...manager(), body })
    const { created } = (await invite()).answer
    await sql`
      UPDATE assignments SET status = 'completed', started_at = now(), ended_at = now()
      WHERE user_id = ${created[0]?.userId ?? ''}`.execute(server.database.db)
    const { answer } = await request(server.url, forecastInvitation, { ...manager(), body })
    expect(answer).toMatchObject([{ units: 0, coolingDown: { count: 1, people: [{ name: 'Dinç Yeni' }] } }])
    expect((await invite()).answer.tests).toEqual({ created: 0, waiting: 0, coolingDown: 1 })
  })
})

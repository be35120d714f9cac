import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import {
  addMinutes,
  addNote,
  endTest,
  listNotes,
  liveBoard,
  pauseTests,
  releaseTest,
  reportPresence,
} from '#contract/board.ts'
import { listOwnAssignments, startSection } from '#contract/participant.ts'
import { listPersonNotes } from '#contract/person-notes.ts'
import { saveResponses } from '#contract/responses.ts'
import { newId } from '#server/db/ids.ts'
import { creditReceived } from '#server/features/delivery/attempts/saving/receipts.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import {
  addRunning,
  addTaker,
  pass,
  type Running,
  startTest,
  submit,
  type Taker,
} from '#test/support/taking.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

type Test = Pick<Running, 'assignmentId'>
const token = () => cast.manager.token
const begin = (code = 'MYT') => addRunning(server, cast.anadolu, code)
const of = ({ assignmentId }: Test) => ({ token: token(), params: { assignmentId } })
const sign = (running: Running, itemId: string | null = null, unsent = 0) =>
  request(server.url, reportPresence, {
    token: running.started.attemptToken,
    params: { assignmentId: running.assignmentId },
    body: { itemId, unsent },
  })
const answer = (running: Running, ...ids: string[]) =>
  request(server.url, saveResponses, {
    token: running.started.attemptToken,
    body: {
      testId: running.started.testId,
      epoch: running.started.epoch,
      responses: Object.fromEntries(
        running.choices.filter(({ id }) => ids.includes(id)).map(({ id, options }) => [id, options[0] ?? '']),
      ),
    },
  })
const board = async (query: Record<string, string>) =>
  (await request(server.url, liveBoard, { token: token(), params: { clientId: cast.anadolu }, query })).answer
const rowOf = async (person: Pick<Taker, 'userId'>) => (await board({ user: person.userId })).rows[0]
const attemptOf = ({ assignmentId }: Test) =>
  server.database.db
    .selectFrom('attempts')
    .select(['epoch', 'opening_locales', 'tablet_id', 'closed_by', 'ended_by', 'added_seconds'])
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirstOrThrow()

/** A test day of some people, and a tablet of it. */
async function addDay(people: readonly (Taker & Test)[]): Promise<{ testDayId: string; tabletId: string }> {
  const { db } = server.database
  const [testDayId, tabletId] = [newId(), newId()]
  const key = { client_id: cast.anadolu, test_day_id: testDayId }
  await db
    .insertInto('test_days')
    .values({
      client_id: cast.anadolu,
      id: testDayId,
      place: 'Aliağa',
      day: '2026-12-01',
      locale: 'tr',
      inventory_ids: [],
      created_by: null,
    })
    .execute()
  await db
    .insertInto('tablets')
    .values({ ...key, id: tabletId, name: 'Tablet 7', token_hash: Buffer.alloc(32) })
    .execute()
  for (const [at, { userId, membershipId, assignmentId }] of people.entries()) {
    await db
      .insertInto('test_day_people')
      .values({
        ...key,
        membership_id: membershipId,
        user_id: userId,
        room: 'Salon B',
        code_number: at,
        code_hash: Buffer.from(membershipId),
      })
      .execute()
    await db
      .updateTable('assignments')
      .set({ test_day_id: testDayId })
      .where('id', '=', assignmentId)
      .execute()
    await db
      .updateTable('attempts')
      .set({ tablet_id: tabletId })
      .where('assignment_id', '=', assignmentId)
      .execute()
  }
  return { testDayId, tabletId }
}

describe('the live board', () => {
  test('has a person’s tests in the order in which the person gets them', async () => {
    const taker = await addTaker(server, cast.anadolu)
    const { db } = server.database
    const add = async (code: string, minutesAgo: number, more: { due?: string } = {}) => {
      const id = await addAssignment(db, cast.anadolu, taker, { code, ...more })
      await db
        .updateTable('assignments')
        .set({ created_at: sql`now() - make_interval(mins => ${minutesAgo})` })
        .where('id', '=', id)
        .execute()
      return id
    }
    const [early, late] = [await add('ENGLISH', 9), await add('MYT', 5)]
    const due = await add('AYT', 7, { due: '2999-12-31' })
    const later = await add('SCL90', 1)
    await db
      .updateTable('assignments')
      .set({ opens_at: sql`now() + interval '1 hour'` })
      .where('id', '=', later)
      .execute()
    const { rows } = await board({ user: taker.userId })
    expect(rows.map(({ assignmentId }) => assignmentId)).toEqual([due, late, early, later])
  })

  test('shows a test day: who is at which question, on which tablet, in which room', async () => {
    const waiting = await addTaker(server, cast.anadolu)
    const assignmentId = await addAssignment(server.database.db, cast.anadolu, waiting, { code: 'MYT' })
    const running = await begin()
    const { testDayId } = await addDay([running, { ...waiting, assignmentId }])
    await begin()
    const [first, second] = running.choices
    const items = running.started.form.sections.flatMap((section) => section.items)
    await answer(running, first?.id ?? '', second?.id ?? '')
    await sign(running, items[2]?.id ?? '', 1)
    await request(server.url, addNote, { ...of(running), body: { text: 'Geç geldi.' } })
    const { rows, count } = await board({ testDay: testDayId })
    expect(count).toBe(2)
    const row = rows.find((one) => one.assignmentId === running.assignmentId)
    expect(row).toMatchObject({
      membershipId: running.membershipId,
      room: 'Salon B',
      tablet: 'Tablet 7',
      state: 'running',
      answered: 2,
      total: items.length,
      item: 3,
      unsent: 1,
      notes: 1,
      kept: 0,
      addedMinutes: 0,
      inventory: { code: 'MYT' },
      startedOffline: false,
      pausedAt: null,
      status: 'pending',
      section: running.started.form.sections.find((section) =>
        section.items.includes(items[2] ?? (section.items[0] as never)),
      )?.title,
    })
    expect(row?.seenAt).not.toBeNull()
    expect(row?.answeredAt).not.toBeNull()
    expect(rows.find((one) => one.assignmentId === assignmentId)).toMatchObject({
      state: 'not_started',
      answered: 0,
      item: null,
      seenAt: null,
      deadline: null,
    })
    const listed = await request(server.url, listAssignments, {
      token: token(),
      params: { clientId: cast.anadolu },
      query: { testDay: testDayId },
    })
    expect(listed.answer).toMatchObject({ count: 2 })
    expect(listed.answer.results.map(({ id }) => id).toSorted()).toEqual(
      [running.assignmentId, assignmentId].toSorted(),
    )
  })

  test('says who went silent, sooner on a tablet, and who no longer answers', async () => {
    const [own, onTablet, answering] = [await begin(), await begin(), await begin()]
    await addDay([onTablet])
    const all = [own, onTablet, answering]
    const states = async () => Promise.all(all.map(async (one) => (await rowOf(one))?.state))
    for (const one of all) await sign(one)
    expect(await states()).toEqual(['running', 'running', 'running'])
    for (const one of all) await pass(server, one, 30)
    expect(await states()).toEqual(['running', 'offline', 'running'])
    for (const one of all) await pass(server, one, 300)
    await answer(answering, answering.choices[0]?.id ?? '')
    for (const one of all) await sign(one)
    expect(await states()).toEqual(['idle', 'idle', 'running'])
    for (const one of all) await pass(server, one, 80)
    expect(await states()).toEqual(['offline', 'offline', 'offline'])
  })

  test('counts the answers of a device that gives no signs', async () => {
    const running = await begin()
    await answer(running, ...running.choices.slice(0, 3).map(({ id }) => id))
    expect(await rowOf(running)).toMatchObject({ state: 'running', answered: 3, item: null })
  })

  test('shows a pause with the end that was, and nobody as idle after it', async () => {
    const running = await begin()
    const before = await rowOf(running)
    await sign(running)
    const pause = (paused: boolean) =>
      request(server.url, pauseTests, {
        token: token(),
        params: { clientId: cast.anadolu },
        body: { paused, assignmentIds: [running.assignmentId] },
      })
    await pause(true)
    expect(await rowOf(running)).toMatchObject({ state: 'paused', deadline: before?.deadline })
    await pass(server, running, 1000)
    await sign(running)
    expect((await rowOf(running))?.state).toBe('paused')
    await pause(false)
    await sign(running)
    expect(await rowOf(running)).toMatchObject({ state: 'running', pausedAt: null })
  })

  test('tells who handed in from whose time is over or whose test was cancelled', async () => {
    const [finished, timedOut, ended] = [await begin(), await begin(), await begin()]
    await answer(finished, finished.choices[0]?.id ?? '')
    await submit(server, finished)
    await pass(server, timedOut, 4000)
    await request(server.url, endTest, of(ended))
    expect(await rowOf(finished)).toMatchObject({ state: 'finished', answered: 1, deadline: null })
    expect(await rowOf(timedOut)).toMatchObject({ state: 'ended', status: 'pending' })
    expect(await rowOf(ended)).toMatchObject({ state: 'ended', status: 'completed' })
  })
})

test('the board counts answers again that reach a closed test later', async () => {
  const { db } = server.database
  const running = await begin()
  const [first, second] = running.choices
  await answer(running, first?.id ?? '')
  await request(server.url, endTest, of(running))
  expect(await rowOf(running)).toMatchObject({ state: 'ended', answered: 1 })
  const attempt = await db
    .selectFrom('attempts')
    .select(['id', 'version_id', 'started_at'])
    .where('assignment_id', '=', running.assignmentId)
    .executeTakeFirstOrThrow()
  // The server had received it before the end, and could not store it then.
  const late = { itemId: second?.id ?? '', timedSection: null, seq: 9, value: second?.options[0] ?? '' }
  await creditReceived(
    db,
    { clientId: cast.anadolu, attemptId: attempt.id, versionId: attempt.version_id },
    { at: attempt.started_at.toISOString(), epoch: 1, answers: [{ ...late, at: null, elapsedMs: null }] },
  )
  expect(await rowOf(running)).toMatchObject({ state: 'ended', answered: 2 })
})

describe('minutes', () => {
  const give = (one: Test, minutes: number, key?: string) =>
    request(server.url, addMinutes, {
      ...of(one),
      body: { minutes },
      ...(key && { headers: { 'idempotency-key': key } }),
    })

  test('move the end of a running test and of its running section, once for a key', async () => {
    const running = await begin()
    const deadline = Date.parse(running.started.deadline ?? '')
    const { answer: section } = await request(server.url, startSection, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId: 'dikkat' },
    })
    const key = newId()
    for (const _ of [1, 2]) {
      const given = await give(running, 5, key)
      expect(given.answer).toEqual({ deadline: new Date(deadline + 300_000).toISOString(), addedMinutes: 5 })
    }
    expect((await give(running, 6, key)).code).toBe('idempotency_key_reused')
    expect((await give(running, 2)).answer.addedMinutes).toBe(7)
    const { clock } = (await sign(running)).answer
    expect(Date.parse(clock.deadline ?? '')).toBe(deadline + 420_000)
    expect(Date.parse(clock.sections[0]?.deadline ?? '')).toBe(Date.parse(section.deadline ?? '') + 420_000)
    expect(await rowOf(running)).toMatchObject({ addedMinutes: 7 })
  })

  test('are for tests that run against a clock', async () => {
    const [untimed, done] = [await begin('SCL90'), await begin()]
    await submit(server, done)
    expect((await give(untimed, 5)).code).toBe('test_without_limit')
    expect((await give(done, 5)).code).toBe('test_not_running')
  })
})

describe('a test that runs', () => {
  test('is ended by a manager with what has arrived; what comes later is late', async () => {
    const running = await begin()
    const [first, second] = running.choices
    await answer(running, first?.id ?? '')
    expect((await request(server.url, endTest, of(running))).status).toBe(204)
    expect(await attemptOf(running)).toMatchObject({ closed_by: 'time', ended_by: cast.manager.userId })
    expect((await sign(running)).answer).toMatchObject({ closed: true })
    expect((await answer(running, second?.id ?? '')).answer.data.late).toEqual([second?.id])
    expect(await submit(server, running)).toMatchObject({ status: 200, answer: { endedByManager: true } })
    const own = await request(server.url, listOwnAssignments, { token: running.token })
    expect(own.answer.results[0]).toMatchObject({ status: 'completed', endedByManager: true })
    const again = await request(server.url, endTest, of(running))
    expect(again.code).toBe('test_not_running')
  })

  test('is freed from its device, which sends what it has and sees that the test goes on elsewhere', async () => {
    const running = await begin()
    await server.database.db
      .updateTable('attempts')
      .set({ tablet_id: newId() })
      .where('assignment_id', '=', running.assignmentId)
      .execute()
    await sign(running)
    expect((await request(server.url, releaseTest, of(running))).status).toBe(204)
    expect(await attemptOf(running)).toMatchObject({
      epoch: 2,
      opening_locales: ['tr', 'tr'],
      tablet_id: null,
    })
    expect((await sign(running)).answer.epoch).toBe(2)
    expect((await answer(running, running.choices[0]?.id ?? '')).answer.data.saved).toHaveLength(1)
    const elsewhere = await startTest(server.url, running.token, running.assignmentId)
    expect(elsewhere.epoch).toBe(3)
    expect(Object.keys(elsewhere.responses)).toHaveLength(1)
    expect((await submit(server, running)).status).toBe(200)
    expect((await request(server.url, releaseTest, of(running))).code).toBe('test_not_running')
  })

  test('has notes with their authors, at most a hundred', async () => {
    const running = await begin()
    const note = (text: string) => request(server.url, addNote, { ...of(running), body: { text } })
    await note('Yangın tatbikatı vardı.\nOn dakika dışarıda kaldı.')
    expect((await request(server.url, listNotes, of(running))).answer.notes).toMatchObject([
      { text: 'Yangın tatbikatı vardı.\nOn dakika dışarıda kaldı.', createdBy: 'manager' },
    ])
    const { client_id: clientId, membership_id: membershipId } = await server.database.db
      .selectFrom('assignments')
      .select(['client_id', 'membership_id'])
      .where('id', '=', running.assignmentId)
      .executeTakeFirstOrThrow()
    const ofPerson = { token: cast.manager.token, params: { clientId, membershipId } }
    expect((await request(server.url, listPersonNotes, ofPerson)).answer).toMatchObject({
      count: 1,
      results: [
        {
          text: 'Yangın tatbikatı vardı.\nOn dakika dışarıda kaldı.',
          createdBy: 'manager',
          assignmentId: running.assignmentId,
          inventory: { code: 'MYT' },
        },
      ],
    })
    await sql`INSERT INTO assignment_notes (client_id, id, assignment_id, text, created_by)
      SELECT ${cast.anadolu}, gen_random_uuid(), ${running.assignmentId}, 'x', ${cast.manager.userId}
      FROM generate_series(1, 99)`.execute(server.database.db)
    expect((await note('Bir tane daha')).code).toBe('too_many_notes')
    const { rows } = await sql<{ details: unknown }>`
      SELECT details FROM audit_entries WHERE action = 'note_added'
        AND details -> 'assignments' ? ${running.assignmentId}`.execute(server.database.db)
    expect(rows).toEqual([{ details: { code: 'MYT', assignments: [running.assignmentId] } }])
  })
})

test('a device’s sign is about its own test', async () => {
  const [one, other] = [await begin(), await begin()]
  const crossed = await request(server.url, reportPresence, {
    token: one.started.attemptToken,
    params: { assignmentId: other.assignmentId },
    body: { itemId: null, unsent: 0 },
  })
  expect(crossed.status).toBe(404)
  const bySession = await request(server.url, reportPresence, {
    token: one.token,
    params: { assignmentId: one.assignmentId },
    body: { itemId: null, unsent: 0 },
  })
  expect(bySession.answer).toMatchObject({ epoch: 1, closed: false, pausedAt: null })
})

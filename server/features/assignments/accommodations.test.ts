import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import { changeAccommodations, changeManyAccommodations } from '#contract/accommodations.ts'
import { createAssignments } from '#contract/assigning.ts'
import { getAssignment } from '#contract/assignments.ts'
import { addMinutes } from '#contract/board.ts'
import { updateClient } from '#contract/clients.ts'
import { invitePerson } from '#contract/invitations.ts'
import type { BodyIn } from '#contract/kit.ts'
import { beginPractice, getOwnAssignment, startSection, submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { getReport, reportPdf } from '#contract/reports.ts'
import { saveResponses } from '#contract/responses.ts'
import { createTestDay } from '#contract/test-days.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addTaker, pass, type Started, startTest, submit, type Taker } from '#test/support/taking.ts'
import { expireOverdue } from './assignments.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const [ofMyt, ofDikkat, ofMytMinutes] = [3300, 180, 55]
const longer = (change: Partial<Accommodations>): Accommodations => ({ ...noAccommodations, ...change })

const change = (assignmentId: string, body: Accommodations, token = cast.manager.token) =>
  request(server.url, changeAccommodations, { token, params: { assignmentId }, body })
const shown = async (assignmentId: string) =>
  (await request(server.url, getAssignment, { token: cast.manager.token, params: { assignmentId } })).answer
const own = async (taker: Taker, assignmentId: string) =>
  (await request(server.url, getOwnAssignment, { token: taker.token, params: { assignmentId } })).answer

async function assigned(
  accommodations: Accommodations,
  code = 'MYT',
): Promise<Taker & { assignmentId: string }> {
  const taker = await addTaker(server, cast.anadolu)
  const assignmentId = await addAssignment(server.database.db, cast.anadolu, taker, { code })
  expect((await change(assignmentId, accommodations)).status).toBe(200)
  return { ...taker, assignmentId }
}

interface Running extends Taker {
  assignmentId: string
  started: Started
}
async function begun(accommodations: Accommodations, code = 'MYT'): Promise<Running> {
  const taker = await assigned(accommodations, code)
  return { ...taker, started: await startTest(server.url, taker.token, taker.assignmentId) }
}
const save = async (
  running: Running,
  body: { responses?: Record<string, string>; readAloudUsed?: true; autoNextUsed?: true } = {},
) =>
  (
    await request(server.url, saveResponses, {
      token: running.started.attemptToken,
      body: { testId: running.started.testId, responses: {}, ...body },
    })
  ).answer.data
const enter = async (running: Running, sectionId = 'dikkat') =>
  (
    await request(server.url, startSection, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId },
    })
  ).answer
const between = (from: string | null | undefined, to: string | null | undefined) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000
const attemptOf = (running: Running) =>
  server.database.db
    .selectFrom('attempts')
    .select(['time_percent', 'text_size', 'read_aloud', 'read_aloud_used'])
    .where('assignment_id', '=', running.assignmentId)
    .executeTakeFirstOrThrow()
const limitOf = ({ form }: Started) => form.sections.find(({ id }) => id === 'dikkat')?.timeLimitSeconds

describe('accommodations are set', () => {
  const chosen = longer({ timePercent: 150, textSize: 2, readAloud: false, breaks: 2, breakMinutes: 15 })

  test('for everybody who is assigned a test, and by default there are none', async () => {
    const [one, other] = [await addTaker(server, cast.anadolu), await addTaker(server, cast.anadolu)]
    const give = async (userIds: string[], accommodations?: Accommodations) =>
      (
        await request(server.url, createAssignments, {
          token: cast.manager.token,
          params: { clientId: cast.anadolu },
          body: {
            userIds,
            inventoryIds: [inventory(cast, 'AYT')],
            description: 'x',
            ...(accommodations && { accommodations }),
          },
        })
      ).answer.assignments.map((assignment) => assignment.accommodations)
    expect(await give([one.userId])).toEqual([noAccommodations])
    expect(await give([other.userId], chosen)).toEqual([chosen])
  })

  test('with an invitation of one person and of a list', async () => {
    const common = { inventoryIds: [inventory(cast, 'AYT')], accommodations: chosen }
    const [token, params] = [cast.manager.token, { clientId: cast.anadolu }]
    const one = await request(server.url, invitePerson, {
      token,
      params,
      body: { name: 'Ayşe Yılmaz', email: 'ayse.y@example.test', ...common },
    })
    const list = await request(server.url, inviteEmails, {
      token,
      params,
      body: { emails: ['ali.v@example.test', 'veli.k@example.test'], ...common },
    })
    const userIds = [one.answer.userId, ...list.answer.created.map(({ userId }) => userId)]
    expect(userIds).toHaveLength(3)
    for (const userId of userIds) {
      const { id } = await server.database.db
        .selectFrom('assignments')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      expect(await shown(id)).toMatchObject({ accommodations: chosen })
    }
  })

  test('by managers of the client, on record with what they were', async () => {
    const { assignmentId } = await assigned(chosen)
    expect((await change(assignmentId, noAccommodations, cast.otherManager.token)).status).toBe(404)
    expect((await change(assignmentId, chosen)).status).toBe(200)
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select(['reason', 'details', 'actor_id'])
      .where('action', '=', 'accommodations_changed')
      .where(sql<boolean>`details -> 'assignments' ? ${assignmentId}`)
      .execute()
    expect(entries).toMatchObject([
      {
        reason: 'not_started',
        actor_id: cast.manager.userId,
        details: { code: 'MYT', from: noAccommodations, to: chosen },
      },
    ])
  })
})

describe('for many at once', () => {
  const to = longer({ timePercent: 125, breaks: 1, breakMinutes: 5 })
  type Body = BodyIn<typeof changeManyAccommodations>
  const set = (body: Omit<Body, 'accommodations'>, clientId = cast.anadolu, token = cast.manager.token) =>
    request(server.url, changeManyAccommodations, {
      token,
      params: { clientId },
      body: { ...body, accommodations: to },
    })
  const of = async ({ assignmentId }: { assignmentId: string }) => (await shown(assignmentId)).accommodations

  test('those that nobody has started get them, the others are counted by why not, and one entry says so', async () => {
    const [one, two] = [await assigned(noAccommodations), await assigned(longer({ textSize: 2 }))]
    const running = await begun(noAccommodations)
    const done = await begun(noAccommodations)
    await submit(server, done)
    const foreign = await addAssignment(server.database.db, cast.ege, await addTaker(server, cast.ege), {
      code: 'MYT',
    })
    const assignmentIds = [one, two, running, done].map(({ assignmentId }) => assignmentId)
    const { answer } = await set({ assignmentIds: [...assignmentIds, foreign] })
    expect(answer.done).toBe(2)
    expect(answer.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'completed', count: 1 },
      { reason: 'not_found', count: 1 },
      { reason: 'started', count: 1 },
    ])
    expect([await of(one), await of(two), await of(running)]).toEqual([to, to, noAccommodations])
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select(['details', 'actor_id'])
      .where('action', '=', 'many_accommodations_changed')
      .where(sql<boolean>`details -> 'assignments' ? ${one.assignmentId}`)
      .execute()
    expect(entries).toMatchObject([
      { actor_id: cast.manager.userId, details: { quantity: 2, codes: ['MYT'], to } },
    ])
  })

  test('of a filter, and of people on a test day', async () => {
    const one = await assigned(noAccommodations)
    expect((await set({ filter: { user: one.userId } })).answer).toEqual({ done: 1, skipped: [] })
    expect(await of(one)).toEqual(to)
    const day = await request(server.url, createTestDay, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        place: 'Kapı 3',
        day: '2998-05-05',
        inventoryIds: [inventory(cast, 'AYT')],
        membershipIds: [one.membershipId, (await addTaker(server, cast.anadolu)).membershipId],
      },
    })
    const ofTestDay = { id: day.answer.id, membershipIds: [one.membershipId] }
    expect((await set({ ofTestDay })).answer).toEqual({ done: 1, skipped: [] })
    // Another client's day has none of this client's tests.
    const theirs = await set({ ofTestDay }, cast.ege, cast.otherManager.token)
    expect(theirs.answer).toEqual({ done: 0, skipped: [] })
    expect((await set({ ofTestDay, filter: {} })).status).toBe(400)
    expect((await set({})).status).toBe(400)
  })
})

describe('the time of a test', () => {
  test.for([125, 150, 200] as const)(
    'is %i percent, of the whole test and of its sections',
    async (timePercent) => {
      const running = await begun(longer({ timePercent, textSize: 1, readAloud: false }))
      const { started } = running
      expect(between(started.startedAt, started.deadline)).toBe((ofMyt * timePercent) / 100)
      expect(limitOf(started)).toBe((ofDikkat * timePercent) / 100)
      expect(await own(running, running.assignmentId)).toMatchObject({
        timed: true,
        minutes: Math.floor((ofMytMinutes * timePercent) / 100),
      })
      const section = await enter(running)
      expect(between(section.startedAt, section.deadline)).toBe((ofDikkat * timePercent) / 100)
      expect(await attemptOf(running)).toEqual({
        time_percent: timePercent,
        text_size: 1,
        read_aloud: false,
        read_aloud_used: false,
      })
      expect(started.accommodations).toEqual(longer({ timePercent, textSize: 1, readAloud: false }))
    },
  )

  test('pauses for practice as for everybody', async () => {
    const running = await begun(longer({ timePercent: 150 }))
    const { answer } = await request(server.url, beginPractice, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId: 'basit' },
    })
    expect(between(running.started.deadline, answer.deadline)).toBe(practiceSeconds)
  })

  test('without limits has no clock, neither by opening a section nor by answering; the last day still holds', async () => {
    const running = await begun(longer({ timePercent: null }))
    const { started } = running
    expect(started.deadline).toBeNull()
    expect(limitOf(started)).toBeUndefined()
    const shownBefore = await own(running, running.assignmentId)
    expect(shownBefore).toMatchObject({ timed: false, minutes: ofMytMinutes })
    expect(shownBefore.preTest.map(({ id }) => id)).not.toContain('time_limit')
    expect(await enter(running)).toMatchObject({ deadline: null })
    const item = started.form.sections.find(({ id }) => id === 'dikkat')?.items[0]
    await save(running, { responses: { [item?.id ?? '']: item?.options?.[0]?.id ?? '' } })
    const again = await startTest(server.url, running.token, running.assignmentId)
    expect(again).toMatchObject({ deadline: null, sections: [] })
    const { db } = server.database
    await db
      .updateTable('assignments')
      .set({ due_date: '2026-01-01' })
      .where('id', '=', running.assignmentId)
      .execute()
    await expireOverdue(db)
    expect(await shown(running.assignmentId)).toMatchObject({
      status: 'completed',
      progress: { answered: 1 },
    })
  })
})

describe('a change while the test runs', () => {
  test('moves the ends by what is added, also during practice, and devices learn of it with their next answer', async () => {
    const running = await begun(noAccommodations)
    await request(server.url, beginPractice, {
      token: running.started.attemptToken,
      params: { assignmentId: running.assignmentId, sectionId: 'basit' },
    })
    expect(await save(running)).not.toHaveProperty('clock')
    expect((await change(running.assignmentId, longer({ timePercent: 150 }))).status).toBe(200)
    const more = ofMyt / 2
    const { clock } = await save(running)
    expect(clock).toMatchObject({ timePercent: 150, practice: { sectionId: 'basit' }, sections: [] })
    expect(between(running.started.deadline, clock?.deadline)).toBe(more + practiceSeconds)
    const section = await enter(running)
    expect(between(section.startedAt, section.deadline)).toBe(ofDikkat * 1.5)
    expect((await change(running.assignmentId, longer({ timePercent: 200 }))).status).toBe(200)
    const later = (await save(running)).clock
    expect(between(clock?.deadline, later?.deadline)).toBeCloseTo(more - practiceSeconds, -1)
    expect(between(later?.sections[0]?.startedAt, later?.sections[0]?.deadline)).toBe(ofDikkat * 2)
    // The percentage at the start stays on the attempt.
    expect(await attemptOf(running)).toMatchObject({ time_percent: 100 })
    expect(await shown(running.assignmentId)).toMatchObject({ accommodations: { timePercent: 200 } })
  })

  test('to no limits stops the clocks; a section whose time is over stays over', async () => {
    const running = await begun(noAccommodations)
    await enter(running)
    await pass(server, running, ofDikkat + 10)
    expect((await change(running.assignmentId, longer({ timePercent: null }))).status).toBe(200)
    const { clock } = await save(running)
    expect(clock).toMatchObject({ deadline: null, timePercent: null, sections: [{ id: 'dikkat' }] })
    const item = running.started.form.sections.find(({ id }) => id === 'dikkat')?.items[0]
    const answer = { [item?.id ?? '']: item?.options?.[0]?.id ?? '' }
    expect(await save(running, { responses: answer })).toMatchObject({ late: [item?.id] })

    const other = await begun(noAccommodations)
    await enter(other)
    await change(other.assignmentId, longer({ timePercent: null }))
    expect((await save(other)).clock).toMatchObject({ deadline: null, sections: [] })
    await pass(server, other, ofMyt * 3)
    expect((await submit(server, other)).status).toBe(200)
  })

  test('happens before or after a section is opened or first answered, never in between', async () => {
    for (const opening of ['press', 'answer', 'press', 'answer', 'press', 'answer']) {
      const running = await begun(noAccommodations)
      const item = running.started.form.sections.find(({ id }) => id === 'dikkat')?.items[0]
      const answer = { [item?.id ?? '']: item?.options?.[0]?.id ?? '' }
      const [changed] = await Promise.all([
        change(running.assignmentId, longer({ timePercent: 200 })),
        opening === 'press' ? enter(running) : save(running, { responses: answer }),
      ])
      expect(changed.status).toBe(200)
      const section = (await save(running)).clock?.sections[0]
      expect(between(section?.startedAt, section?.deadline)).toBe(ofDikkat * 2)
    }
  })

  test('takes no time away and changes nothing else', async () => {
    const running = await begun(longer({ timePercent: 150 }))
    for (const wrong of [
      { timePercent: 125 },
      { timePercent: 200, textSize: 1 },
      { timePercent: 150, readAloud: false },
    ] as const) {
      const { status, code } = await change(running.assignmentId, longer(wrong))
      expect([status, code]).toEqual([409, 'only_more_time'])
    }
    const [entry] = await server.database.db
      .selectFrom('audit_entries')
      .select('reason')
      .where('action', '=', 'accommodations_changed')
      .where(sql<boolean>`details -> 'assignments' ? ${running.assignmentId}`)
      .execute()
    expect(entry?.reason).toBe('not_started')
  })

  test('comes too late for a test whose time is over, and for one that has ended', async () => {
    const running = await begun(noAccommodations)
    await pass(server, running, ofMyt + 10)
    expect(await change(running.assignmentId, longer({ timePercent: 200 }))).toMatchObject({ status: 409 })
    const other = await begun(noAccommodations)
    await submit(server, other)
    const { status, code } = await change(other.assignmentId, longer({ timePercent: 200 }))
    expect([status, code]).toEqual([409, 'assignment_completed'])
  })

  test('keeps the limit of a test that runs past its last day: without one it would be over', async () => {
    const running = await begun(noAccommodations)
    const { db } = server.database
    await db
      .updateTable('assignments')
      .set({ due_date: '2026-01-01' })
      .where('id', '=', running.assignmentId)
      .execute()
    expect((await change(running.assignmentId, longer({ timePercent: null }))).status).toBe(409)
    expect((await change(running.assignmentId, longer({ timePercent: 200 }))).status).toBe(200)
    await expireOverdue(db)
    expect(await shown(running.assignmentId)).toMatchObject({ status: 'pending' })
  })
})

describe('afterwards', () => {
  test('it is on record whether a question was read aloud', async () => {
    const running = await begun(noAccommodations)
    expect(await shown(running.assignmentId)).toMatchObject({ readAloudUsed: false })
    await save(running, { readAloudUsed: true })
    expect(await attemptOf(running)).toMatchObject({ read_aloud_used: true })
    const other = await begun(noAccommodations)
    await request(server.url, submitAttempt, {
      token: other.started.attemptToken,
      params: { assignmentId: other.assignmentId },
      body: { responses: {}, readAloudUsed: true },
    })
    expect(await shown(other.assignmentId)).toMatchObject({ readAloudUsed: true, autoNextUsed: false })
  })

  test('it is on record whether the next question followed automatically, and stays so', async () => {
    const running = await begun(noAccommodations)
    expect(await shown(running.assignmentId)).toMatchObject({ autoNextUsed: false })
    await save(running, { autoNextUsed: true })
    await save(running, { readAloudUsed: true })
    await save(running)
    expect(await shown(running.assignmentId)).toMatchObject({ readAloudUsed: true, autoNextUsed: true })
  })

  test('managers see that the time was adjusted; where the client hides it, copies say nothing of anybody’s time', async () => {
    const params = { clientId: cast.anadolu }
    const allow = (reportsShowAdjustedTime: boolean) =>
      request(server.url, updateClient, {
        token: cast.manager.token,
        params,
        body: { reportsShowAdjustedTime },
      })
    const reportOf = async ({ assignmentId }: Running, token: string) => {
      const { answer } = await request(server.url, getReport, { token, params: { assignmentId } })
      return [answer.adjustedTime, answer.limitSeconds, answer.durationSeconds !== null]
    }
    const pdfSays = async (assignmentId: string) => {
      const sent = { token: cast.manager.token, params: { assignmentId }, query: { lang: 'en' } } as const
      const text = await pdfText((await request(server.url, reportPdf, sent)).bytes)
      const said = ['Taken with adjusted time', 'Time limit', 'Duration', 'minutes were added', 'Break at']
      return said.filter((words) => text.includes(words))
    }
    // The test is ENGLISH, the only one that shows people their own report.
    const limit = 2700
    const usual = await begun(longer({ textSize: 2 }), 'ENGLISH')
    await submit(server, usual)
    const running = await begun(noAccommodations, 'ENGLISH')
    await change(running.assignmentId, longer({ timePercent: 200 }))
    const { assignmentId } = running
    await request(server.url, addMinutes, {
      token: cast.manager.token,
      params: { assignmentId },
      body: { minutes: 5 },
    })
    await submit(server, running)
    expect(await reportOf(usual, cast.manager.token)).toEqual([false, limit, true])
    expect(await reportOf(running, cast.manager.token)).toEqual([true, limit * 2 + 300, true])
    // A gap in one report alone would say whose time was adjusted.
    for (const one of [usual, running]) {
      expect(await reportOf(one, one.token)).toEqual([false, null, false])
      expect(await pdfSays(one.assignmentId)).toEqual([])
    }
    expect((await allow(true)).answer.reportsShowAdjustedTime).toBe(true)
    expect(await reportOf(running, running.token)).toEqual([true, limit * 2 + 300, true])
    const all = ['Taken with adjusted time', 'Time limit', 'Duration', 'minutes were added']
    expect(await pdfSays(running.assignmentId)).toEqual(all)
    expect(await pdfSays(usual.assignmentId)).toEqual(['Time limit', 'Duration'])
    await allow(false)
  })
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAssignments } from '#contract/assignments.ts'
import { releaseTest } from '#contract/board.ts'
import { dayCodeOf, isDayCode } from '#contract/dayCode.ts'
import type { BodyIn } from '#contract/kit.ts'
import { listOwnAssignments, startAttempt, submitAttempt } from '#contract/participant.ts'
import { listQuotas } from '#contract/quotas.ts'
import { getReport } from '#contract/reports.ts'
import { enterByDayCode, getTabletDay, getTabletPackage, openTablet } from '#contract/tablets.ts'
import {
  addTestDayPeople,
  closeTestDay,
  createTestDay,
  getTestDay,
  listTestDayPeople,
  listTestDays,
  removeTestDayPerson,
  renewTestDayCode,
  renewTestDayPin,
  revokeTablet,
  testDaySlips,
  updateTestDay,
} from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { jobsWithQuickCodes } from '#test/support/derive-quickly.ts'
import { addAssignment, addMember } from '#test/support/invited.ts'
import { waitingJobs } from '#test/support/jobs.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { setUpTablet } from '#test/support/set-up.ts'
import { addTaker } from '#test/support/taking.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'

let server: TestServer
let cast: Cast
// Noon, so that an hour ago is the same day.
const timeZone = zoneWhereItIs(12)
const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
})
afterAll(() => server.close())

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => addMember(server.database.db, cast.anadolu)))

async function plan(body: Partial<BodyIn<typeof createTestDay>> = {}) {
  const { answer } = await request(server.url, createTestDay, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      place: 'Kapı 2',
      day: today,
      rooms: ['A'],
      inventoryIds: [inventory(cast, 'ENGLISH')],
      ...(body.membershipIds === undefined && {
        membershipIds: (await people(2)).map((one) => one.membershipId),
      }),
      ...body,
    },
  })
  return answer
}
const ofDay = (testDayId: string) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu, testDayId },
})
const peopleOf = async (id: string) =>
  (await request(server.url, listTestDayPeople, ofDay(id))).answer.results

const setUp = ({ id }: { id: string }) => {
  const { token, params } = ofDay(id)
  return { token, ...params }
}
async function tabletOf(day: { id: string; pin: string }, { opened = true } = {}) {
  const answer = await setUpTablet(server.url, setUp(day))
  if (opened) await request(server.url, openTablet, { token: answer.token, body: { pin: day.pin } })
  return answer
}
const enter = (token: string, code: string) => request(server.url, enterByDayCode, { token, body: { code } })
const units = async () => {
  const { answer } = await request(server.url, listQuotas, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  return answer.find((one) => one.inventory.code === 'ENGLISH')?.availableQuantity ?? 0
}

test('a code notices each single wrong digit and each exchange of neighbours', () => {
  fc.assert(
    fc.property(
      fc.nat(999),
      fc.nat(99_999_999),
      fc.nat(11),
      fc.integer({ min: 1, max: 9 }),
      (number, secret, at, by) => {
        const code = dayCodeOf(number, secret)
        expect([code.length, isDayCode(code)]).toEqual([12, true])
        const wrong = [...code]
          .map((digit, place) => (place === at ? (Number(digit) + by) % 10 : digit))
          .join('')
        expect(isDayCode(wrong)).toBe(false)
        const [a = '', b = ''] = [code[at], code[at + 1]]
        if (b !== '' && a !== b) expect(isDayCode(code.slice(0, at) + b + a + code.slice(at + 2))).toBe(false)
      },
    ),
  )
})

test('the people of a day are sorted as Turkish is', async () => {
  const named = ['Kaya Er', 'İpek Er', 'Ilgaz Er', 'Zeki Er', 'Çiğdem Er']
  const added = await Promise.all(named.map((name) => addMember(server.database.db, cast.anadolu, { name })))
  const day = await plan({ membershipIds: added.map((one) => one.membershipId) })
  const sorted = ['Çiğdem Er', 'Ilgaz Er', 'İpek Er', 'Kaya Er', 'Zeki Er']
  expect((await peopleOf(day.id)).map(({ name }) => name)).toEqual(sorted)
})

test('planning a day gives its people its tests and each a code, and mails nobody', async () => {
  const before = await units()
  const day = await plan()
  expect(day).toMatchObject({
    place: 'Kapı 2',
    state: 'today',
    people: 2,
    started: 0,
    finished: 0,
    tablets: [],
  })
  expect(day.pin).toMatch(/^\d{6}$/)
  expect(await units()).toBe(before - 2)
  const codes = (await peopleOf(day.id)).map((one) => one.code)
  expect([new Set(codes).size, codes.every(isDayCode)]).toEqual([2, true])
  expect((await waitingJobs(server.database.db)).map((job) => job.name)).not.toContain('send_invitation')
})

test('a pending test moves to the day and takes no second unit', async () => {
  const { db } = server.database
  const waiting = await addTaker(server, cast.anadolu)
  const moved = await addAssignment(db, cast.anadolu, waiting, { code: 'ENGLISH' })
  const before = await units()
  const day = await plan({ membershipIds: [waiting.membershipId] })
  expect(await units()).toBe(before)
  const row = await db
    .selectFrom('assignments')
    .select(['test_day_id', 'due_date'])
    .where('id', '=', moved)
    .executeTakeFirst()
  expect(row).toEqual({ test_day_id: day.id, due_date: today })
  const { answer } = await request(server.url, listAssignments, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { user: waiting.userId },
  })
  expect(answer.results.map(({ testDay }) => testDay)).toEqual([{ id: day.id, place: 'Kapı 2', day: today }])
})

test('nobody is put on a day whose test runs elsewhere, or belongs to another day', async () => {
  const { db } = server.database
  const begun = await addTaker(server, cast.anadolu)
  const running = await addAssignment(db, cast.anadolu, begun, { code: 'ENGLISH' })
  await db.updateTable('assignments').set({ started_at: new Date() }).where('id', '=', running).execute()
  const refused = async (membershipId: string) => {
    const { code } = await request(server.url, createTestDay, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: {
        place: 'Kapı 9',
        day: today,
        inventoryIds: [inventory(cast, 'ENGLISH')],
        membershipIds: [membershipId],
      },
    })
    return code
  }
  expect(await refused(begun.membershipId)).toBe('already_assigned')
  const day = await plan()
  const [person] = await peopleOf(day.id)
  expect(await refused(person?.membershipId ?? '')).toBe('already_assigned')
  expect((await peopleOf(day.id)).map((one) => one.membershipId)).toContain(person?.membershipId)
})

test('a right code opens a session for the tests of the day and nothing else', async () => {
  const { db } = server.database
  const taker = await addTaker(server, cast.anadolu)
  const elsewhere = await addAssignment(db, cast.anadolu, taker, { code: 'AYT' })
  const day = await plan({ membershipIds: [taker.membershipId] })
  const [person] = await peopleOf(day.id)
  const tablet = await tabletOf(day)
  const { answer } = await enter(tablet.token, person?.code ?? '')
  const [own] = answer.assignments?.results ?? []
  expect(answer.assignments?.results.map((one) => one.inventory.code)).toEqual(['ENGLISH'])
  expect(own?.testDay).toEqual({ place: 'Kapı 2', day: today })
  const start = (token: string, assignmentId: string) =>
    request(server.url, startAttempt, {
      token,
      params: { assignmentId },
      body: { accepted: ['information'] },
    })
  expect(await start(answer.token, elsewhere)).toMatchObject({ status: 404 })
  // The same person at home: the test is on the list, and does not begin there.
  const home = await request(server.url, listOwnAssignments, { token: taker.token })
  expect(home.answer.results).toHaveLength(2)
  expect(await start(taker.token, own?.id ?? '')).toMatchObject({ status: 409, code: 'supervised_only' })
  const other = await plan({ membershipIds: (await people(1)).map((one) => one.membershipId) })
  const foreign = await tabletOf(other)
  expect(await enter(foreign.token, person?.code ?? '')).toMatchObject({
    status: 400,
    code: 'day_code_invalid',
  })
})

test('who enters ends the session of the person before on that tablet', async () => {
  const day = await plan()
  const [first, second] = await peopleOf(day.id)
  const tablet = await tabletOf(day)
  const before = (await enter(tablet.token, first?.code ?? '')).answer
  await enter(tablet.token, second?.code ?? '')
  expect(await request(server.url, listOwnAssignments, { token: before.token })).toMatchObject({
    status: 401,
  })
})

test('the code of who has handed everything in opens with the receipt, and begins no test', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const tablet = await tabletOf(day)
  const { token, assignments } = (await enter(tablet.token, person?.code ?? '')).answer
  const params = { assignmentId: assignments?.results[0]?.id ?? '' }
  const start = (token: string) =>
    request(server.url, startAttempt, { token, params, body: { accepted: ['information'] } })
  await start(token)
  const { receipt } = (await request(server.url, submitAttempt, { token, params, body: {} })).answer
  const again = await enter(tablet.token, person?.code ?? '')
  expect([again.status, again.answer.done]).toEqual([200, { receipt }])
  expect((await start(again.answer.token)).status).toBe(409)
  // The receipt is gone after half a minute, and so is the session, also where the tablet's signing out gets lost.
  const { rows } = await sql<{ lasts: boolean }>`
    SELECT expires_at > now() + interval '30 seconds' AS lasts FROM sessions s JOIN tablets t ON t.id = s.tablet_id
    WHERE t.test_day_id = ${day.id}`.execute(server.database.db)
  expect(rows).toEqual([{ lasts: false }])
})

test('wrong codes are throttled on one tablet; the others go on', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const codes = new Set((await peopleOf(day.id)).map((one) => one.code))
  const wrong = Array.from({ length: 13 }, (_, number) => dayCodeOf(0, number)).filter(
    (code) => !codes.has(code),
  )
  const [tablet, other] = [await tabletOf(day), await tabletOf(day)]
  // A slip of the finger is not counted.
  for (let n = 0; n < 12; n += 1)
    expect(await enter(tablet.token, '000000000001')).toMatchObject({ code: 'day_code_invalid' })
  for (const code of wrong.slice(0, 10))
    expect(await enter(tablet.token, code)).toMatchObject({ status: 400 })
  expect(await enter(tablet.token, person?.code ?? '')).toMatchObject({ status: 429 })
  expect(await enter(other.token, person?.code ?? '')).toMatchObject({ status: 200 })
})

test('a replaced code opens nothing, a new one does', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const tablet = await tabletOf(day)
  const params = { ...ofDay(day.id).params, membershipId: person?.membershipId ?? '' }
  const renewed = await request(server.url, renewTestDayCode, { token: cast.manager.token, params })
  expect(renewed.answer.code).not.toBe(person?.code)
  expect(await enter(tablet.token, person?.code ?? '')).toMatchObject({ code: 'day_code_invalid' })
  expect(await enter(tablet.token, renewed.answer.code)).toMatchObject({ status: 200 })
})

test('nor does it for who leaves the day and comes back', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const membershipId = person?.membershipId ?? ''
  const params = { ...ofDay(day.id).params, membershipId }
  const asManager = { token: cast.manager.token, params }
  const { code: second } = (await request(server.url, renewTestDayCode, asManager)).answer
  await request(server.url, removeTestDayPerson, asManager)
  await request(server.url, addTestDayPeople, { ...ofDay(day.id), body: { membershipIds: [membershipId] } })
  const third = (await peopleOf(day.id)).find((one) => one.membershipId === membershipId)?.code ?? ''
  const tablet = await tabletOf(day)
  for (const code of [person?.code ?? '', second])
    expect(await enter(tablet.token, code)).toMatchObject({ code: 'day_code_invalid' })
  expect(await enter(tablet.token, third)).toMatchObject({ status: 200 })
})

test('a session that a replaced code has opened ends, and no other one', async () => {
  const day = await plan()
  const [person, other] = await peopleOf(day.id)
  const sessions = []
  for (const one of [person, other]) {
    const tablet = await tabletOf(day)
    sessions.push((await enter(tablet.token, one?.code ?? '')).answer.token)
  }
  const params = { ...ofDay(day.id).params, membershipId: person?.membershipId ?? '' }
  await request(server.url, renewTestDayCode, { token: cast.manager.token, params })
  const answers = sessions.map((token) => request(server.url, listOwnAssignments, { token }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200])
})

test('before its day a tablet prepares and opens nothing; the day itself opens it', async () => {
  const day = await plan({ day: '2998-05-05' })
  expect(day.state).toBe('planned')
  const tablet = await tabletOf(day, { opened: false })
  const token = tablet.token
  expect(await request(server.url, getTabletPackage, { token })).toMatchObject({ code: 'package_not_ready' })
  await server.runJobs(jobsWithQuickCodes)
  expect(await request(server.url, getTabletPackage, { token })).toMatchObject({ status: 200 })
  expect(await request(server.url, openTablet, { token, body: { pin: day.pin } })).toMatchObject({
    code: 'test_day_not_yet',
  })
  const [person] = await peopleOf(day.id)
  expect(await enter(token, person?.code ?? '')).toMatchObject({ code: 'test_day_not_yet' })
  // The day comes to the tablet: its tests are due on it.
  await request(server.url, updateTestDay, { ...ofDay(day.id), body: { day: today, place: 'Kapı 3' } })
  expect(await enter(token, person?.code ?? '')).toMatchObject({ code: 'test_day_not_yet' })
  await request(server.url, openTablet, { token, body: { pin: day.pin } })
  expect(await enter(token, person?.code ?? '')).toMatchObject({ status: 200 })
  expect((await request(server.url, getTabletDay, { token })).answer).toMatchObject({
    place: 'Kapı 3',
    state: 'today',
  })
})

test('a tablet that was opened before its day asks for the PIN again', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const { token, day: asSeen } = await tabletOf(day)
  // As where the day was moved after the tablet had been opened.
  await sql`UPDATE tablets SET opened_at = opened_at - interval '2 days'
    WHERE id = ${asSeen.tablet.id}`.execute(server.database.db)
  expect(await enter(token, person?.code ?? '')).toMatchObject({ code: 'test_day_not_yet' })
  await request(server.url, openTablet, { token, body: { pin: day.pin } })
  expect(await enter(token, person?.code ?? '')).toMatchObject({ status: 200 })
})

test('a withdrawn tablet learns of it and does nothing more; another goes on', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const [tablet, other] = [await tabletOf(day), await tabletOf(day)]
  const session = (await enter(tablet.token, person?.code ?? '')).answer
  const [, details] = [tablet, (await request(server.url, getTestDay, ofDay(day.id))).answer]
  expect(details.tablets.map((one) => one.name)).toEqual(['Tablet 07', 'Tablet 07'])
  const revoked = await request(server.url, revokeTablet, {
    token: cast.manager.token,
    params: { ...ofDay(day.id).params, tabletId: tablet.day.tablet.id },
  })
  expect(revoked.status).toBe(204)
  const { token } = tablet
  expect((await request(server.url, getTabletDay, { token })).answer).toMatchObject({
    revoked: true,
    state: 'over',
  })
  expect(await request(server.url, getTabletPackage, { token })).toMatchObject({ code: 'test_day_over' })
  expect(await enter(token, person?.code ?? '')).toMatchObject({ code: 'test_day_over' })
  expect(await request(server.url, listOwnAssignments, { token: session.token })).toMatchObject({
    status: 401,
  })
  expect(await enter(other.token, person?.code ?? '')).toMatchObject({ status: 200 })
})

test('a move by the supervisor is no opening of the person’s, entering on another tablet is one', async () => {
  const day = await plan()
  const [person] = await peopleOf(day.id)
  const opened = async () => {
    const { token } = (await enter((await tabletOf(day)).token, person?.code ?? '')).answer
    const assignmentId =
      (await request(server.url, listOwnAssignments, { token })).answer.results[0]?.id ?? ''
    const { answer } = await request(server.url, startAttempt, {
      token,
      params: { assignmentId },
      body: { accepted: ['information'], newDevice: true },
    })
    return { assignmentId, token: answer.attemptToken }
  }
  const openings = async (assignmentId: string) =>
    (await request(server.url, getReport, { token: cast.manager.token, params: { assignmentId } })).answer
      .signals?.openings.length
  const { assignmentId } = await opened()
  await request(server.url, releaseTest, { token: cast.manager.token, params: { assignmentId } })
  await opened()
  await sql`UPDATE attempt_signals SET happened_at = happened_at - interval '1 hour'`.execute(
    server.database.db,
  )
  const last = await opened()
  await request(server.url, submitAttempt, { token: last.token, params: { assignmentId }, body: {} })
  expect(await openings(assignmentId)).toBe(2)
})

test('a closed day takes nobody in, and what was planned for it is taken anywhere', async () => {
  const taker = await addTaker(server, cast.anadolu)
  const day = await plan({ membershipIds: [taker.membershipId] })
  const [person] = await peopleOf(day.id)
  const tablet = await tabletOf(day)
  const closed = await request(server.url, closeTestDay, ofDay(day.id))
  expect(closed.answer.state).toBe('over')
  expect(await enter(tablet.token, person?.code ?? '')).toMatchObject({ code: 'test_day_over' })
  const [own] = (await request(server.url, listOwnAssignments, { token: taker.token })).answer.results
  const started = await request(server.url, startAttempt, {
    token: taker.token,
    params: { assignmentId: own?.id ?? '' },
    body: { accepted: ['information'] },
  })
  expect(started).not.toMatchObject({ code: 'supervised_only' })
  for (const call of [renewTestDayPin, addTestDayPeople] as const)
    expect(
      await request(server.url, call, {
        ...ofDay(day.id),
        body: call === addTestDayPeople ? { membershipIds: [newId()] } : {},
      }),
    ).toMatchObject({ code: 'test_day_over' })
})

test('people join once, and leave with their unit', async () => {
  const day = await plan()
  const [added] = await people(1)
  const before = await units()
  const add = () =>
    request(server.url, addTestDayPeople, {
      ...ofDay(day.id),
      body: { membershipIds: [added?.membershipId ?? ''], room: 'A' },
    })
  expect((await add()).answer.added).toBe(1)
  expect((await add()).answer.added).toBe(0)
  expect(await units()).toBe(before - 1)
  expect((await peopleOf(day.id)).map((one) => one.room).toSorted()).toEqual(['', '', 'A'])
  const params = { ...ofDay(day.id).params, membershipId: added?.membershipId ?? '' }
  await request(server.url, removeTestDayPerson, { token: cast.manager.token, params })
  expect([await units(), (await peopleOf(day.id)).length]).toEqual([before, 2])
  const listed = await request(server.url, listTestDays, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
  })
  expect(listed.answer.results.find((one) => one.id === day.id)?.people).toBe(2)
})

test('slips have each person’s code, to read and to scan', async () => {
  const day = await plan()
  const codes = (await peopleOf(day.id)).map((one) => one.code)
  const { status, bytes } = await request(server.url, testDaySlips, ofDay(day.id))
  expect(status).toBe(200)
  const text = await pdfText(bytes)
  for (const code of codes) expect(text.replaceAll(/\s/g, '')).toContain(code)
})

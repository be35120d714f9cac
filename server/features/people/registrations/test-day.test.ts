import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isDayCode } from '#contract/dayCode.ts'
import { getRegistrationPage } from '#contract/registering.ts'
import {
  changeRegistration,
  decideRegistrants,
  getRegistration,
  listRegistrants,
  listRegistrations,
  openRegistration,
  type Registration,
  registrationPoster,
} from '#contract/registrations.ts'
import { enterByDayCode, openTablet } from '#contract/tablets.ts'
import {
  addTestDayPeople,
  closeTestDay,
  createTestDay,
  listTestDayPeople,
  removeTestDayPerson,
  type TestDayDetails,
  updateTestDay,
} from '#contract/test-days.ts'
import { pdfText } from '#test/pdf.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addAssignment, addMember, addMembers } from '#test/support/invited.ts'
import { addRegistration, registerAs, registerByMail } from '#test/support/registrations.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { setUpTablet } from '#test/support/set-up.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { closeEnded } from './registrations.ts'

let server: TestServer
let cast: Cast
// Noon, so that an hour ago is the same day.
const timeZone = zoneWhereItIs(12)
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(Date.now() + days * 86_400_000))

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
})
beforeEach(async () => {
  await sql`TRUNCATE demo_mails, throttles`.execute(server.database.db)
  await waitForMidWindow(server.database.db)
})
afterAll(() => server.close())

async function plan(day = dayIn(0)): Promise<TestDayDetails> {
  const { membershipId } = await addMember(server.database.db, cast.anadolu)
  const { answer } = await request(server.url, createTestDay, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      place: 'Kapı 2',
      day,
      locale: 'tr',
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: [membershipId],
    },
  })
  return answer
}
const openFor = (day: TestDayDetails, more: Partial<Parameters<typeof addRegistration>[2]> = {}) =>
  addRegistration(server, cast, { testDayId: day.id, endsOn: day.day, name: 'Vardiya', ...more })
const at = (registration: Pick<Registration, 'id'>) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu, registrationId: registration.id },
})
const ofDay = (day: Pick<TestDayDetails, 'id'>) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu, testDayId: day.id },
})
const onDay = async (day: TestDayDetails, name: string) =>
  (await request(server.url, listTestDayPeople, { ...ofDay(day), query: { search: name } })).answer.results
const registered = async (registration: Registration) =>
  (await request(server.url, listRegistrants, at(registration))).answer.results
const decide = async (registration: Registration, ...registrantIds: string[]) =>
  (
    await request(server.url, decideRegistrants, {
      ...at(registration),
      body: { decision: 'accept', registrantIds },
    })
  ).answer
const shown = async (registration: Registration) =>
  (await request(server.url, getRegistration, at(registration))).answer

/** The available units, those that registrations have reserved, and the sum of the ledger, which must equal the former. */
async function units() {
  const { rows } = await sql<{ available: number; reserved: number; ledger: number }>`
    SELECT q.available,
      (SELECT sum(quantity) FROM quota_entries e
       WHERE e.client_id = q.client_id AND e.inventory_id = q.inventory_id)::int AS ledger,
      (SELECT coalesce(-sum(quantity), 0) FROM quota_entries e WHERE e.client_id = q.client_id
        AND e.inventory_id = q.inventory_id AND registration_id IS NOT NULL AND assignment_id IS NULL)::int AS reserved
    FROM quotas q WHERE q.client_id = ${cast.anadolu} AND q.inventory_id = ${inventory(cast, 'ENGLISH')}`.execute(
    server.database.db,
  )
  const [{ available, reserved, ledger } = { available: 0, reserved: 0, ledger: -1 }] = rows
  expect(ledger).toBe(available)
  return { available, reserved }
}

async function enterOnTablet(day: TestDayDetails, code: string) {
  const of = { token: cast.manager.token, clientId: cast.anadolu, testDayId: day.id }
  const tablet = await setUpTablet(server.url, of)
  await request(server.url, openTablet, { token: tablet.token, body: { pin: day.pin } })
  return (await request(server.url, enterByDayCode, { token: tablet.token, body: { code } })).answer
}

test('who registers and is accepted is on the day’s list, and enters at a tablet by their code', async () => {
  const day = await plan()
  const before = await units()
  const registration = await openFor(day, { cap: 3, approval: true, group: 'Gece' })
  expect(registration).toMatchObject({
    testDay: { id: day.id, place: 'Kapı 2', day: day.day },
    dueDate: day.day,
    endsOn: day.day,
    inventories: [{ code: 'ENGLISH' }],
    locale: 'tr',
    reserved: 3,
  })
  const page = await request(server.url, getRegistrationPage, { params: { code: registration.code } })
  expect(page.answer).toMatchObject({ testDay: { place: 'Kapı 2', day: day.day }, state: 'open' })
  expect((await registerByMail(server, registration.code, { email: 'ada@gun.test' })).answer).toMatchObject({
    outcome: 'received',
    dayCode: null,
  })
  const [waiting] = await registered(registration)
  expect(await decide(registration, waiting?.id ?? '')).toEqual({ done: 1, skipped: [] })
  const [person] = await onDay(day, 'Ada Deniz')
  expect(person).toMatchObject({ state: 'not_started', group: 'Gece' })
  // Two places are left, and the third one's unit is the person's test.
  expect(await units()).toEqual({ available: before.available - 3, reserved: before.reserved + 2 })
  const entered = await enterOnTablet(day, person?.code ?? '')
  expect(entered.user.name).toBe('Ada Deniz')
  expect(entered.assignments?.results).toMatchObject([
    { inventory: { code: 'ENGLISH' }, testDay: { place: 'Kapı 2', day: day.day }, dueDate: day.day },
  ])
  // The same address shows them the code again, and only codes for addresses were mailed.
  expect((await registerByMail(server, registration.code, { email: 'ada@gun.test' })).answer).toMatchObject({
    outcome: 'listed',
    dayCode: person?.code,
    link: null,
  })
  await server.runJobs()
  const mails = await server.database.db.selectFrom('demo_mails').select('kind').execute()
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['registration_code']))
  // A person who was taken off the day since has to ask.
  const { params, token } = ofDay(day)
  await request(server.url, removeTestDayPerson, {
    token,
    params: { ...params, membershipId: person?.membershipId ?? '' },
  })
  expect((await registerByMail(server, registration.code, { email: 'ada@gun.test' })).answer.outcome).toBe(
    'ask',
  )
  expect(await units()).toEqual({ available: before.available - 2, reserved: before.reserved + 2 })
})

test('without approval a phone gets a code at once, once, and a person of the day keeps theirs', async () => {
  const day = await plan()
  const registration = await openFor(day, { cap: 2 })
  const { answer } = await registerAs(server, registration.code, {
    phone: '0533 111 22 33',
    name: 'Hasan Gün',
  })
  expect(answer).toMatchObject({ outcome: 'listed', link: null })
  expect(isDayCode(answer.dayCode ?? '')).toBe(true)
  expect(await onDay(day, 'Hasan Gün')).toMatchObject([{ code: answer.dayCode }])
  const again = await registerAs(server, registration.code, { phone: '+90 533 111 2233' })
  expect(again.answer).toEqual({ outcome: 'received', check: null, state: null, link: null, dayCode: null })
  // A person who is on the day already keeps their code, and their place’s unit is given back.
  const email = 'listede@gun.test'
  const first = await openFor(day, { cap: 1 })
  const one = await registerByMail(server, first.code, { email })
  const before = await units()
  const other = await registerByMail(server, registration.code, { email })
  expect(other.answer).toEqual(one.answer)
  expect(await units()).toEqual({ available: before.available + 1, reserved: before.reserved - 1 })
  expect((await registerAs(server, registration.code, { phone: '0533 111 22 34' })).code).toBe(
    'registration_full',
  )
})

test('it ends with its day at the latest, also when the day is moved or closed', async () => {
  const before = await units()
  const day = await plan(dayIn(2))
  const asked = (endsOn: string) =>
    request(server.url, openRegistration, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: { name: 'Vardiya', testDayId: day.id, locale: 'tr', cap: 4, endsOn, approval: false },
    })
  expect((await asked(dayIn(3))).json).toMatchObject({ message: { endsOn: [expect.any(String)] } })
  const registration = await openFor(day, { cap: 4 })
  const later = await request(server.url, changeRegistration, {
    ...at(registration),
    body: { endsOn: dayIn(3) },
  })
  expect(later.json).toMatchObject({ message: { endsOn: [expect.any(String)] } })
  await request(server.url, updateTestDay, { ...ofDay(day), body: { day: dayIn(1) } })
  expect(await shown(registration)).toMatchObject({ endsOn: dayIn(1), dueDate: dayIn(1) })
  expect(await closeEnded(server.database.db)).toBe(0)
  await request(server.url, closeTestDay, ofDay(day))
  // Before the job has run, too.
  expect((await registerAs(server, registration.code, { phone: '0533 000 00 01' })).code).toBe(
    'registration_closed',
  )
  expect(await closeEnded(server.database.db)).toBe(1)
  expect(await shown(registration)).toMatchObject({ closedBy: '', reserved: 0 })
  // The person who was planned for the day has the unit of their test.
  expect(await units()).toEqual({ available: before.available - 1, reserved: before.reserved })
  expect((await asked(dayIn(1))).code).toBe('test_day_over')
})

test('nobody is accepted for a day that is over, or who has nothing to do there', async () => {
  const { db } = server.database
  const day = await plan()
  const registration = await openFor(day, { approval: true })
  const busy = await addMember(db, cast.anadolu, { name: 'Zeynep Gün', email: null })
  await db
    .updateTable('memberships')
    .set({ phone: '0533 222 00 01' })
    .where('id', '=', busy.membershipId)
    .execute()
  const running = await addAssignment(db, cast.anadolu, busy, { code: 'ENGLISH' })
  await db.updateTable('assignments').set({ started_at: new Date() }).where('id', '=', running).execute()
  await registerAs(server, registration.code, { phone: '0533 222 00 01', name: 'Zeynep' })
  await registerAs(server, registration.code, { phone: '0533 222 00 02', name: 'Geç Gelen' })
  const before = await units()
  const [late, zeynep] = await registered(registration)
  expect(await decide(registration, zeynep?.id ?? '')).toEqual({
    done: 0,
    skipped: [{ reason: 'nothing_to_do', count: 1 }],
  })
  await request(server.url, closeTestDay, ofDay(day))
  expect(await decide(registration, late?.id ?? '')).toEqual({
    done: 0,
    skipped: [{ reason: 'day_over', count: 1 }],
  })
  expect(await units()).toEqual(before)
  expect(await onDay(day, 'Geç Gelen')).toEqual([])
})

test('a day never has more than 1,000 people, in one step or several, and says what to do', async () => {
  const { db } = server.database
  const day = await plan(dayIn(1))
  const registration = await openFor(day, { cap: 2 })
  // Places that are reserved for one registration are not there for another.
  const body = { name: 'Gece', locale: 'tr' as const, endsOn: day.day, approval: false, testDayId: day.id }
  const opening = (cap: number) =>
    request(server.url, openRegistration, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: { ...body, cap },
    })
  expect((await opening(998)).json).toMatchObject({ message: { cap: [expect.stringContaining('997')] } })
  const members = await addMembers(db, cast.anadolu, 999)
  await sql`INSERT INTO test_day_people (client_id, test_day_id, membership_id, user_id, code_number, code_hash)
    SELECT client_id, ${day.id}, id, user_id, row_number() OVER (), uuid_send(id) FROM memberships
    WHERE id = ANY (${members.slice(0, 997)}::uuid[])`.execute(db)
  // Nor for people that a manager adds: 998 are there.
  const adding = () =>
    request(server.url, addTestDayPeople, { ...ofDay(day), body: { membershipIds: members.slice(997, 998) } })
  expect(await adding()).toMatchObject({ code: 'test_day_full', json: { limit: 1000, free: 0 } })
  await sql`INSERT INTO test_day_people (client_id, test_day_id, membership_id, user_id, code_number, code_hash)
    SELECT client_id, ${day.id}, id, user_id, 998, uuid_send(id) FROM memberships WHERE id = ${members[997]}`.execute(
    db,
  )
  // 999 are there. One place is left, for the first who comes.
  const join = (phone: string, name: string) => registerAs(server, registration.code, { phone, name })
  expect((await join('0532 700 00 01', 'Bin')).answer.outcome).toBe('listed')
  expect((await join('0532 700 00 02', 'Bin Bir')).answer.outcome).toBe('received')
  const waiting = (await registered(registration)).filter(({ state }) => state === 'waiting')
  expect(await decide(registration, ...waiting.map(({ id }) => id))).toEqual({
    done: 0,
    skipped: [{ reason: 'day_full', count: 1 }],
  })
  const added = await request(server.url, addTestDayPeople, {
    ...ofDay(day),
    body: { membershipIds: members.slice(998) },
  })
  expect(added.code).toBe('test_day_full')
  expect(added.json).toMatchObject({ limit: 1000, free: 0, message: expect.stringContaining('1000') })
  expect((await opening(1)).code).toBe('test_day_full')
  expect(
    (await request(server.url, changeRegistration, { ...at(registration), body: { cap: 3 } })).json,
  ).toMatchObject({ message: { cap: [expect.any(String)] } })
})

test('it takes tests or a day, lists by day, and its poster says where and when', async () => {
  const day = await plan()
  const registration = await openFor(day)
  await addRegistration(server, cast, { name: 'Boş kadro' })
  const { answer } = await request(server.url, listRegistrations, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    query: { testDay: day.id },
  })
  expect(answer.results.map(({ id }) => id)).toEqual([registration.id])
  const body = { name: 'İkisi', locale: 'tr' as const, cap: 1, endsOn: day.day, approval: false }
  const both = { ...body, testDayId: day.id, inventoryIds: [inventory(cast, 'ENGLISH')] }
  for (const wrong of [both, body]) {
    const refused = await request(server.url, openRegistration, {
      token: cast.manager.token,
      params: { clientId: cast.anadolu },
      body: wrong,
    })
    expect(refused.code).toBe('invalid_request')
  }
  const tooMany = await request(server.url, openRegistration, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { ...body, testDayId: day.id, cap: 1000 },
  })
  expect(tooMany.json).toMatchObject({ message: { cap: [expect.any(String)] } })
  const { bytes } = await request(server.url, registrationPoster, at(registration))
  expect((await pdfText(bytes)).replace(/\s+/g, ' ')).toContain('Kapı 2')
})

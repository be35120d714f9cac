import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { slipCodeLetters } from '#contract/slipCode.ts'
import { getTabletDay, openTablet, registerTablet } from '#contract/tablets.ts'
import {
  closeTestDay,
  confirmTablet,
  createTestDay,
  getTestDay,
  makeSetupCodes,
  maxSetupCodes,
  renewSetupCode,
  renewTestDayPin,
  revokeSetupCode,
  revokeTablet,
} from '#contract/test-days.ts'
import { newId } from '#server/db/ids.ts'
import { newSecret } from '#server/secrets.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addMember } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { makeSetupCode, setUpTablet } from '#test/support/set-up.ts'
import { waitForMidWindow } from '#test/support/windows.ts'
import { zoneWhereItIs } from '#test/support/zones.ts'
import { maxWrongPins } from './pins.ts'
import { lockDay } from './queries.ts'
import { insertTablet } from './tablet-queries.ts'

let server: TestServer
let cast: Cast
// Noon, so that no midnight passes meanwhile.
const timeZone = zoneWhereItIs(12)
const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
  await server.database.db.updateTable('clients').set({ time_zone: timeZone }).execute()
})
afterAll(() => server.close())

async function plan(day = today) {
  const { membershipId } = await addMember(server.database.db, cast.anadolu)
  const { answer } = await request(server.url, createTestDay, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: {
      place: 'Kapı 2',
      day,
      inventoryIds: [inventory(cast, 'ENGLISH')],
      membershipIds: [membershipId],
    },
  })
  return answer
}
type Day = Awaited<ReturnType<typeof plan>>
const ofDay = ({ id }: Day) => ({
  token: cast.manager.token,
  params: { clientId: cast.anadolu, testDayId: id },
})
const of = (day: Day) => ({ token: cast.manager.token, ...ofDay(day).params })
const details = async (day: Day) => (await request(server.url, getTestDay, ofDay(day))).answer
const register = (code: string, device = newSecret()) =>
  request(server.url, registerTablet, { body: { code, name: 'Tablet 07', device } })
const open = (token: string, pin: string) => request(server.url, openTablet, { token, body: { pin } })
const wrongOf = ({ pin }: Day) => (pin === '000000' ? '000001' : '000000')

test('a code makes one device a tablet and is used up; unknown, used and withdrawn codes are refused alike', async () => {
  const day = await plan()
  const made = await request(server.url, makeSetupCodes, { ...ofDay(day), body: { quantity: 3 } })
  const [used, renewed, withdrawn] = made.answer.setupCodes
  expect(new Set(made.answer.setupCodes.map(({ code }) => code)).size).toBe(3)
  expect([...(used?.code ?? '')].filter((letter) => slipCodeLetters.includes(letter))).toHaveLength(10)
  // The code is in a form that somebody may type.
  const typed = `${used?.code.slice(0, 5).toLowerCase()} ${used?.code.slice(5)}`
  expect(await register(typed)).toMatchObject({ status: 201 })
  const key = (id = '') => ({ ...ofDay(day), params: { ...ofDay(day).params, setupCodeId: id } })
  const again = await request(server.url, renewSetupCode, key(renewed?.id))
  await request(server.url, revokeSetupCode, key(withdrawn?.id))
  const dead = [used?.code, renewed?.code, withdrawn?.code, '0000000000', '']
  for (const code of dead)
    expect(await register(code ?? '')).toMatchObject({ status: 400, code: 'setup_code_invalid' })
  const left = again.answer.setupCodes.find(({ id }) => id === renewed?.id)
  expect((await details(day)).setupCodes).toEqual([left])
  expect(await register(left?.code ?? '')).toMatchObject({ status: 201 })
  // A used one can't be withdrawn or replaced: its tablet can.
  for (const call of [revokeSetupCode, renewSetupCode])
    expect(await request(server.url, call, key(used?.id))).toMatchObject({ status: 404 })
})

test('of several devices with one code, at once, one becomes a tablet', async () => {
  const day = await plan()
  const code = await makeSetupCode(server.url, of(day))
  const answers = await Promise.all(Array.from({ length: 5 }, () => register(code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  expect((await details(day)).tablets).toHaveLength(1)
})

test('a device whose answer was lost registers again, until its tablet was opened; no other device does', async () => {
  const day = await plan()
  const code = await makeSetupCode(server.url, of(day))
  const device = newSecret()
  const lost = await register(code, device)
  const { answer } = await register(code, device)
  expect(answer.day.tablet.id).toBe(lost.answer.day.tablet.id)
  expect(await request(server.url, getTabletDay, { token: lost.answer.token })).toMatchObject({ status: 401 })
  expect(await register(code)).toMatchObject({ code: 'setup_code_invalid' })
  expect(await open(answer.token, day.pin)).toMatchObject({ status: 200 })
  expect(await register(code, device)).toMatchObject({ code: 'setup_code_invalid' })
})

test('a code that is replaced or withdrawn just as a device uses it does one of both', async () => {
  const day = await plan()
  for (let n = 0; n < 4; n += 1)
    for (const call of [renewSetupCode, revokeSetupCode]) {
      const code = await makeSetupCode(server.url, of(day))
      const setupCodeId = (await details(day)).setupCodes.find((one) => one.code === code)?.id ?? ''
      const [registered, changed] = await Promise.all([
        register(code),
        request(server.url, call, { ...ofDay(day), params: { ...ofDay(day).params, setupCodeId } }),
      ])
      const done = call === renewSetupCode ? 200 : 204
      expect([
        [201, 404],
        [400, done],
      ]).toContainEqual([registered.status, changed.status])
    }
})

test('a network that has tried too many wrong codes still registers tablets with right ones', async () => {
  const { db } = server.database
  await waitForMidWindow(db)
  const day = await plan()
  const code = await makeSetupCode(server.url, of(day))
  for (let n = 0; n < 6; n += 1) await Promise.all(Array.from({ length: 50 }, () => register('0000000000')))
  expect(await register('0000000000')).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await register(code)).toMatchObject({ status: 201 })
  await sql`DELETE FROM throttles WHERE key LIKE 'setup-code%'`.execute(db)
})

test('a device becomes a tablet while an action holds its day', async () => {
  const day = await plan()
  const code = await makeSetupCode(server.url, of(day))
  // If the device waited for the day and the action for the device's code, neither would go on.
  await server.database.db.transaction().execute(async (tx) => {
    await lockDay(tx, { clientId: cast.anadolu, id: day.id })
    expect(await register(code)).toMatchObject({ status: 201 })
  })
})

/** Resolves once a statement of this database waits for another one's lock. */
const blocked = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)

test('a code that becomes a tablet while codes are made is counted', async () => {
  const { db } = server.database
  const day = await plan()
  const make = (quantity: number) =>
    request(server.url, makeSetupCodes, { ...ofDay(day), body: { quantity } })
  await make(maxSetupCodes)
  await make(maxSetupCodes)
  const [{ id } = { id: '' }] = (await details(day)).setupCodes
  const tablet = { clientId: cast.anadolu, id: newId(), testDayId: day.id, name: 'Tablet 07', room: '' }
  const hashes = { tokenHash: Buffer.alloc(32), deviceHash: Buffer.alloc(32) }
  const making = await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE setup_codes IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const answer = make(1)
    await blocked()
    await insertTablet(tx, { ...tablet, ...hashes, pending: false })
    await tx.updateTable('setup_codes').set({ tablet_id: tablet.id }).where('id', '=', id).execute()
    return { answer }
  })
  expect(await making.answer).toMatchObject({ status: 409, code: 'too_many_tablets' })
})

test('a day has at most 100 tablets, unused codes included', async () => {
  const day = await plan()
  const make = (quantity: number) =>
    request(server.url, makeSetupCodes, { ...ofDay(day), body: { quantity } })
  await setUpTablet(server.url, of(day))
  await make(maxSetupCodes)
  expect(await make(maxSetupCodes)).toMatchObject({ status: 409, code: 'too_many_tablets' })
  expect(await make(maxSetupCodes - 1)).toMatchObject({ status: 201 })
  await request(server.url, closeTestDay, ofDay(day))
  expect(await make(1)).toMatchObject({ code: 'test_day_over' })
  expect((await details(day)).setupCodes).toEqual([])
})

test('SR-05: before its day no answer tells whether a PIN is right', async () => {
  const day = await plan('2998-05-05')
  const { token } = await setUpTablet(server.url, of(day))
  for (const pin of [day.pin, wrongOf(day)])
    expect(await open(token, pin)).toMatchObject({ status: 409, code: 'test_day_not_yet' })
})

test('wrong PINs of a tablet are refused in a burst; the other tablets open', async () => {
  const day = await plan()
  const [tablet, other] = [await setUpTablet(server.url, of(day)), await setUpTablet(server.url, of(day))]
  for (let n = 0; n < 30; n += 1)
    expect(await open(tablet.token, wrongOf(day))).toMatchObject({ code: 'tablet_refused' })
  expect(await open(tablet.token, day.pin)).toMatchObject({ status: 429 })
  expect(await open(other.token, day.pin)).toMatchObject({ status: 200 })
})

/** All wrong PINs that a day allows, but these. */
const almostAllWrong = (day: Day, but: number) =>
  server.database.db
    .updateTable('test_days')
    .set({ wrong_pins: maxWrongPins - but })
    .where('id', '=', day.id)
    .execute()

const confirming = (day: Day, tabletId: string) => ({
  ...ofDay(day),
  params: { ...ofDay(day).params, tabletId },
})

test('beyond the day’s wrong PINs open tablets go on, and new ones wait for a manager with any PIN', async () => {
  const day = await plan()
  const tablets = []
  for (let n = 0; n < 3; n += 1) tablets.push(await setUpTablet(server.url, of(day)))
  const [opened, late, never] = tablets.map(({ token }) => token)
  await open(opened ?? '', day.pin)
  await almostAllWrong(day, 1)
  expect((await details(day)).pinLimitReached).toBe(false)
  expect(await open(opened ?? '', wrongOf(day))).toMatchObject({ code: 'tablet_refused' })
  expect((await details(day)).pinLimitReached).toBe(true)
  expect(await open(opened ?? '', wrongOf(day))).toMatchObject({ code: 'tablet_refused' })
  expect(await open(opened ?? '', day.pin)).toMatchObject({ status: 200 })
  for (const pin of [day.pin, wrongOf(day), day.pin])
    expect(await open(late ?? '', pin)).toMatchObject({ status: 409, code: 'tablet_pending' })
  const added = await setUpTablet(server.url, of(day), { name: 'Tablet 08' })
  expect([added.day.pending, (await details(day)).tablets.map((one) => one.pendingSince !== null)]).toEqual([
    true,
    [false, true, false, true],
  ])
  const tabletId = tablets[1]?.day.tablet.id ?? ''
  for (let n = 0; n < 2; n += 1)
    expect(await request(server.url, confirmTablet, confirming(day, tabletId))).toMatchObject({ status: 204 })
  expect((await request(server.url, getTabletDay, { token: late ?? '' })).answer).toMatchObject({
    pending: false,
    confirmed: true,
  })
  // A typing error on it is one, not a reason to wait until the day is over.
  expect(await open(late ?? '', wrongOf(day))).toMatchObject({ status: 400, code: 'tablet_refused' })
  expect(await open(late ?? '', day.pin)).toMatchObject({ status: 200 })
  // A withdrawn one is over, not pending.
  const withdrawing = { ...ofDay(day).params, tabletId: added.day.tablet.id }
  await request(server.url, revokeTablet, { ...ofDay(day), params: withdrawing })
  expect(await open(added.token, day.pin)).toMatchObject({ code: 'test_day_over' })
  // A new PIN replaces the old one, has a count of its own, and opens what was pending.
  const { token: last } = await setUpTablet(server.url, of(day))
  expect(await open(never ?? '', day.pin)).toMatchObject({ code: 'tablet_pending' })
  const { pin } = (await request(server.url, renewTestDayPin, ofDay(day))).answer
  expect((await details(day)).tablets.map((one) => one.pendingSince)).toEqual(Array(5).fill(null))
  expect((await request(server.url, getTabletDay, { token: last })).answer).toMatchObject({
    pending: false,
    confirmed: false,
  })
  for (const wrong of [wrongOf(day), day.pin])
    expect(await open(last, wrong)).toMatchObject({ code: 'tablet_refused' })
  for (const token of [never, last]) expect(await open(token ?? '', pin)).toMatchObject({ status: 200 })
  const log = await request(server.url, listAudit, {
    token: cast.superuser.token,
    query: { client: cast.anadolu, page_size: '100' },
  })
  const actions = log.answer.results
    .filter(({ details }) => details.place === day.place)
    .map((one) => one.action)
  const counted = (action: string) => actions.filter((one) => one === action).length
  expect(['pin_limit_reached', 'tablet_pending', 'tablet_confirmed'].map(counted)).toEqual([1, 4, 1])
})

test('a tablet with too many wrong PINs of its own is pending, too, and is confirmed once', async () => {
  const { db } = server.database
  const day = await plan()
  const { token, day: own } = await setUpTablet(server.url, of(day))
  for (let n = 0; n < 30; n += 1) await open(token, wrongOf(day))
  await almostAllWrong(day, 0)
  expect(await open(token, day.pin)).toMatchObject({ status: 409, code: 'tablet_pending' })
  expect((await details(day)).tablets).toMatchObject([{ pendingSince: expect.any(String) }])
  await request(server.url, confirmTablet, confirming(day, own.tablet.id))
  // Once confirmed, the tablet takes as many PINs as all others.
  expect(await open(token, day.pin)).toMatchObject({ status: 429 })
  await db.deleteFrom('throttles').where('key', '=', `tablet-pin:${own.tablet.id}`).execute()
  expect(await open(token, day.pin)).toMatchObject({ status: 200 })
})

test('beyond the day’s wrong PINs a tablet can be confirmed before a PIN is typed; not earlier', async () => {
  const day = await plan()
  const tablets = [await setUpTablet(server.url, of(day)), await setUpTablet(server.url, of(day))]
  const confirm = async (n: number) =>
    request(server.url, confirmTablet, confirming(day, tablets[n]?.day.tablet.id ?? ''))
  await confirm(0)
  await almostAllWrong(day, 0)
  await confirm(1)
  expect(await open(tablets[0]?.token ?? '', day.pin)).toMatchObject({ code: 'tablet_pending' })
  expect(await open(tablets[1]?.token ?? '', day.pin)).toMatchObject({ status: 200 })
})

test('of a burst of wrong PINs at once no more are looked at than the day allows', async () => {
  const day = await plan()
  const { token } = await setUpTablet(server.url, of(day))
  await almostAllWrong(day, 3)
  const answers = await Promise.all(Array.from({ length: 12 }, () => open(token, wrongOf(day))))
  const counted = (code: string) => answers.filter((one) => 'code' in one && one.code === code).length
  expect(['tablet_refused', 'tablet_pending'].map(counted)).toEqual([3, 9])
})

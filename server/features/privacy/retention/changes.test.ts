import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRetention, setRetention } from '#contract/retention.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addClient, addMember } from '#test/support/invited.ts'
import { addEnded, erasedOf, letMonthPass } from '#test/support/retention.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { countEnding } from './ending-queries.ts'
import { type Periods, putPeriods } from './queries.ts'
import { eraseOver } from './retention.ts'

let server: TestServer
let cast: Cast
let clientId: string

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server, 0)
  await letMonthPass(db())
})
afterAll(() => server.close())
beforeEach(async () => {
  clientId = await addClient(db())
})

const db = () => server.database.db
const english = () => inventory(cast, 'ENGLISH')
const defaults: Periods = { candidateMonths: 6, employeeMonths: 24, sensitiveMonths: 6 }

const longerUntil = async () => {
  const { answer } = await request(server.url, getRetention, {
    token: cast.admin.token,
    params: { clientId },
  })
  return answer.longerUntil
}

/** Changes periods, and the one of ENGLISH alone if it has one. */
async function change(periods: Partial<Periods>, months?: number) {
  const body = { ...defaults, ...periods, tests: months ? [{ inventoryId: english(), months }] : [] }
  const { status } = await request(server.url, setRetention, {
    token: cast.admin.token,
    params: { clientId },
    body,
  })
  expect(status).toBe(200)
}

/** Tests are erased in so many days, or up to a week fewer: months differ in length. */
async function expectDays(expected: readonly (readonly [{ assignmentId: string }, number])[]) {
  for (const [{ assignmentId }, days] of expected) {
    const { rows } = await sql<{ days: number }>`
      SELECT extract(epoch FROM retention_end(a.client_id, a.inventory_id, m.role, v.sensitive, a.ended_at) - now()) / 86400 AS days
      FROM assignments a JOIN memberships m ON m.id = a.membership_id JOIN inventory_versions v ON v.id = a.version_id
      WHERE a.id = ${assignmentId}`.execute(db())
    const found = Number(rows[0]?.days)
    expect(found).toBeGreaterThan(days - 7.5)
    expect(found).toBeLessThan(days + 0.5)
  }
}

/** Somebody whose test is erased in so many days by a period of so many months. */
async function endingIn(
  days: number,
  { months, ...who }: { months: number; role?: 'candidate' | 'employee'; code?: string },
) {
  const person = await addEnded(db(), clientId, { months: 1, ...who })
  await sql`UPDATE assignments SET ended_at = now() + make_interval(days => ${days}::int) - make_interval(months => ${months}::int)
    WHERE id = ${person.assignmentId}`.execute(db())
  return person
}

/** The number of tests that end in the next thirty days, as the page and the mails count them. */
const soon = async () => (await countEnding(db(), clientId, { from: 0, to: 30 })).tests

/** Lets days pass for periods alone: what was changed was changed so long ago. */
const pass = (days: number) =>
  sql`UPDATE retention_former SET replaced_at = replaced_at - make_interval(days => ${days}::int) WHERE client_id = ${clientId}`.execute(
    db(),
  )

test('a shorter period of candidates moves no day of employees, nor one that was announced', async () => {
  const employee = await endingIn(5, { months: 24, role: 'employee' })
  const [announced, later] = [await endingIn(20, { months: 6 }), await endingIn(100, { months: 6 })]
  const due = await endingIn(-1, { months: 6 })
  await change({ candidateMonths: 1 })
  await expectDays([
    [employee, 5],
    [announced, 20],
    [later, 37],
  ])
  expect(await soon()).toBe(2)
  await eraseOver(db(), testSlipKey)
  expect(await erasedOf(db(), due)).not.toBe('kept')
  for (const one of [employee, announced, later]) expect(await erasedOf(db(), one)).toBe('kept')
  await pass(10)
  expect(await soon()).toBe(3)
  await pass(28)
  await eraseOver(db(), testSlipKey)
  expect(await erasedOf(db(), later)).not.toBe('kept')
  await expectDays([[employee, 5]])
})

test('a shorter period ends nothing at once that it would end later', async () => {
  const far = await endingIn(50, { months: 3 })
  await change({ candidateMonths: 3 })
  await expectDays([[far, 50]])
})

test('a longer period counts at once, also for what is over and not erased', async () => {
  const [due, next] = [await endingIn(-1, { months: 6 }), await endingIn(3, { months: 6 })]
  await change({ candidateMonths: 12 })
  await eraseOver(db(), testSlipKey)
  expect(await erasedOf(db(), due)).toBe('kept')
  await expectDays([[next, 3 + 184]])
})

test('a second change moves no day of the first, and what it ends has its own notice', async () => {
  const [first, second] = [
    await endingIn(60, { months: 6 }),
    await endingIn(100, { months: 24, role: 'employee' }),
  ]
  await change({ candidateMonths: 3 })
  await pass(30)
  await change({ candidateMonths: 3, employeeMonths: 12 })
  await expectDays([
    [first, 7],
    [second, 37],
  ])
  // The same period, shorter again: its test goes when the first notice ends.
  await change({ candidateMonths: 1, employeeMonths: 12 })
  await expectDays([
    [first, 7],
    [second, 37],
  ])
  // Taken back: the longer period counts at once.
  await change({ employeeMonths: 12 })
  await expectDays([
    [first, 60],
    [second, 37],
  ])
})

test('a test’s own period gives notice when it comes, when it goes and when it gets shorter', async () => {
  const [candidate, employee] = [
    await endingIn(100, { months: 6 }),
    await endingIn(100, { months: 24, role: 'employee' }),
  ]
  // The period gets shorter for employees alone.
  await change({}, 12)
  await expectDays([
    [candidate, 100 + 184],
    [employee, 37],
  ])
  await pass(30)
  await change({})
  await expectDays([
    [candidate, 100],
    [employee, 100],
  ])
  const own = await endingIn(60, { months: 12 })
  await change({}, 12)
  await pass(1)
  await change({})
  await expectDays([[own, 37]])
})

test('a shorter sensitive period gives notice to sensitive tests alone', async () => {
  const [sensitive, other] = [
    await endingIn(100, { months: 6, code: 'SCL90' }),
    await endingIn(20, { months: 6 }),
  ]
  await change({ sensitiveMonths: 1 })
  await expectDays([
    [sensitive, 37],
    [other, 20],
  ])
})

test('people without tests have the same notice', async () => {
  const person = await addMember(db(), clientId)
  await sql`UPDATE memberships SET joined_at = now() + interval '100 days' - interval '6 months'
    WHERE id = ${person.membershipId}`.execute(db())
  const isErased = async () => {
    await eraseOver(db(), testSlipKey)
    const { rows } = await sql<{ days: number | null }>`
      SELECT round(extract(epoch FROM person_kept_until(${clientId}, ${person.userId}) - now()) / 86400)::int AS days`.execute(
      db(),
    )
    return rows[0]?.days ?? 'erased'
  }
  await change({ candidateMonths: 1 })
  expect(await isErased()).toBe(37)
  await pass(36)
  expect(await isErased()).toBe(1)
  await pass(2)
  expect(await isErased()).toBe('erased')
})

test('after any changes no day moves later than its own period, and none comes without 37 days', async () => {
  const months = fc.integer({ min: 1, max: 24 })
  const changes = fc.array(fc.record({ after: fc.integer({ min: 0, max: 45 }), months }), {
    minLength: 1,
    maxLength: 5,
  })
  /** When tests end that ended so many months ago, and what their period alone says. */
  const ends = async () =>
    (
      await sql<{ at: Date; alone: Date }>`
        SELECT retention_end(${clientId}, ${english()}, 'candidate', false, start) AS at,
          start + make_interval(months => retention_months(${clientId}, ${english()}, 'candidate', false)) AS alone
        FROM generate_series(0, 30) ago, LATERAL (SELECT now() - make_interval(months => ago, days => ago) AS start) s
        ORDER BY ago`.execute(db())
    ).rows
  const day = 86_400_000
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      await sql`DELETE FROM retention_former WHERE client_id = ${clientId}`.execute(db())
      await sql`DELETE FROM retention WHERE client_id = ${clientId}`.execute(db())
      // Each change lies ahead, so that none is forgotten before its time.
      let now = Date.now() + day
      let before = await ends()
      for (const { after, months: candidateMonths } of all) {
        now += after * day + 1
        await putPeriods(db(), clientId, { ...defaults, candidateMonths }, [])
        await sql`UPDATE retention_former SET replaced_at = ${new Date(now)}
          WHERE client_id = ${clientId} AND replaced_at <= clock_timestamp()`.execute(db())
        const changed = await ends()
        for (const [index, { at, alone }] of changed.entries()) {
          const was = before[index]?.at.getTime() ?? Number.NaN
          expect(at.getTime()).toBeLessThanOrEqual(Math.max(was, alone.getTime()) + 1000)
          expect(at.getTime()).toBeGreaterThanOrEqual(Math.min(was, now + 37 * day) - 1000)
        }
        before = changed
      }
    }),
    { numRuns: 30 },
  )
})

test('the page says until when longer periods that were replaced still apply', async () => {
  expect(await longerUntil()).toBeNull()
  await change({ employeeMonths: 36 })
  expect(await longerUntil()).toBeNull()
  await change({ employeeMonths: 36, candidateMonths: 3 })
  const { rows } = await sql<{ until: Date }>`
    SELECT max(replaced_at) + interval '37 days' AS until FROM retention_former WHERE client_id = ${clientId}`.execute(
    db(),
  )
  const until = rows[0]?.until.toISOString()
  expect(await longerUntil()).toBe(until)
  // Longer again: nothing that was replaced is longer.
  await change({ employeeMonths: 36, candidateMonths: 6 })
  expect(await longerUntil()).toBeNull()
  await change({ employeeMonths: 36 }, 2)
  expect(await longerUntil()).not.toBeNull()
})

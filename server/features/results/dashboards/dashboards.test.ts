import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countAssignments, getAssignment, listAssignments } from '#contract/assignments.ts'
import { getClientDashboard } from '#contract/dashboards.ts'
import { submitAttempt } from '#contract/participant.ts'
import { inviteEmails } from '#contract/people.ts'
import { newId } from '#server/db/ids.ts'
import { expireOverdue } from '#server/features/assignments/assignments.ts'
import { foldTallies } from '#server/features/delivery/tallies/tallies.ts'
import { addSession } from '#test/security/people.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, inventory } from '#test/support/cast.ts'
import { addReader, addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { addDays } from './days.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await castOf(server)
})
afterAll(() => server.close())

const ask = (clientId = cast.anadolu, token = cast.manager.token) => ({ token, params: { clientId } })
const dashboard = async () => (await request(server.url, getClientDashboard, ask())).answer

const invite = (code: string, people: number, more: { dueDate?: string; group?: string } = {}) =>
  request(server.url, inviteEmails, {
    ...ask(),
    body: {
      emails: Array.from({ length: people }, () => `${newId()}@example.test`),
      inventoryIds: [inventory(cast, code)],
      ...more,
    },
  })

/** The same numbers, counted the long way. */
async function counted() {
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*) AS assigned, count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'pending' AND started_at IS NOT NULL) AS started,
      count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'expired') AS expired,
      count(*) FILTER (WHERE status = 'cancelled') AS cancelled
    FROM assignments WHERE client_id = ${cast.anadolu}`.execute(server.database.db)
  return rows[0]
}

describe('the dashboard of a client', () => {
  test('shows a new client nothing, and no mistake', async () => {
    const { answer } = await request(server.url, getClientDashboard, ask(cast.ege, cast.otherManager.token))
    expect(answer.counts.assigned).toBe(0)
    expect(answer.lastAssignment).toBeNull()
    expect(answer.series).toHaveLength(30)
    expect(answer.series.at(-1)?.day).toBe(answer.today)
    expect(answer.dueWithin7Days.days).toHaveLength(7)
    expect(answer.quotas.every((quota) => quota.daysLeft === null && !quota.low)).toBe(true)
  })

  test('counts what was assigned, begun, finished, run out and taken away, before and after the tallies are folded', async () => {
    const { db } = server.database
    const { today } = await dashboard()
    const seventh = addDays(today, 6)
    await invite('ENGLISH', 12, { dueDate: today })
    await invite('SCL90', 3, { dueDate: seventh })
    const begun = await addRunning(server, cast.anadolu, 'ENGLISH')
    const done = await addRunning(server, cast.anadolu, 'ENGLISH')
    await request(server.url, submitAttempt, {
      token: done.token,
      params: { assignmentId: done.assignmentId },
      body: {},
    })
    // Two days ago: five run out, as the clock would have it.
    await sql`UPDATE assignments SET created_at = now() - interval '9 days', due_date = current_date - 3 WHERE (client_id, id) IN (
      SELECT client_id, id FROM assignments WHERE client_id = ${cast.anadolu} AND started_at IS NULL
        AND inventory_id = ${inventory(cast, 'ENGLISH')} LIMIT 5)`.execute(db)
    await expireOverdue(db)
    const fresh = await dashboard()
    expect(fresh.counts).toEqual(await counted())
    expect(fresh.counts).toMatchObject({ assigned: 17, pending: 11, started: 1, completed: 1, expired: 5 })
    expect(fresh.people).toEqual({ total: 17, candidates: 17, employees: 0 })
    expect(fresh.unfinished.count).toBe(11)
    expect(fresh.unfinished.first[0]?.dueDate).toBe(today)
    expect(fresh.dueWithin7Days.days.map(({ count }) => count)).toEqual([7, 0, 0, 0, 0, 0, 3])
    expect(fresh.dueWithin7Days.count).toBe(10)
    expect(fresh.series.at(-1)).toEqual({ day: today, assigned: 12, completed: 1 })
    expect(fresh.series.find(({ day }) => day === addDays(today, -9))?.assigned).toBe(5)
    expect(fresh.byInventory.map(({ inventory, assigned }) => [inventory.code, assigned])).toEqual([
      ['ENGLISH', 14],
      ['SCL90', 3],
    ])
    expect(fresh.lastAssignment?.id).toBe(done.assignmentId)
    expect(fresh.recentResults[0]).toMatchObject({
      id: done.assignmentId,
      report: { level: expect.any(String), score: { value: expect.any(Number), max: 75 } },
    })
    expect(fresh.unfinished.first.map(({ id }) => id)).not.toContain(begun.started.testId)
    await foldTallies(db)
    expect(await dashboard()).toEqual(fresh)
    await db
      .deleteFrom('quota_entries')
      .where('client_id', '=', cast.anadolu)
      .where('kind', '<>', 'addition')
      .execute()
    await sql`DELETE FROM assignments WHERE client_id = ${cast.anadolu} AND started_at IS NULL`.execute(db)
    expect((await dashboard()).counts).toEqual(await counted())
  })

  test('and the list say the same number as the counts', async () => {
    const { answer } = await request(server.url, countAssignments, ask())
    for (const [query, count] of [
      [{}, answer.assigned],
      [{ status: 'completed' as const }, answer.completed],
      [{ status: 'pending' as const, inventory: inventory(cast, 'ENGLISH') }, answer.pending],
      [{ inventory: newId() }, 0],
    ] as const) {
      const list = await request(server.url, listAssignments, { ...ask(), query })
      expect(list.answer.count, JSON.stringify(query)).toBe(count)
    }
  })

  test('says how long the quota lasts, and when it is low', async () => {
    const quota = (await dashboard()).quotas.find(({ inventory }) => inventory.code === 'ENGLISH')
    expect(quota?.low).toBe(false)
    expect(quota?.daysLeft).toBeGreaterThan(30)
    await invite('ENGLISH', 800)
    const after = (await dashboard()).quotas.find(({ inventory }) => inventory.code === 'ENGLISH')
    expect(after).toMatchObject({ low: true })
    expect(after?.daysLeft).toBeLessThan(10)
  })

  test('names nobody but the readers a result of a sensitive inventory', async () => {
    const done = await addRunning(server, cast.anadolu, 'SCL90')
    const params = { assignmentId: done.assignmentId }
    await request(server.url, submitAttempt, { token: done.token, params, body: {} })
    const [newest] = (await dashboard()).recentResults
    expect([newest?.id, newest?.report]).toMatchObject([done.assignmentId, { level: null, score: null }])
  })

  test('is, like the lists, without sensitive tests for readers who are not named for them', async () => {
    const { db } = server.database
    const { assignmentId } = await addRunning(server, cast.anadolu, 'SCL90')
    for (const groups of [null, ['']]) {
      const userId = await addUser(db)
      await addReader(db, cast.anadolu, userId, groups)
      const as = ask(cast.anadolu, await addSession(server, userId))
      const shown = async () => {
        const counts = (await request(server.url, countAssignments, as)).answer
        const board = (await request(server.url, getClientDashboard, as)).answer
        const query = { page_size: '100' }
        const list = (await request(server.url, listAssignments, { ...as, query })).answer
        expect([board.counts.assigned, list.count]).toEqual([counts.assigned, counts.assigned])
        const codes = board.byInventory.map(({ inventory }) => inventory.code)
        return [codes.includes('SCL90'), list.results.some(({ id }) => id === assignmentId)]
      }
      const one = { token: as.token, params: { assignmentId } }
      expect(await shown()).toEqual([false, false])
      expect((await request(server.url, getAssignment, one)).status).toBe(404)
      const named = { client_id: cast.anadolu, inventory_id: inventory(cast, 'SCL90'), user_id: userId }
      await db
        .insertInto('report_recipients')
        .values({ ...named, named_by: userId })
        .execute()
      expect(await shown()).toEqual([true, true])
      expect((await request(server.url, getAssignment, one)).status).toBe(200)
    }
  })

  test('leaves out what was erased', async () => {
    const { db } = server.database
    const done = await addRunning(server, cast.anadolu, 'ENGLISH')
    const params = { assignmentId: done.assignmentId }
    await request(server.url, submitAttempt, { token: done.token, params, body: {} })
    const before = await dashboard()
    expect([before.lastAssignment?.id, before.recentResults[0]?.id]).toEqual([
      done.assignmentId,
      done.assignmentId,
    ])
    await db
      .updateTable('assignments')
      .set({ erased_at: sql`now()` })
      .where('id', '=', done.assignmentId)
      .execute()
    const after = await dashboard()
    expect(after.lastAssignment?.id).not.toBe(done.assignmentId)
    expect(after.recentResults.map(({ id }) => id)).not.toContain(done.assignmentId)
  })

  test('counts right however many hand in at once', async () => {
    const running = await Promise.all(
      Array.from({ length: 8 }, () => addRunning(server, cast.anadolu, 'ENGLISH')),
    )
    await Promise.all([
      ...running.map(({ token, assignmentId }) =>
        request(server.url, submitAttempt, { token, params: { assignmentId }, body: {} }),
      ),
      ...Array.from({ length: 5 }, () => foldTallies(server.database.db)),
    ])
    expect((await dashboard()).counts).toEqual(await counted())
    await foldTallies(server.database.db)
    expect((await dashboard()).counts).toEqual(await counted())
  })
})

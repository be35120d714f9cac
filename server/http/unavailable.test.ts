import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import { saveResponses } from '#contract/responses.ts'
import { connect } from '#server/db/database.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf, castPassword } from '#test/support/cast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning, type Running } from '#test/support/taking.ts'

let calm: TestDatabase
let server: TestServer
let cast: Cast
let running: Running

beforeAll(async () => {
  calm = await createTestDatabase()
  // The server's own connections are cut off again and again; what looks on has connections that are left alone.
  const lost = {
    ...connect(`${calm.url}${calm.url.includes('?') ? '&' : '?'}application_name=lost`, 4, () => undefined),
  }
  server = await startTestServer({ database: { ...lost, url: calm.url, drop: lost.close } })
  cast = await castOf(server, 0)
  running = await addRunning(server, cast.anadolu, 'SCL90')
})
afterAll(async () => {
  await server.close()
  await server.database.close()
  await calm.drop()
})

const cutOff = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name IN ('lost', 'terazi') AND pid <> pg_backend_pid()
        AND pid NOT IN (SELECT pid FROM pg_stat_activity WHERE query LIKE '%the one who cuts%')`.execute(
    calm.db,
  )

test('a database that takes no changes is 503 and "try again"', async () => {
  const url = new URL(calm.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const readOnly = connect(url.href, 2, () => undefined)
  const standby = await startTestServer({ database: { ...readOnly, url: calm.url, drop: readOnly.close } })
  const body = { username: cast.manager.email, password: castPassword }
  const answer = await request(standby.url, authToken, { body })
  expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '2',
  ])
  await standby.close()
  await readOnly.close()
})

test('a lost database is 503 and "try again", never a sign-out, and what was acknowledged is there', async () => {
  const acknowledged = new Map<string, string>()
  const refused: { status: number; retryAfter: string | null }[] = []
  const note = (answer: { status: number; headers: Headers }) => {
    if (answer.status !== 200)
      refused.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
  }
  for (let round = 0; round < 12; round += 1) {
    const saves = running.choices.slice(round * 6, round * 6 + 6).map(async ({ id, options }, at) => {
      const value = options[at % options.length] ?? ''
      const answer = await request(server.url, saveResponses, {
        token: running.started.attemptToken,
        body: { testId: running.started.testId, responses: { [id]: { value, seq: round * 6 + at + 1 } } },
      })
      note(answer)
      if (answer.status === 200) acknowledged.set(id, value)
    })
    const reads = [1, 2, 3].map(async () =>
      note(await request(server.url, usersMe, { token: cast.manager.token })),
    )
    await Promise.all([...saves, cutOff(), ...reads])
  }
  for (const one of refused) expect(one).toEqual({ status: 503, retryAfter: '2' })
  // A connection may end a moment after the database ends it.
  await expect
    .poll(async () => (await request(server.url, usersMe, { token: cast.manager.token })).status)
    .toBe(200)
  const { rows } = await sql<{
    item_id: string
    value: string
  }>`SELECT item_id, value FROM responses`.execute(calm.db)
  const stored = new Map(rows.map(({ item_id, value }) => [item_id, value]))
  for (const [id, value] of acknowledged) expect(stored.get(id)).toBe(value)
  expect(refused.length).toBeGreaterThan(0)
  expect(acknowledged.size).toBeGreaterThan(0)
})

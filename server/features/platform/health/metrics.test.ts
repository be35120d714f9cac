import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveResponses } from '#contract/responses.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'

const token = 'a-long-metrics-token'
let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer({ metricsToken: token })
  cast = await castOf(server)
})
afterAll(() => server.close())

const read = (authorization?: string) =>
  fetch(`${server.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
const values = async () => {
  const text = await (await read(`Bearer ${token}`)).text()
  return (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
        ?.split(' ')[1],
    )
}

test('metrics need the token', async () => {
  for (const other of [
    undefined,
    'Bearer another-long-token',
    `Token ${token}`,
    `Token ${cast.superuser.token}`,
  ])
    expect((await read(other)).status).toBe(401)
  const answer = await read(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/plain'])
})

test('they count requests, answers, jobs, connections and quotas that are wrong', async () => {
  const { db } = server.database
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const [first] = running.choices
  await request(server.url, saveResponses, {
    token: running.started.attemptToken,
    body: { testId: running.started.testId, responses: { [first?.id ?? '']: first?.options[0] ?? '' } },
  })
  await sql`UPDATE quotas SET available = available + 1
    WHERE (client_id, inventory_id) = (SELECT client_id, inventory_id FROM quotas LIMIT 1)`.execute(db)
  await sql`SELECT graphile_worker.add_job('send_reset', '{}', run_at => now() - interval '1 minute')`.execute(
    db,
  )
  // Another process: this one has checked its quotas a moment ago.
  const other = await startTestServer({ metricsToken: token, database: server.database })
  const now = await values()
  expect(
    now(
      'terazi_request_seconds_count{method="POST",route="/api/participant/tests/save-responses/",status="200"}',
    ),
  ).toBe(1)
  expect(now('terazi_answers_saved')).toBe(1)
  expect(now('terazi_jobs{state="due"}')).toBeGreaterThanOrEqual(1)
  expect(now('terazi_jobs_oldest_due_seconds')).toBeGreaterThanOrEqual(60)
  expect(now('terazi_pool_connections')).toBeGreaterThan(0)
  expect(now('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  const text = await (
    await fetch(`${other.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  expect(text).toContain('terazi_quotas_wrong 1')
  await other.close()
})

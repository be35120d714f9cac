import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { saveResponses } from '#contract/responses.ts'
import { connect } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { deliveryJob } from '#server/events/delivery-job.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { makeWebhook } from '#test/denials/records.ts'
import { request } from '#test/support/api.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { makeJobsDue } from '#test/support/jobs.ts'
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

test('they answer while the database accepts connections and says nothing, before a query gives up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `postgres://127.0.0.1:${Object(silent.address()).port}/none`
  const nowhere = connect(url, 4, () => undefined)
  const lost = await startTestServer({
    metricsToken: token,
    database: { ...nowhere, url, drop: nowhere.close },
  })
  const query = sql`SELECT 1`.execute(nowhere.db).catch(() => 'given up')
  const metrics = fetch(`${lost.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const first = await Promise.race([query, metrics.then((answer) => answer.text())])
  expect(first).toContain('terazi_database_up 0\n')
  expect(first).toContain('terazi_replicas Nan\n')
  expect(first).toContain('terazi_disk_free_bytes{folder="data"}')
  await query
  await lost.close()
  await nowhere.close()
  silent.close()
})

test('they count mails by outcome, retries and jobs that were given up', async () => {
  const { db } = server.database
  let obstacle: Error | undefined
  const mail = defineJob({
    name: 'send_reset',
    payload: z.strictObject({ n: z.int() }),
    async run(_payload, { mailer }) {
      const name = obstacle === undefined ? 'Ada' : ''
      await mailer.send({
        kind: 'reset',
        eventKey: name,
        to: { name, address: obstacle === undefined ? 'ada@example.test' : 'two@example.test, three' },
        content: {
          locale: 'en',
          subject: '',
          preheader: '',
          heading: '',
          paragraphs: [],
          rows: [],
          action: null,
          notes: [],
          closing: [],
        },
      })
    },
  })
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db)
  await addJob(db, mail, { n: 1 })
  await server.runJobs([mail])
  obstacle = new Error('refused')
  await addJob(db, mail, { n: 2 }, { maxAttempts: 2 })
  await server.runJobs([mail])
  const tried = await values()
  expect(tried('terazi_job_retries_total')).toBe(1)
  expect(tried('terazi_mails_failing')).toBe(1)
  await makeJobsDue(db)
  await server.runJobs([mail])
  const now = await values()
  expect(now('terazi_mails_total{outcome="sent"}')).toBe(1)
  expect(now('terazi_mails_total{outcome="failed"}')).toBe(2)
  expect(now('terazi_mails_total{outcome="given_up"}')).toBe(1)
  expect(now('terazi_jobs_given_up_total')).toBe(1)
  expect(now('terazi_jobs{state="given_up"}')).toBe(1)
})

test('messages to webhooks are counted by outcome, have an age, and make no other job late', async () => {
  const { db } = server.database
  const clientId = cast.anadolu
  const { id } = await makeWebhook(server, cast, clientId)
  await sql`UPDATE webhooks SET failing_since = now() - interval '3 hours' WHERE id = ${id}`.execute(db)
  const due = { runAt: new Date(Date.now() - 1_800_000) }
  await addJob(db, deliveryJob, { clientId, id: newId(), webhookId: id, turn: 0 }, due)
  const failing = await values()
  expect(failing('terazi_webhooks_failing')).toBe(1)
  expect(failing('terazi_webhooks_oldest_failing_seconds')).toBeGreaterThanOrEqual(10_800)
  expect(failing('terazi_webhooks_oldest_due_seconds')).toBeGreaterThanOrEqual(1800)
  expect(failing('terazi_jobs_oldest_due_seconds')).toBeLessThan(600)
  await sql`UPDATE webhooks SET off_at = now(), off_reason = 'failing' WHERE id = ${id}`.execute(db)
  const off = await values()
  expect([off('terazi_webhooks_failing'), off('terazi_webhooks_oldest_failing_seconds')]).toEqual([0, 0])
  for (const outcome of ['delivered', 'failed', 'given_up'])
    expect(off(`terazi_webhook_deliveries_total{outcome="${outcome}"}`)).toBe(0)
})

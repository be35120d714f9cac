import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ready } from '#contract/health.ts'
import { connect } from '#server/db/database.ts'
import { request } from '#test/support/api.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { startTestServer } from '#test/support/server.ts'
import { startHeartbeat } from './heartbeat.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const silent = pino({ level: 'silent' })

test('ready is what writes, and not ready says why', async () => {
  const heartbeat = startHeartbeat(database, silent, 'mark')
  await expect.poll(heartbeat.isFresh).toBe(true)
  expect(await heartbeat.whyNotReady()).toBeUndefined()
  heartbeat.retire()
  expect(await heartbeat.whyNotReady()).toBe('stopping')
  await heartbeat.stop()
})

test('a process that stops in order takes its heartbeat away', async () => {
  const rows = async () =>
    (await sql<{ process_id: string }>`SELECT process_id FROM heartbeats`.execute(database.db)).rows
  const before = await rows()
  const first = startHeartbeat(database, silent, 'mark')
  await expect.poll(first.isFresh).toBe(true)
  expect(await rows()).toHaveLength(before.length + 1)
  await first.stop()
  expect(await rows()).toEqual(before)
})

test('a database that answers and confirms no change is not ready, until the change is confirmed', async () => {
  const blocked = await database.db.startTransaction().execute()
  await sql`LOCK TABLE heartbeats`.execute(blocked)
  const heartbeat = startHeartbeat(database, silent, 'mark')
  expect(await heartbeat.whyNotReady()).toBe('writes_hang')
  await blocked.rollback().execute()
  await expect.poll(heartbeat.whyNotReady).toBeUndefined()
  await heartbeat.stop()
})

test('a database that takes no changes, and none, are two reasons', async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const standby = connect(url.href, 2, () => undefined)
  const nowhere = connect(`postgres://127.0.0.1:${await freePort()}/none`, 2, () => undefined)
  for (const [connections, reason] of [
    [standby, 'database_read_only'],
    [nowhere, 'database_unavailable'],
  ] as const) {
    const heartbeat = startHeartbeat(connections, silent, 'mark')
    expect(await heartbeat.whyNotReady()).toBe(reason)
    await heartbeat.stop()
    await connections.close()
  }
})

test('requests that wait for a connection are no reason, while heartbeats get through', async () => {
  const small = connect(database.url, 1, () => undefined)
  const heartbeat = startHeartbeat(small, silent, 'mark')
  await expect.poll(heartbeat.isFresh).toBe(true)
  const busy = await small.db.startTransaction().execute()
  const waiting = sql`SELECT 1`.execute(small.db)
  expect(await heartbeat.whyNotReady()).toBeUndefined()
  await busy.rollback().execute()
  await waiting
  await heartbeat.stop()
  await small.close()
})

test('over HTTP: 200 and ready, 503 and the reason, and metrics in any case', async () => {
  const server = await startTestServer({ metricsToken: 'a-long-metrics-token', database })
  await expect.poll(async () => (await request(server.url, ready, {})).status).toBe(200)
  expect((await request(server.url, ready, {})).answer).toEqual({ status: 'ok', ready: true })
  const port = await freePort()
  const url = `postgres://127.0.0.1:${port}/none`
  const nowhere = connect(url, 2, () => undefined)
  const lost = await startTestServer({
    metricsToken: 'a-long-metrics-token',
    database: { ...nowhere, url, drop: nowhere.close },
  })
  const answer = await fetch(`${lost.url}/health/ready`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({ ready: false, reason: 'database_unavailable' })
  const measured = async (at: string) => {
    const metrics = await fetch(`${at}/metrics`, {
      headers: { authorization: 'Bearer a-long-metrics-token' },
    })
    expect(metrics.status).toBe(200)
    return (await metrics.text()).split('\n').filter((line) => /^terazi_(database_up|ready) /.test(line))
  }
  expect(await measured(lost.url)).toEqual(['terazi_ready 0', 'terazi_database_up 0'])
  expect(await measured(server.url)).toEqual(['terazi_ready 1', 'terazi_database_up 1'])
  await lost.close()
  await nowhere.close()
  await server.close()
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { authToken, usersMe } from '#contract/auth.ts'
import { saveResponses } from '#contract/responses.ts'
import { StartError } from '#server/start-error.ts'
import { request } from '#test/support/api.ts'
import { castOf, castPassword } from '#test/support/cast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { follow } from '#test/support/live.ts'
import { startPgBouncer } from '#test/support/pgbouncer.ts'
import { startTestServer } from '#test/support/server.ts'
import { addRunning } from '#test/support/taking.ts'
import { connect } from './database.ts'
import { checkExternalPostgres } from './external.ts'

let database: TestDatabase
let role: string
let pooler: Awaited<ReturnType<typeof startPgBouncer>>

beforeAll(async () => {
  database = await createTestDatabase()
  role = new URL(database.url).pathname.replace('/test_', 'pooled_')
  await sql`CREATE ROLE ${sql.id(role)} SUPERUSER LOGIN`.execute(database.db)
  pooler = await startPgBouncer(inject('postgresUrl'), role)
})
afterAll(async () => {
  await pooler.remove()
  await sql`DROP ROLE ${sql.id(role)}`.execute(database.db)
  await database.drop()
})

/** The one sentence of a start that is refused. */
async function refusal(): Promise<string> {
  const refused = await checkExternalPostgres('DATABASE_URL', pooler.urlOf(database.url), {
    pooled: true,
  }).catch((error: unknown) => error)
  if (!(refused instanceof StartError)) throw new Error(`not refused: ${String(refused)}`)
  return refused.message
}

test('through PgBouncer: time limits are asked of the role, then people sign in, answer and follow, also after its restart', async () => {
  const sentence = await refusal()
  const statements =
    /end: run (.+;) in the database, then RECONNECT; in the pooler\.$/.exec(sentence)?.[1] ?? ''
  expect(statements.split('; ').map((one) => one.replace(/;$/, ''))).toEqual([
    `ALTER ROLE ${role} SET statement_timeout = '60s'`,
    `ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '60s'`,
  ])
  await sql.raw(statements).execute(database.db)
  await pooler.stop()
  await pooler.start()
  await checkExternalPostgres('DATABASE_URL', pooler.urlOf(database.url), { pooled: true })

  const connections = connect(pooler.urlOf(database.url), 5, () => undefined, true)
  const server = await startTestServer({
    database: { ...connections, url: database.url, drop: connections.close },
    pooled: true,
  })
  const cast = await castOf(server)
  const signIn = () =>
    request(server.url, authToken, { body: { username: cast.manager.email, password: castPassword } })
  const { token } = (await signIn()).answer
  const stream = await follow(server.url, cast.anadolu, token)
  const running = await addRunning(server, cast.anadolu, 'ENGLISH')
  const changed = stream.changed()
  const [first, second] = running.choices
  const save = (choice: typeof first) =>
    request(server.url, saveResponses, {
      token: running.started.attemptToken,
      body: { testId: running.started.testId, responses: { [choice?.id ?? '']: choice?.options[0] ?? '' } },
    })
  expect((await save(first)).status).toBe(200)
  await server.runJobs()
  await sql`UPDATE quotas SET available = available WHERE client_id = ${cast.anadolu}`.execute(database.db)

  // Connections that the restart has ended are refused with "try again" once; then the pool opens others.
  await pooler.stop()
  expect((await save(second)).status).toBe(503)
  await pooler.start()
  await expect.poll(async () => (await save(second)).status).toBe(200)
  expect((await request(server.url, usersMe, { token })).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM responses`.execute(database.db)
  expect(rows).toEqual([{ count: 2 }])
  // Live changes have a connection past the pooler.
  await addRunning(server, cast.anadolu, 'ENGLISH')
  await changed
  await stream.close()
  await server.close()
  await connections.close()
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword, requestMagicLink } from '#contract/auth.ts'
import { request } from '#test/support/api.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addUser } from '#test/support/invited.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let database: TestDatabase
let server: TestServer
const statements: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  // Records every statement that goes over the wire, for any caller.
  database.pool.on('acquire', (client) => {
    const { query } = client
    Object.assign(client, {
      query: (asked: unknown, ...rest: unknown[]) => {
        statements.push(String(Object(asked).text ?? asked))
        return Reflect.apply(query, client, [asked, ...rest])
      },
    })
    database.pool.once('release', () => Object.assign(client, { query }))
  })
  server = await startTestServer({ database })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const queued = async () => {
  const { rows } = await sql<{ shape: string; wait: number }>`
    SELECT concat_ws(' ', task_identifier, priority, max_attempts, attempts, key) AS shape,
           extract(epoch FROM run_at - created_at)::float8 AS wait
    FROM graphile_worker.jobs ORDER BY id`.execute(database.db)
  return rows
}

test.each([forgotPassword, requestMagicLink])(
  'SR-07: $name does the same for a known and an unknown address, and nothing of it beside the answer',
  async (entry) => {
    await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(
      database.db,
    )
    const email = `${await addUser(database.db)}@example.com`
    const work: string[][] = []
    for (const address of [email, 'nobody@example.com']) {
      statements.length = 0
      expect((await request(server.url, entry, { body: { email: address } })).status).toBe(202)
      work.push([...statements])
    }
    expect(work[0]?.length).toBeGreaterThan(1)
    expect(work[1]).toEqual(work[0])
    const [known, unknown] = await queued()
    expect(unknown?.shape).toBe(known?.shape)
    // Looked up when the answer has long arrived, at a moment of its own.
    for (const job of [known, unknown]) {
      expect(job?.wait).toBeGreaterThanOrEqual(0.5)
      expect(job?.wait).toBeLessThan(1.5)
    }
  },
)

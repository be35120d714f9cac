import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createMailer } from '#server/mail/mailer.ts'
import { createPdfEngine } from '#server/pdf/engine.ts'
import { createSheetEngine } from '#server/sheets/engine.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { makeJobsDue, waitingJobs } from '#test/support/jobs.ts'
import { quietLog } from '#test/support/quiet-log.ts'
import { addJob, addJobs } from './add.ts'
import { connectWorker, disconnectWorker } from './connections.ts'
import { defineJob, type Job, PermanentFailure } from './define.ts'
import { claimPool, deleteOldFailures, freeAbandonedJobs, removeJobsNaming } from './queries.ts'
import { type JobsOptions, runDueJobs, startJobs } from './start.ts'

let database: TestDatabase
const seen: { n: number; attempt: number }[] = []
let behaviour: (n: number) => Promise<void> = async () => undefined

const count = defineJob({
  name: 'count',
  payload: z.strictObject({ n: z.int() }),
  maxAttempts: 3,
  async run({ n }, _deps, { attempt }) {
    seen.push({ n, attempt })
    await behaviour(n)
  },
})
const sweep = defineJob({
  name: 'sweep',
  payload: z.strictObject({}),
  async run() {
    seen.push({ n: -1, attempt: 1 })
  },
})

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  seen.length = 0
  behaviour = async () => undefined
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.db)
})

function options(jobs: readonly Job[] = [count, sweep]): JobsOptions & { log: ReturnType<typeof quietLog> } {
  const log = quietLog()
  const { db, url } = database
  const mailer = createMailer({ from: 'davet@terazi.example', db })
  return {
    connectionString: url,
    jobs,
    log,
    deps: {
      db,
      mailer,
      pdf: createPdfEngine({ log }),
      sheets: createSheetEngine(),
      log,
      config: {
        slipKey: Buffer.alloc(32),
        publicUrl: 'https://terazi.example',
        contactEmail: 'contact@terazi.test',
        operator: {},
        defaultLocale: 'tr' as const,
      },
    },
  }
}

test('a job with the key of one that begins to run at this moment is added', async () => {
  const { db } = database
  await addJob(db, count, { n: 1 }, { jobKey: 'same' })
  const beginning = await db.startTransaction().execute()
  await sql`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker' WHERE key = 'same'`.execute(
    beginning,
  )
  const adding = addJob(db, count, { n: 2 }, { jobKey: 'same' })
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
        db,
      )
      return rows.length
    })
    .toBe(1)
  await beginning.commit().execute()
  await adding
  const { rows } =
    await sql`SELECT payload, key, locked_by FROM graphile_worker._private_jobs ORDER BY id`.execute(db)
  expect(rows).toEqual([
    { payload: { n: 1 }, key: null, locked_by: 'a worker' },
    { payload: { n: 2 }, key: 'same', locked_by: null },
  ])
})

test('jobs of one queue run one at a time, and all of them', async () => {
  const running: number[] = []
  let most = 0
  const queued = defineJob({
    name: 'queued',
    payload: z.strictObject({ n: z.int() }),
    queue: 'one by one',
    async run({ n }) {
      running.push(n)
      most = Math.max(most, running.length)
      await sql`SELECT 1`.execute(database.db)
      running.splice(running.indexOf(n), 1)
      seen.push({ n, attempt: 1 })
    },
  })
  await addJobs(database.db, queued, [{ n: 1 }, { n: 2 }, { n: 3 }])
  const jobs = await startJobs({ ...options([queued]), concurrency: 3 })
  await vi.waitFor(() => expect(seen).toHaveLength(3), { timeout: 60_000 })
  await jobs.stop()
  // Those that came at one moment run in any order.
  expect([most, seen.map(({ n }) => n).toSorted()]).toEqual([1, [1, 2, 3]])
  await addJobs(database.db, queued, [{ n: 4 }, { n: 5 }])
  await runDueJobs(options([queued]))
  expect(seen.map(({ n }) => n).toSorted()).toEqual([1, 2, 3, 4, 5])
})

describe('adding', () => {
  test('a job exists if and only if its transaction commits', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await addJob(tx, count, { n: 1 })
      await addJobs(tx, count, [{ n: 2 }, { n: 3 }])
      throw new Error('the business said no')
    })
    await expect(failing).rejects.toThrow('the business said no')
    expect(await waitingJobs(database.db)).toEqual([])

    await database.db.transaction().execute((tx) => addJob(tx, count, { n: 4 }))
    expect(await waitingJobs(database.db)).toMatchObject([
      { name: 'count', payload: { n: 4 }, maxAttempts: 3 },
    ])
  })

  test('ten thousand go in by one statement', async () => {
    const payloads = Array.from({ length: 10_000 }, (_, n) => ({ n }))
    await database.db.transaction().execute((tx) => addJobs(tx, count, payloads))
    expect(await waitingJobs(database.db)).toHaveLength(10_000)
  })

  test('a payload that does not fit adds nothing', async () => {
    const wrong = addJobs(database.db, count, [{ n: 1 }, { n: 1.5 }])
    await expect(wrong).rejects.toThrow()
    expect(await waitingJobs(database.db)).toEqual([])
  })

  test('a key replaces the job that waits', async () => {
    await addJob(database.db, count, { n: 1 }, { jobKey: 'k' })
    await addJobs(database.db, count, [{ n: 2 }], { jobKey: () => 'k' })
    expect(await waitingJobs(database.db)).toMatchObject([{ payload: { n: 2 } }])
  })
})

describe('running', () => {
  test('each due job runs once and is gone', async () => {
    await addJobs(database.db, count, [{ n: 1 }, { n: 2 }])
    await addJob(database.db, count, { n: 3 }, { runAt: new Date(Date.now() + 3_600_000) })
    await runDueJobs(options())
    expect(seen.map(({ n }) => n)).toEqual([1, 2])
    expect(await waitingJobs(database.db)).toMatchObject([{ payload: { n: 3 } }])
  })

  test('a failed job waits, is tried again, and is kept with its error when it is given up', async () => {
    behaviour = async () => {
      throw new Error('not today')
    }
    await addJob(database.db, count, { n: 1 })
    const run = options()
    await runDueJobs(run)
    await runDueJobs(run)
    expect(seen).toEqual([{ n: 1, attempt: 1 }])
    for (const _ of [2, 3, 4]) {
      await makeJobsDue(database.db)
      await runDueJobs(run)
    }
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(await waitingJobs(database.db)).toMatchObject([
      { attempts: 3, maxAttempts: 3, lastError: 'not today' },
    ])
    expect(run.log.lines.filter(({ text }) => text.includes('job given up'))).toHaveLength(1)
  })

  test('connections are listened to until they are closed, and after: a database that stops then ends nothing', async () => {
    const closing = vi.spyOn(pg.Pool.prototype, 'end')
    await runDueJobs(options())
    expect(closing.mock.contexts.map((pool) => (pool as pg.Pool).listenerCount('error'))).toEqual([1])
    closing.mockRestore()
  })

  test('a job whose person is erased while it runs is not tried again, and leaves nothing of them', async () => {
    const named = defineJob({
      name: 'named',
      payload: z.strictObject({ address: z.string() }),
      async run({ address }) {
        await removeJobsNaming(database.db, [address])
        throw new Error(`refused: ${address}`)
      },
    })
    await addJob(database.db, named, { address: 'ada@example.com' })
    await runDueJobs(options([named]))
    expect(await waitingJobs(database.db)).toEqual([])
  })

  test('so does one whose server dies then; and a job that only failed on somebody goes on without their name', async () => {
    await sql`SELECT graphile_worker.add_job('count', '{"address": "ada@example.com"}')`.execute(database.db)
    await sql`UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'dead'`.execute(
      database.db,
    )
    await addJob(database.db, count, { n: 1 })
    await sql`UPDATE graphile_worker._private_jobs SET last_error = 'refused: ada@example.com'`.execute(
      database.db,
    )
    await removeJobsNaming(database.db, ['ada@example.com'])
    await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL`.execute(
      database.db,
    )
    await runDueJobs(options())
    expect(seen).toEqual([{ n: 1, attempt: 1 }])
    expect(await waitingJobs(database.db)).toMatchObject([{ payload: { forgotten: true }, lastError: null }])
    await deleteOldFailures(database.db)
    expect(await waitingJobs(database.db)).toEqual([])
  })

  test('a permanent failure is not tried again', async () => {
    behaviour = async () => {
      throw new PermanentFailure('never')
    }
    await addJob(database.db, count, { n: 1 })
    const run = options()
    await runDueJobs(run)
    await makeJobsDue(database.db)
    await runDueJobs(run)
    expect(seen).toHaveLength(1)
    expect(await waitingJobs(database.db)).toMatchObject([
      { attempts: 1, maxAttempts: 1, lastError: 'never' },
    ])
  })

  test('a payload of another version of the program stays until a process of that version runs it', async () => {
    await sql`SELECT graphile_worker.add_job('count', '{"number": "secret"}')`.execute(database.db)
    const run = options()
    await runDueJobs(run)
    expect(seen).toEqual([])
    const [waiting] = await waitingJobs(database.db)
    expect(waiting?.attempts).toBe(1)
    expect(waiting?.maxAttempts).toBeGreaterThan(1)
    expect(JSON.stringify(run.log.lines)).not.toContain('secret')
    await makeJobsDue(database.db)
    const ofThatVersion = defineJob({
      name: 'count',
      payload: z.strictObject({ number: z.string() }),
      async run(_payload, _deps, { attempt }) {
        seen.push({ n: 7, attempt })
      },
    })
    await runDueJobs(options([ofThatVersion]))
    expect([seen, await waitingJobs(database.db)]).toEqual([[{ n: 7, attempt: 2 }], []])
  })

  test('a periodic job does not see the schedule in its payload', async () => {
    const scheduled = { _cron: { ts: '2026-11-20T20:00:00.000Z', backfilled: false } }
    await sql`SELECT graphile_worker.add_job('sweep', ${JSON.stringify(scheduled)}::json)`.execute(
      database.db,
    )
    await runDueJobs(options())
    expect(seen).toEqual([{ n: -1, attempt: 1 }])
  })
})

describe('started', () => {
  // Resolves when the job with this number has run, so that nothing waits for a clock.
  const ran = (wanted: number) =>
    new Promise<void>((resolve) => {
      behaviour = async (n) => {
        if (n === wanted) resolve()
      }
    })

  test('jobs run as they come in, and go on after the database dropped every connection', async () => {
    const jobs = await startJobs({
      ...options(),
      concurrency: 2,
      jobs: [count, { ...sweep, every: '0 3 * * *' }],
    })
    const first = ran(1)
    await addJob(database.db, count, { n: 1 })
    await first
    const second = ran(2)
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'terazi'`.execute(
      database.db,
    )
    await addJob(database.db, count, { n: 2 })
    await second
    await jobs.stop()
  })

  test('a listening connection that the worker gives back twice ends nothing', async () => {
    const pool = connectWorker(database.url, 1, quietLog())
    const released = new Promise((resolve, reject) =>
      pool.connect((error, _client, release) => {
        if (error) return reject(error)
        release()
        release()
        resolve('twice')
      }),
    )
    expect(await released).toBe('twice')
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    disconnectWorker(pool, quietLog())
  })

  test("a dead server's job is taken up, a living one's is not", async () => {
    await addJobs(database.db, count, [{ n: 1 }, { n: 2 }])
    await sql`
      UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now() - interval '1 minute',
        locked_by = CASE payload ->> 'n' WHEN '1' THEN 'pool-alive' ELSE 'pool-dead' END`.execute(database.db)
    const alive = await database.pool.connect()
    await claimPool(alive, 'pool-alive')
    const taken = ran(2)
    const jobs = await startJobs({ ...options(), concurrency: 1 })
    await taken
    await jobs.stop()
    alive.release(true)
    expect(seen).toEqual([{ n: 2, attempt: 2 }])
    expect(await waitingJobs(database.db)).toMatchObject([{ payload: { n: 1 }, attempts: 1 }])
  })

  test('a job that runs is not taken by another server, however long it takes', async () => {
    let finish = () => {}
    const begun = new Promise<void>((resolve) => {
      behaviour = () => {
        resolve()
        return new Promise((end) => {
          finish = end
        })
      }
    })
    const jobs = await startJobs({ ...options(), concurrency: 1 })
    await addJob(database.db, count, { n: 1 })
    await begun
    const other = await database.pool.connect()
    const claimed = () =>
      other.query(
        'SELECT FROM pg_locks WHERE classid = 7236102 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
      )
    while ((await claimed()).rowCount === 0);
    await other.query("UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour'")
    expect(await freeAbandonedJobs(other, 'other')).toBe(0)
    other.release()
    finish()
    await jobs.stop()
    expect(seen).toEqual([{ n: 1, attempt: 1 }])
    expect(await waitingJobs(database.db)).toEqual([])
  })

  test('stopping waits for the job that runs and takes no other', async () => {
    const jobs = await startJobs({ ...options(), concurrency: 1 })
    let finish = () => {}
    const begun = new Promise<void>((resolve) => {
      behaviour = () => {
        resolve()
        return new Promise((end) => {
          finish = end
        })
      }
    })
    await addJobs(database.db, count, [{ n: 1 }, { n: 2 }])
    await begun
    const stopped = jobs.stop()
    finish()
    await stopped
    expect(seen).toEqual([{ n: 1, attempt: 1 }])
    expect(await waitingJobs(database.db)).toMatchObject([{ payload: { n: 2 }, attempts: 0 }])
  })
})

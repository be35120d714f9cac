import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Database } from '#server/db/database.ts'
import { clientForErasing, erasePerson } from '#server/features/privacy/erasure/erase.ts'
import { addEnded } from './ended.ts'
import { type Figure, quantile, spread } from './measure.ts'
import { type Candidate, nextAnswers, startCandidates } from './saving.ts'
import type { RunningServer } from './server.ts'

const key = Buffer.alloc(32, 7)
const by = { userId: null, address: '', reason: 'manager' } as const
// The demo has units for this number of people.
const takers = 80
const answerEveryMs = 1_000
const quietMs = 20_000
const savePath = '/api/participant/tests/save-responses'

/**
 * The time of one person's erasure among a million answers, and of the night's run over a hundred thousand tests while many
 * people answer, each once a second; and the run's cost for them.
 */
export async function* measureErasing(server: RunningServer, databaseUrl: string): AsyncGenerator<Figure> {
  const { db, close } = connect(databaseUrl, 1, (error) => {
    throw error
  })
  let people: Candidate[] = []
  try {
    // Filling takes longer than a statement may in the product.
    await sql`SET statement_timeout = 0`.execute(db)
    const million = { role: 'candidate', people: 10_000, tests: 1, answers: 100, monthsAgo: 1 } as const
    const filled = performance.now()
    const erased = await erasePeople(db, await addEnded(db, million))
    console.log(`filled and erased in ${((performance.now() - filled) / 1000).toFixed(0)} s`)
    yield { ...spread('erase_person', 'ms', erased), note: 'among 1,000,000 answers of 10,000 people' }
    await addEnded(db, { role: 'employee', people: 20_000, tests: 5, answers: 10, monthsAgo: 25 })
    await addEnded(db, { role: 'candidate', people: 500, tests: 1, answers: 10, monthsAgo: 7 })
    await sql`UPDATE platform_settings SET retention_since = now() - interval '1 year'`.execute(db)
    // After the filling: the server closes connections that are idle for so long.
    people = await startCandidates(databaseUrl, server.port, takers)

    await answering(people, () => pause(5_000))
    const quiet = await answering(people, () => pause(quietMs))
    let seconds = 0
    const busy = await answering(people, async () => {
      const start = performance.now()
      await runPurge(db)
      seconds = (performance.now() - start) / 1000
    })
    const { rows } = await sql<{ tests: number; people: number }>`
      SELECT sum(tests)::int AS tests, sum(people)::int AS people FROM retention_runs
      WHERE ran_at > now() - interval '15 minutes'`.execute(db)
    const [before, during] = [quantile(quiet, 0.99), quantile(busy, 0.99)]
    yield {
      ...spread('erase_run', 's', [seconds]),
      note: `${rows[0]?.tests} tests and ${rows[0]?.people} people whose period was over, while ${takers} people answer once a second`,
    }
    yield { ...spread('save_without_run', 'ms', quiet), value: before, note: 'p99' }
    yield {
      ...spread('save_during_run', 'ms', busy),
      value: during,
      limit: 2 * before,
      ratio: during / (2 * before),
      note: 'p99; the limit is twice as long as without',
    }
  } finally {
    for (const { connection } of people) connection.close()
    await close()
  }
}

async function erasePeople(db: Database, clientId: string): Promise<number[]> {
  const client = await clientForErasing(db, clientId)
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM memberships WHERE client_id = ${clientId} ORDER BY id LIMIT 50`.execute(db)
  const times: number[] = []
  for (const { id } of rows) {
    const start = performance.now()
    await db.transaction().execute((tx) => erasePerson(tx, key, client, id, by))
    times.push(performance.now() - start)
  }
  return times
}

/** Has the server do its work of the night, and returns when it is done. */
async function runPurge(db: Database): Promise<void> {
  await sql`SELECT FROM graphile_worker.add_job('erase_by_the_clock', '{}', max_attempts := 1)`.execute(db)
  for (;;) {
    await pause(500)
    const { rows } = await sql<{ last_error: string | null }>`
      SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = 'erase_by_the_clock'`.execute(db)
    if (rows.length === 0) return
    if (rows[0]?.last_error) throw new Error(rows[0].last_error)
  }
}

/**
 * Each of these people gives an answer a second, due by the clock however long the one before took, until `work` is done.
 * @returns the times from when an answer was due until it was stored, in ms, sorted
 */
export async function answering(people: readonly Candidate[], work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let going = true
  const each = people.map(async (person, at) => {
    let due = performance.now() + (at / people.length) * answerEveryMs
    for (; going; due += answerEveryMs) {
      await pause(Math.max(0, due - performance.now()))
      const body = JSON.stringify({ testId: person.testId, epoch: 1, responses: nextAnswers(person, 1) })
      const answer = await person.connection.post(savePath, person.token, body)
      if (answer.status !== 200) throw new Error(`a save answered ${answer.status}: ${answer.body}`)
      times.push(performance.now() - due)
    }
  })
  await Promise.all([...each, work().finally(() => (going = false))])
  return times.sort((a, b) => a - b)
}

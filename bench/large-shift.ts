import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#server/db/database.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { Connection } from './http.ts'
import { type Figure, quantile, spread } from './measure.ts'
import { type Candidate, databaseFolder, nextAnswers, startCandidates } from './saving.ts'
import { countCpu, type RunningServer } from './server.ts'
import { findManager } from './session.ts'

const seconds = 72
/** A person stores an answer every 36 s on average: 10,000 people make 280 saves a second. */
const answerEveryMs = 36_000
/** As the player of a person's own device. */
const signEveryMs = 30_000
const savePath = '/api/participant/tests/save-responses'

/** A shift of thousands at the pace of docs/operations.md. Its connections are those of a proxy: calls take turns on them. */
export async function* measureLargeShift(
  server: RunningServer,
  url: string,
  people: number,
): AsyncGenerator<Figure> {
  const { db, close } = connect(url, 2, (error) => console.error(error.message))
  const { clientId, userId } = await findManager(db)
  const english = (await currentVersions(db)).find(({ definition }) => definition.code === 'ENGLISH')
  const units = { clientId, inventoryId: english?.inventoryId ?? '', quantity: people, addedBy: userId }
  await addQuota(db, { ...units, reason: 'bench' })
  const candidates = await startCandidates(url, server.port, people)
  // Their mails are no part of it.
  while (await hasJobs()) await pause(1000)
  const cpuMs = countCpu(server.process.pid, await databaseFolder(url))
  for (const { connection } of candidates) connection.close()
  const rested: Connection[] = []
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(candidates.map((one, at) => take(one, at / people)))
  const cpu = cpuMs()
  await close()
  for (const connection of rested) connection.close()
  const sorted = times.toSorted((a, b) => a - b)
  yield {
    ...spread('large_shift_save', 'ms', sorted),
    value: quantile(sorted, 0.99),
    note: `p99, ${people} people`,
  }
  yield { ...spread('large_shift_connections', '', [rested.length]), note: 'at once' }
  yield spread('large_shift_saves', '1/s', [times.length / seconds])
  yield { ...spread('large_shift_cores', '', [cpu / seconds / 1000]), note: 'of server and database' }

  async function hasJobs(): Promise<boolean> {
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE run_at <= now() LIMIT 1`.execute(db)
    return rows.length > 0
  }

  /** Due by the clock: what a slow answer delays counts. */
  async function take(one: Candidate, offset: number) {
    const from = performance.now()
    const due = [
      ...timesOf(from + offset * answerEveryMs, answerEveryMs).map((at) => ({ at, saves: true })),
      ...timesOf(from + offset * signEveryMs, signEveryMs).map((at) => ({ at, saves: false })),
    ].toSorted((a, b) => a.at - b.at)
    for (const { at, saves } of due) {
      await pause(Math.max(0, at - performance.now()))
      // The one that rested longest, so that the server closes none of them for resting.
      const connection = rested.shift() ?? new Connection(server.port)
      const { status, body } = await (saves ? save(connection, one) : sign(connection, one))
      rested.push(connection)
      if (saves && status !== 200) throw new Error(`${status}: ${body}`)
      if (saves) times.push(performance.now() - at)
    }
  }

  function timesOf(first: number, everyMs: number): number[] {
    const all: number[] = []
    for (let at = first; at < end; at += everyMs) all.push(at)
    return all
  }
}

const save = (connection: Connection, person: Candidate) =>
  connection.post(
    savePath,
    person.token,
    JSON.stringify({ testId: person.testId, epoch: 1, responses: nextAnswers(person, 1) }),
  )

const sign = (connection: Connection, one: Candidate) =>
  connection.post(
    `/api/participant/assignments/${one.assignmentId}/presence/`,
    one.token,
    JSON.stringify({ itemId: one.items[one.seq % one.items.length]?.id ?? null, unsent: 0 }),
  )

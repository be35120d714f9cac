import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Connections, connect } from '#server/db/database.ts'
import { computeScores, isClosed } from '#server/features/attempts/close.ts'
import { findAttempt } from '#server/features/attempts/queries.ts'
import { readTestId } from '#server/features/attempts/tokens.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { addClient } from '#test/support/invited.ts'
import { anotherServer, kill, query } from '#test/support/postgres-process.ts'
import { addRunning } from '#test/support/taking.ts'
import { type Candidate, takeTest } from './candidate.ts'
import { brokenPromises, lostAnswers, type StoredAnswer, type StoredAttempt } from './check.ts'
import { openHistory, readHistory } from './history.ts'
import { openLine } from './line.ts'

export interface Experiment {
  readonly people: number
  /** How often the server or the database is killed. */
  readonly kills: number
  /** Takes the database, `history.jsonl`, what was stored after each kill, and `stored.json`. */
  readonly folder: string
  /** Each candidate, the line and the killer decide the same for the same seed; who comes first is the machine's. */
  readonly seed: number
  /** For a run that has to fail: the database may forget what it has just acknowledged. */
  readonly forgetful?: boolean
}

export interface Outcome {
  readonly acknowledged: number
  readonly submitted: number
  /** Milliseconds from each kill until the server answered as ready, in their order. */
  readonly backAfterMs: readonly number[]
  /** Milliseconds from the last repair until the last test was handed in. */
  readonly settledAfterMs: number
  readonly broken: readonly string[]
}

/** People answer a test over a bad line while the server and its database are killed; then everything is compared. */
export async function runExperiment({
  people,
  kills,
  folder,
  seed,
  forgetful,
}: Experiment): Promise<Outcome> {
  const [onLine, killing] = [randomOf(seed), randomOf(seed + 1)]
  const file = join(folder, 'history.jsonl')
  const tell = openHistory(file)
  const host = await openHost(folder, forgetful)
  const line = await openLine(host.port, () => ({
    delayMs: onLine() * 40,
    cutAfter: onLine() < 0.2 ? Math.floor(onLine() * 20_000) : null,
  }))
  const connections = connect(host.databaseUrl, 4, () => undefined)
  try {
    const clientId = await addClient(connections.db)
    const candidates: Candidate[] = []
    for (let number = 0; number < people; number += 1) {
      const at = { url: `http://127.0.0.1:${host.port}`, database: connections }
      const running = await addRunning(at, clientId, 'ENGLISH')
      candidates.push({ running, attempt: readTestId(running.started.testId)?.attemptId ?? '' })
    }
    let calm = false
    const url = `http://127.0.0.1:${line.port}`
    const taking = Promise.all(
      candidates.map((one, number) =>
        takeTest(one, { url, tell, random: randomOf(seed + 2 + number), calm: () => calm }),
      ),
    )
    for (let number = 0; number < kills; number += 1) {
      await pause(200 + killing() * 1500)
      const part = killing() < 0.7 ? 'server' : 'database'
      const start = performance.now()
      await host.parts[part].kill()
      const promised = readHistory(file).length
      await host.parts[part].repair()
      // Read before the people go on: later answers would hide that earlier ones are gone.
      const answers = await storedAnswers(connections.db, clientId)
      await host.ready()
      tell({ what: 'broken', part, backAfterMs: Math.round(performance.now() - start) })
      writeFileSync(join(folder, `stored-${number + 1}.json`), JSON.stringify({ promised, answers }))
    }
    await pause(500)
    calm = true
    const repaired = performance.now()
    await taking
    const settledAfterMs = Math.round(performance.now() - repaired)
    return await compare({ folder, connections, clientId, candidates, settledAfterMs })
  } finally {
    line.close()
    await connections.close()
    await host.close()
  }
}

interface Ended {
  folder: string
  connections: Connections
  clientId: string
  candidates: readonly Candidate[]
  settledAfterMs: number
}

/** Reads what is stored, writes it beside the history, and compares the two. */
async function compare({ folder, connections: { db }, clientId, candidates, settledAfterMs }: Ended) {
  const answers = await storedAnswers(db, clientId)
  const attempts = await Promise.all(
    candidates.map(async ({ running: { assignmentId }, attempt }): Promise<StoredAttempt> => {
      const found = await findAttempt(db, { clientId, assignmentId })
      const results = await db
        .selectFrom('results')
        .where('client_id', '=', clientId)
        .where('attempt_id', '=', attempt)
        .select('scores')
        .execute()
      const scores =
        found !== undefined && isClosed(found)
          ? await computeScores(db, found, { by: 'person', withLate: false })
          : undefined
      const scoredRight = isDeepStrictEqual(asStored(scores), results[0]?.scores)
      return { attempt, receipt: found?.receipt ?? null, results: results.length, scoredRight }
    }),
  )
  writeFileSync(join(folder, 'stored.json'), JSON.stringify({ answers, attempts }))
  return { ...checkFolder(folder), settledAfterMs }
}

const storedAnswers = (db: Connections['db'], clientId: string): Promise<StoredAnswer[]> =>
  db
    .selectFrom('responses')
    .where('client_id', '=', clientId)
    .where('late', '=', false)
    .select(['attempt_id as attempt', 'item_id as item', 'value', 'seq'])
    .execute()

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const answersThere = z.array(
  z.object({ attempt: z.string(), item: z.string(), value: z.unknown(), seq: z.number() }),
)
/** After a kill: how much of the history had been written then, and what was stored once the database was back. */
const AfterKill = z.object({ promised: z.number(), answers: answersThere })
const Stored = z.object({
  answers: answersThere,
  attempts: z.array(
    z.object({
      attempt: z.string(),
      receipt: z.string().nullable(),
      results: z.number(),
      scoredRight: z.boolean(),
    }),
  ),
})

/** Compares the files of an experiment, as anybody can who has them. */
export function checkFolder(folder: string): Omit<Outcome, 'settledAfterMs'> {
  const history = readHistory(join(folder, 'history.jsonl'))
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const { answers, attempts } = Stored.parse(read('stored.json'))
  const backAfterMs = history.flatMap((event) => (event.what === 'broken' ? [event.backAfterMs] : []))
  const lost = backAfterMs.flatMap((_, kill) => {
    const then = AfterKill.parse(read(`stored-${kill + 1}.json`))
    return lostAnswers(history.slice(0, then.promised), then.answers)
  })
  return {
    acknowledged: history.reduce(
      (sum, event) => sum + (event.what === 'acknowledged' ? Object.keys(event.answers).length : 0),
      0,
    ),
    submitted: history.filter(({ what }) => what === 'submitted').length,
    backAfterMs,
    broken: [...lost, ...brokenPromises(history, answers, attempts)],
  }
}

/** A server of its own process on a PostgreSQL of its own, each of which can be killed and comes back. */
async function openHost(folder: string, forgetful = false) {
  const dataDir = join(folder, 'data')
  const port = await freePort()
  let postgres = anotherServer(dataDir)
  const databaseUrl = (await postgres.outcome).url
  if (databaseUrl === undefined) throw new Error(`no PostgreSQL: ${(await postgres.outcome).refused}`)
  if (forgetful) await query(databaseUrl, 'ALTER DATABASE terazi SET synchronous_commit = off')
  let server = await startServer(port, databaseUrl)
  const parts = {
    server: {
      kill: () => kill(server),
      async repair(): Promise<void> {
        server = await startServer(port, databaseUrl)
      },
    },
    database: {
      async kill(): Promise<void> {
        const [row] = await query(
          databaseUrl,
          `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
        )
        const gone = once(postgres.child, 'exit')
        process.kill(Number(row?.pid), 'SIGKILL')
        await gone
      },
      async repair(): Promise<void> {
        // Its other processes end a moment later; until then a new one is refused.
        do postgres = anotherServer(dataDir)
        while ((await postgres.outcome).refused !== undefined)
      },
    },
  }
  return {
    port,
    databaseUrl,
    parts,
    ready: () => untilReady(server, port),
    async close() {
      await kill(server)
      const gone = once(postgres.child, 'exit')
      postgres.child.kill('SIGTERM')
      await gone
    },
  }
}

async function startServer(port: number, databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      ...{ NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
      ...{ SECRET_KEY: 'k'.repeat(32), PUBLIC_URL: 'https://terazi.example.com', LOG_LEVEL: 'fatal' },
    },
    stdio: 'ignore',
  })
  await untilReady(child, port)
  return child
}

const readyWithinMs = 60_000

/** @throws when the process ends, or is not ready for a minute */
async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + readyWithinMs
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (Date.now() > end) throw new Error('the server is not ready after a minute')
    await pause(25)
  }
}

/** Numbers from 0 up to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

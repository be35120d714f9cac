import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { usersMe } from '#contract/auth.ts'
import { type Connections, connect } from '#server/db/database.ts'
import { computeScores, isClosed } from '#server/features/attempts/close.ts'
import { findAttempt } from '#server/features/attempts/queries.ts'
import { readTestId } from '#server/features/attempts/tokens.ts'
import { request } from '#test/support/api.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { addClient } from '#test/support/invited.ts'
import { addRunning } from '#test/support/taking.ts'
import { takeInBrowser } from './browser-candidate.ts'
import { type Candidate, takeTest } from './candidate.ts'
import { brokenPromises, lostAnswers, type StoredAnswer, type StoredAttempt } from './check.ts'
import { openHistory, readHistory } from './history.ts'
import { openHost, type Part } from './host.ts'
import { openLine } from './line.ts'
import { randomOf } from './random.ts'

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
  /** How many of the people have a real browser; the web application must be built. */
  readonly browsers?: number
  /** Fills the disk, too. Needs the right to mount one. */
  readonly smallDisk?: boolean
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

/** People answer a test over a bad line while the server, its database and its disk break; then everything is compared. */
export async function runExperiment(experiment: Experiment): Promise<Outcome> {
  const { people, folder, seed, forgetful, smallDisk, browsers = 0 } = experiment
  const [onLine, killing] = [randomOf(seed), randomOf(seed + 1)]
  const file = join(folder, 'history.jsonl')
  const tell = openHistory(file)
  const host = await openHost(folder, { forgetful, smallDisk, random: killing })
  const line = await openLine(host.port, () => ({
    delayMs: onLine() * 40,
    cutAfter: onLine() < 0.2 ? Math.floor(onLine() * 20_000) : null,
  }))
  const connections = connect(host.databaseUrl, 4, () => undefined)
  const browser = browsers > 0 ? await launchBrowser() : undefined
  try {
    const clientId = await addClient(connections.db)
    const at = { url: `http://127.0.0.1:${host.port}`, database: connections }
    const candidates: Candidate[] = []
    for (let number = 0; number < people; number += 1) {
      const running = await addRunning(at, clientId, 'ENGLISH')
      candidates.push({ running, attempt: readTestId(running.started.testId)?.attemptId ?? '' })
    }
    let calm = false
    const world = { url: `http://127.0.0.1:${line.port}`, tell, calm: () => calm }
    const taking = Promise.all(
      candidates.map(async ({ running, attempt }, number) => {
        const random = randomOf(seed + 2 + number)
        if (browser === undefined || number >= browsers)
          return takeTest({ running, attempt }, { ...world, random })
        const user = (await request(at.url, usersMe, { token: running.token })).answer
        const person = { taker: running, user, attempt, assignmentId: running.assignmentId }
        return takeInBrowser(person, { ...world, browser, random })
      }),
    )
    await breakThings(experiment, { host, killing, tell, file, connections, clientId })
    calm = true
    // Handing in has steps of its own.
    for (const step of ['attempt_closed', 'result_stored', 'test_handed_in'] as const) {
      if (experiment.kills < 10) break
      await host.killAfter(step, 2)
      await breaking(`server after ${step}`, host.parts.server, { host, tell })
    }
    const repaired = performance.now()
    await taking
    const settledAfterMs = Math.round(performance.now() - repaired)
    return await compare({ folder, connections, clientId, candidates, settledAfterMs })
  } finally {
    await browser?.close()
    line.close()
    await connections.close()
    await host.close()
  }
}

type Host = Awaited<ReturnType<typeof openHost>>
type Tell = ReturnType<typeof openHistory>

/** Repairs what is broken by now, and notes how long the server was away. */
async function breaking(
  part: string,
  broken: Pick<Part, 'repair'>,
  { host, tell, look }: { host: Host; tell: Tell; look?: () => Promise<void> },
): Promise<void> {
  const start = performance.now()
  await broken.repair()
  // Read before the people go on: later answers would hide that earlier ones are gone.
  await look?.()
  await host.ready()
  tell({ what: 'broken', part, backAfterMs: Math.round(performance.now() - start) })
}

interface Stage {
  host: Host
  killing: () => number
  tell: Tell
  file: string
  connections: Connections
  clientId: string
}

/** Breaks one thing after the other, as often as was asked for. */
async function breakThings({ kills, folder, smallDisk }: Experiment, stage: Stage): Promise<void> {
  const { host, killing, file, connections, clientId } = stage
  const chances = [
    ['server', 0.45],
    ['server after answers_stored', 0.65],
    ['disk', smallDisk ? 0.72 : 0.65],
    ['database', 1],
  ] as const
  for (let number = 0; number < kills; number += 1) {
    await pause(200 + killing() * 1500)
    const chance = killing()
    const part = chances.find(([, below]) => chance < below)?.[0] ?? 'database'
    const broken = part === 'database' || part === 'disk' ? host.parts[part] : host.parts.server
    if (part === 'server after answers_stored')
      await host.killAfter('answers_stored', 1 + Math.floor(killing() * 40))
    else await broken.kill()
    const promised = readHistory(file).length
    const look = async () => {
      const answers = await storedAnswers(connections.db, clientId)
      writeFileSync(join(folder, `stored-${number + 1}.json`), JSON.stringify({ promised, answers }))
    }
    await breaking(part, broken, { ...stage, look })
  }
  await pause(500)
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
  const looks = readdirSync(folder).filter((name) => /^stored-\d+\.json$/.test(name))
  const lost = looks.flatMap((name) => {
    const then = AfterKill.parse(read(name))
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

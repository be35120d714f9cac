import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { usersMe } from '#contract/auth.ts'
import { type Connections, connect } from '#server/db/database.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { breakThings } from './breaking.ts'
import { takeInBrowser } from './browser-candidate.ts'
import { takeTests } from './candidate.ts'
import type { World } from './client.ts'
import { type FailoverStage, failOver } from './failover/failing.ts'
import { createGaps } from './failover/gaps.ts'
import { openInstallation } from './failover/installation.ts'
import { type Fact, openHistory } from './history.ts'
import { openHost } from './host.ts'
import { openLine } from './line.ts'
import { pauseTests } from './manager.ts'
import { randomOf } from './random.ts'
import { everything } from './stored.ts'
import { checkFolder, type Summary } from './summary.ts'
import { deliverTests, prepareDay } from './tablets.ts'

export interface Experiment {
  readonly people: number
  /** The number of times that the server or the database is killed. */
  readonly kills: number
  /** Takes the database, `history.jsonl`, what was stored after each break, `stored.json` and `summary.json`. */
  readonly folder: string
  /** Each candidate, the line and the killer decide the same for the same seed; who comes first is the machine's. */
  readonly seed: number
  /** Lets the database forget what it has just acknowledged, for a run that has to fail. */
  readonly forgetful?: boolean
  /** The number of people with a real browser; the web application must be built. */
  readonly browsers?: number
  /** Fills the disk, too. Needs the right to mount one. */
  readonly smallDisk?: boolean
  /** Loses the primary of three database machines so often, and kills nothing else. Only where this program runs apart. */
  readonly failovers?: number
  /** Nothing more is killed after that, however many kills were asked for. */
  readonly minutes?: number
}

export interface Outcome extends Summary {
  /** Milliseconds from the last repair until the last test was handed in. */
  readonly settledAfterMs: number
}

/** The longest time from the last repair until all tests are handed in, on a busy machine too. */
const settledWithinMs = 600_000

/** People answer tests over a bad line while the server, its database and its disk break; then everything is compared. */
export async function runExperiment(experiment: Experiment): Promise<Outcome> {
  const { people, folder, seed, browsers = 0, minutes = Infinity } = experiment
  const [onLine, killing] = [randomOf(seed), randomOf(seed + 1)]
  const history = openHistory(join(folder, 'history.jsonl'))
  const gaps = createGaps()
  const host = await openStage(experiment, killing)
  const line = await openLine(host.port, {
    // Every break of a connection is a lost primary's, when those are what is tried.
    troubleOf: () =>
      experiment.failovers === undefined
        ? {
            delayMs: onLine() * 40,
            cutAfter: onLine() < 0.2 ? Math.floor(onLine() * 20_000) : null,
          }
        : { delayMs: 0, cutAfter: null },
    onCut: () => history.tell({ what: 'network', attempt: null, trouble: 'a connection cut' }),
  })
  const connections = connect(host.databaseUrl, 4, () => undefined)
  const over = new AbortController()
  let browser: Browser | undefined
  try {
    // Here, because without a browser the rest must end too.
    browser = browsers > 0 ? await launchBrowser() : undefined
    const scene = await prepare({ url: `http://127.0.0.1:${host.port}`, database: connections }, experiment)
    const { tell, running } = watch(history.tell, gaps.note)
    let calm = false
    const world = (number: number): World => ({
      url: `http://127.0.0.1:${line.port}`,
      tell,
      calm: () => calm,
      random: randomOf(seed + 2 + number),
      signal: over.signal,
    })
    // A person who fails has failed the run, and the others go on: what is stored is compared all the same.
    const noted = (doing: Promise<void>) =>
      doing.catch((error: unknown) => over.signal.aborted || noteFailure(history.tell, error))
    const taking = Promise.all([
      ...scene.queues.map((queue, number) =>
        noted(
          browser !== undefined && number < browsers
            ? takeInBrowser(queue, { ...world(number), browser })
            : takeTests(queue, world(number)),
        ),
      ),
      noted(deliverTests(scene.day, world(people))),
      noted(pauseTests({ ...scene.manager, running }, world(people + 1))),
    ])
    const end = performance.now() + minutes * 60_000
    const isOver = () => over.signal.aborted || performance.now() > end
    const { clientId } = scene.manager
    let settledAfterMs = Number.POSITIVE_INFINITY
    try {
      await host.breakThings({ history, connections, clientId, isOver, gaps })
      calm = true
      settledAfterMs = await settled(taking)
    } catch (error) {
      noteFailure(history.tell, error)
    } finally {
      over.abort(new Error('the experiment is over'))
      await taking
    }
    writeFileSync(join(folder, 'stored.json'), JSON.stringify(await everything(connections.db, clientId)))
    const summary = await checkFolder(folder)
    writeFileSync(join(folder, 'summary.json'), JSON.stringify({ ...experiment, ...summary, settledAfterMs }))
    return { ...summary, settledAfterMs }
  } finally {
    await browser?.close()
    line.close()
    await connections.close()
    await host.close()
  }
}

type Scene = Omit<FailoverStage, 'cluster' | 'random' | 'folder' | 'failovers'>

/** A server with its database, and the way in which they break. */
async function openStage(experiment: Experiment, random: () => number) {
  const { folder, forgetful, smallDisk, failovers } = experiment
  if (failovers === undefined) {
    const host = await openHost(folder, { forgetful, smallDisk, random })
    const breaking = (scene: Scene) => breakThings(experiment, { host, random, ...scene })
    return { port: host.port, databaseUrl: host.databaseUrl, close: host.close, breakThings: breaking }
  }
  const { cluster, port, databaseUrl, close } = await openInstallation(folder)
  const breaking = (scene: Scene) => failOver({ cluster, random, folder, failovers, ...scene })
  return { port, databaseUrl, close, breakThings: breaking }
}

function noteFailure(tell: (fact: Fact) => void, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  tell({ what: 'failed', attempt: 'somebody', error: reason })
}

/** @throws when it takes too long */
async function settled(taking: Promise<unknown>): Promise<number> {
  const repaired = performance.now()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`tests were not handed in ${settledWithinMs} ms after all was calm`)),
    settledWithinMs,
  )
  try {
    await Promise.race([taking, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
  return Math.round(performance.now() - repaired)
}

/** Knows from what candidates tell which assignments' tests run, as a manager sees on the board. */
function watch(tellHistory: (fact: Fact) => void, onConfirmed: () => void) {
  const running = new Map<string, string>()
  const tell = (fact: Fact) => {
    tellHistory(fact)
    if (fact.what === 'acknowledged') onConfirmed()
    if (fact.what === 'begun' && fact.by !== 'tablet') running.set(fact.attempt, fact.assignment)
    if (fact.what === 'submitted') running.delete(fact.attempt)
  }
  return { tell, running: () => [...running.values()] }
}

type At = { url: string; database: Connections }

/** A client with its manager, people who take their turns at each device, and a test day. */
async function prepare(at: At, { people, kills, browsers = 0 }: Experiment) {
  const { db } = at.database
  const clientId = await addClient(db)
  // The first one shows what there is to choose, and is nobody's.
  const { choices } = await addRunning(at, await addClient(db), 'ENGLISH')
  const queues = []
  for (let number = 0; number < people; number += 1) {
    const queue = []
    for (let turn = 0; turn <= kills / 16; turn += 1) {
      const taker = await addTaker(at, clientId)
      const assignmentId = await addAssignment(db, clientId, taker, { code: 'ENGLISH' })
      const user = number < browsers ? (await request(at.url, usersMe, { token: taker.token })).answer : null
      queue.push({ token: taker.token, user, assignmentId, choices })
    }
    queues.push(queue)
  }
  const manager = await addMember(db, clientId, { role: 'manager' })
  const session = { userId: manager.userId, invitationClientId: null, remembered: false }
  const token = await openSession(db, session)
  const { id: inventoryId } = await db
    .selectFrom('inventories')
    .where('code', '=', 'ENGLISH')
    .select('id')
    .executeTakeFirstOrThrow()
  const onDay = 8 + kills
  const quota = { clientId, inventoryId, quantity: onDay, reason: 'test', addedBy: manager.userId }
  await addQuota(db, quota)
  const day = await prepareDay({ ...at, clientId, token, inventoryId }, onDay)
  return { queues, day: { ...day, choices }, manager: { clientId, token } }
}

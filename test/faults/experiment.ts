import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { connect } from '#server/db/database.ts'
import { launchBrowser } from '#test/support/browser.ts'
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
import { openFleet } from './rolling/fleet.ts'
import { type RollingStage, roll } from './rolling/roll.ts'
import { prepareScene } from './scene.ts'
import { everything } from './stored.ts'
import { checkFolder, type Summary } from './summary.ts'
import { deliverTests } from './tablets.ts'

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
  /** Replaces the last release by this version, and back, and kills nothing. It has to be there: test/support/released.ts. */
  readonly rolling?: boolean
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
  // What is tried besides kills has no other reason for a broken connection.
  const line = host.withBadLine
    ? await openLine(host.port, {
        troubleOf: () => ({
          delayMs: onLine() * 40,
          cutAfter: onLine() < 0.2 ? Math.floor(onLine() * 20_000) : null,
        }),
        onCut: () => history.tell({ what: 'network', attempt: null, trouble: 'a connection cut' }),
      })
    : undefined
  const connections = connect(host.databaseUrl, 4, () => undefined)
  const over = new AbortController()
  let browser: Browser | undefined
  try {
    // Here, because without a browser the rest must end too.
    browser = browsers > 0 ? await launchBrowser() : undefined
    const at = { url: `http://127.0.0.1:${host.port}`, databaseUrl: host.databaseUrl }
    const scene = await host.prepareScene(at, experiment)
    const { tell, running } = watch(history.tell, gaps.note)
    let calm = false
    const world = (number: number): World => ({
      url: `http://127.0.0.1:${line?.port ?? host.port}`,
      timeoutMs: host.timeoutMs,
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
    const { clientId, token } = scene.manager
    let settledAfterMs = Number.POSITIVE_INFINITY
    try {
      await host.breakThings({ history, connections, clientId, token, isOver, gaps })
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
    line?.close()
    await connections.close()
    await host.close()
  }
}

type Scene = Omit<FailoverStage, 'cluster' | 'random' | 'folder' | 'failovers'> & Pick<RollingStage, 'token'>

/** The longest wait for an answer, as on a dead line. */
const impatientMs = 5000
/** Longer than any request takes on a busy machine: one without an answer has failed. */
const patientMs = 60_000

/** A server with its database, and the way in which they break. */
async function openStage(experiment: Experiment, random: () => number) {
  const { folder, forgetful, smallDisk, failovers, rolling } = experiment
  const usual = { timeoutMs: impatientMs, withBadLine: false, prepareScene }
  if (rolling) {
    const fleet = await openFleet(folder)
    const { port, databaseUrl, close } = fleet
    const breaking = (scene: Scene) => roll({ fleet, folder, ...scene })
    const released = { prepareScene: fleet.prepareScene, timeoutMs: patientMs }
    return { ...usual, ...released, port, databaseUrl, close, breakThings: breaking }
  }
  if (failovers === undefined) {
    const host = await openHost(folder, { forgetful, smallDisk, random })
    const { port, databaseUrl, close } = host
    const breaking = (scene: Scene) => breakThings(experiment, { host, random, ...scene })
    return { ...usual, withBadLine: true, port, databaseUrl, close, breakThings: breaking }
  }
  const { cluster, port, databaseUrl, close } = await openInstallation(folder)
  const breaking = (scene: Scene) => failOver({ cluster, random, folder, failovers, ...scene })
  return { ...usual, port, databaseUrl, close, breakThings: breaking }
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '#server/steps.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { anotherServer, kill, query } from '#test/support/postgres-process.ts'

/** Something that breaks and is repaired. */
export interface Part {
  kill(): Promise<void>
  repair(): Promise<void>
}

/**
 * The processes of a PostgreSQL to kill: its first one, which the others miss a moment later, all at once, or any of the
 * others.
 */
type Of = 'first' | 'all' | 'other'

interface Options {
  /** The database may forget what it has just acknowledged. */
  forgetful?: boolean | undefined
  /** A disk of its own that can be filled. Needs the right to mount one. */
  smallDisk?: boolean | undefined
  /** A number from 0 up to 1. */
  random: () => number
  /** The server's; a free one unless given. */
  port?: number
}

/**
 * A server of its own process on a PostgreSQL of its own, each of which can be killed and comes back.
 * @throws when one of them does not start; nothing of them runs on then
 */
export async function openHost(folder: string, { forgetful, smallDisk, random, ...given }: Options) {
  const dataDir = join(folder, 'data')
  const port = given.port ?? (await freePort())
  const disk = smallDisk ? mountDisk(dataDir) : undefined
  let postgres = anotherServer(dataDir)
  const endDatabase = async () => {
    if (!hasEnded(postgres.child)) {
      const gone = once(postgres.child, 'exit')
      postgres.child.kill('SIGTERM')
      await gone
    }
    disk?.unmount()
  }
  const begin = async () => {
    const { url, refused } = await postgres.outcome
    if (url === undefined) throw new Error(`no PostgreSQL: ${refused}`)
    if (forgetful) await query(url, 'ALTER DATABASE terazi SET synchronous_commit = off')
    return { databaseUrl: url, first: await startServer(port, url, {}) }
  }
  const { databaseUrl, first } = await begin().catch(async (error: unknown) => {
    await endDatabase()
    throw error
  })
  let server = first
  const start = (fault: Fault = {}) => startServer(port, databaseUrl, fault)

  /**
   * Starts the server as it should be, but its clock may be two hours fast or slow: every limit is measured by the
   * database's.
   */
  const restart = async () => {
    server = await start({ clockMs: [0, 0, 7_200_000, -7_200_000][Math.floor(random() * 4)] })
  }
  const startPostgres = async () => {
    // Its other processes end a moment later; until then a new one is refused.
    do postgres = anotherServer(dataDir)
    while ((await postgres.outcome).refused !== undefined)
  }
  const server_: Part = { kill: () => kill(server), repair: restart }
  const database = (which: Of): Part => ({
    async kill() {
      const [row] = await query(
        databaseUrl,
        `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
      )
      const first = Number(row?.pid)
      const others = childrenOf(first)
      if (which === 'other') return end(others[Math.floor(random() * others.length)] ?? first)
      const gone = once(postgres.child, 'exit')
      for (const pid of which === 'all' ? [first, ...others] : [first]) end(pid)
      await gone
    },
    // PostgreSQL restarts the others itself if one of them is killed.
    repair: async () => (which === 'other' ? undefined : startPostgres()),
  })
  const fullDisk: Part = {
    async kill() {
      disk?.fill()
      await pause(2000)
    },
    async repair() {
      disk?.free()
      // A database without room for its log ends itself.
      if (postgres.child.exitCode !== null) await startPostgres()
    },
  }

  return {
    port,
    databaseUrl,
    parts: {
      server: server_,
      'PostgreSQL, its first process': database('first'),
      'PostgreSQL, all processes': database('all'),
      'PostgreSQL, one of its other processes': database('other'),
      'disk full': fullDisk,
      'clock jump': { kill: async () => void server.kill('SIGUSR2'), repair: async () => undefined },
    } satisfies Record<string, Part>,
    /**
     * Ends the server right after a step, when it has done it so often.
     * @returns false when it did not come to that for twenty seconds and was ended then
     */
    async killAfter(step: Step, times: number): Promise<boolean> {
      await kill(server)
      server = await start({ step, times })
      if (server.signalCode !== null) return true
      const ended = once(server, 'exit').then(() => true)
      const inTime = await Promise.race([ended, pause(20_000, false, { ref: false })])
      if (!inTime) await kill(server)
      return inTime
    },
    ready: () => untilReady(server, port),
    async close() {
      if (!hasEnded(server)) await kill(server)
      await endDatabase()
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** kill -9 of a process that may have ended already. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A disk in memory, of which a file can take the rest. */
function mountDisk(folder: string) {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=0755', 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    fill() {
      const file = openSync(filler, 'w')
      const block = Buffer.alloc(1024 * 1024)
      try {
        for (;;) writeSync(file, block)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  }
}

interface Fault {
  step?: Step
  times?: number
  /** The time by which its clock is ahead. */
  clockMs?: number | undefined
}

interface Started {
  /** The version that is started. */
  readonly checkout?: string
  readonly env?: Readonly<Record<string, string>>
  /** A file that takes its log; it has none unless given. */
  readonly log?: string
}

/** This checkout. */
export const ownCheckout = join(import.meta.dirname, '../..')

/** @throws when it does not become ready */
export async function startServer(
  port: number,
  databaseUrl: string,
  { step, times, clockMs = 0 }: Fault,
  { checkout = ownCheckout, env = {}, log }: Started = {},
): Promise<ChildProcess> {
  const otherClock = ['--import', join(import.meta.dirname, 'other-clock.ts')]
  const main = join(checkout, 'server/main.ts')
  const out = log === undefined ? 'ignore' : openSync(log, 'a')
  const child = spawn(process.execPath, [...otherClock, main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'k'.repeat(32),
      PUBLIC_URL: 'https://terazi.example.com',
      LOG_LEVEL: 'fatal',
      ...(step && { FAULT_STEP: step, FAULT_AFTER: String(times) }),
      FAULT_CLOCK_MS: String(clockMs),
      ...env,
    },
    stdio: ['ignore', out, out],
  })
  if (out !== 'ignore') closeSync(out)
  try {
    await untilReady(child, port)
  } catch (error) {
    if (!hasEnded(child)) await kill(child)
    throw error
  }
  return child
}

const readyWithinMs = 180_000

/** @throws when the process ends, or is not ready for three minutes, also on a busy machine */
async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + readyWithinMs
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    // The server ended at the step that it was started for.
    if (child.signalCode !== null) return
    if (Date.now() > end) throw new Error('the server is not ready after three minutes')
    await pause(25)
  }
}

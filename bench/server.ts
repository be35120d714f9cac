import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { processesIn } from '#test/support/postgres-process.ts'

const root = join(import.meta.dirname, '..')

export interface RunningServer {
  readonly port: number
  readonly process: ChildProcess
  /** Milliseconds from the start of the process to the first answer of /health/ready. */
  readonly readyAfter: number
  stop(): Promise<void>
}

/** Starts the real server as a process of its own, as `npm start` does after building. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn('sh', [join(root, 'bin/server')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`)
    if (performance.now() - start > 60_000) throw new Error(`the server is not ready after a minute: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    port,
    process: child,
    readyAfter: performance.now() - start,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** A process's processor time in ms and the largest resident memory that it ever had, in MB; 0 when it has ended. */
export function usageOf(pid: number): { cpu: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { cpu: ticksOf(String(pid)) * 10, peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 }
  } catch {
    return { cpu: 0, peak: 0 }
  }
}

/**
 * Counts the CPU of the server and of every process that works in the database's folder, from now on. Of processes that end
 * meanwhile nothing is counted, and nothing taken away.
 * @returns what gives the milliseconds so far
 */
export function countCpu(server: number | undefined, folder: string): () => number {
  const now = () =>
    new Map([String(server), ...processesIn(folder)].map((pid) => [pid, ticksOf(pid)] as const))
  const before = now()
  return () =>
    [...now()].reduce((sum, [pid, ticks]) => sum + Math.max(0, ticks - (before.get(pid) ?? 0)), 0) * 10
}

function ticksOf(pid: string): number {
  try {
    // After the name, which may have spaces in it: utime and stime are the 12th and 13th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    // It has ended since.
    return 0
  }
}

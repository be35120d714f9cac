import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { z } from 'zod'

const Outcome = z.object({ url: z.string().optional(), refused: z.string().optional() })

/** Another server process on this data directory; `outcome` is its first word. */
export function anotherServer(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'open-and-wait.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcome = once(createInterface(child.stdout), 'line').then(([line]) =>
    Outcome.parse(JSON.parse(String(line))),
  )
  return { child, outcome }
}

/** kill -9, and wait until the kernel has done it. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Ids of the processes whose working folder lies in this one: what a PostgreSQL or its watchdog would leave behind. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder)
    } catch {
      return false // ended meanwhile, or not ours to look at
    }
  })
}

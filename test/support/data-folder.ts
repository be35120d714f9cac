import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 4 * 1024 ** 3

/**
 * A new folder for a PostgreSQL of the tests: in memory where the system offers enough of it. Each test file clones a
 * database of a thousand files; on a busy disk that took 640 ms of processor time, in memory 30.
 */
export function dataFolder(name: string): string {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), `${name}-`))
  removeAbandoned()
  return mkdtempSync(join(memory, `${prefix}${process.pid}-${name}-`))
}

const prefix = 'terazi-tests-of-'

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enoughBytes
}

/** Removes the folders of test runs that were killed: they would take memory until the machine restarts. */
function removeAbandoned(): void {
  for (const folder of readdirSync(memory)) {
    const process = /^terazi-tests-of-(\d+)-/.exec(folder)?.[1]
    if (process !== undefined && !existsSync(`/proc/${process}`))
      rmSync(join(memory, folder), { recursive: true, force: true })
  }
}

import { spawnSync } from 'node:child_process'

export interface Result {
  passed: number
  skipped: number
  failures: { name: string; message: string }[]
}

export const passed: Result = { passed: 1, skipped: 0, failures: [] }
export const failed = (name: string, message: string): Result => ({
  passed: 0,
  skipped: 0,
  failures: [{ name, message }],
})

/** Runs a tool silently unless it fails, and counts it as one test. */
export function run(name: string, script: string, args: string[]): Result {
  const start = performance.now()
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  console.log(
    `${status === 0 ? 'passed' : 'FAILED'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  )
  return status === 0 ? passed : failed(name, error?.message ?? (stdout + stderr).trim())
}

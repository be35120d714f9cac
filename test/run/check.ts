import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

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
export async function run(name: string, script: string, args: string[]): Promise<Result> {
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close').then(([status]) => status),
  ])
  console.log(
    `${status === 0 ? 'passed' : 'FAILED'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`,
  )
  return status === 0 ? passed : failed(name, (stdout + stderr).trim())
}

/** Everything that looks at the sources alone, side by side. The types are checked again only where something changed. */
export const checkSources = (): Promise<Result[]> =>
  Promise.all([
    run('types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']),
    run('lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '--max-diagnostics=50']),
    run('unused files, exports and packages', 'node_modules/knip/bin/knip.js', ['--cache']),
  ])

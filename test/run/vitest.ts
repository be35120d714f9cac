import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { failed, type Result } from './check.ts'

const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
})

/** No browsers, and one PostgreSQL. */
const quickProjects = ['--project=unit', '--project=web', '--project=bundled']

/** Runs the tests, shown as they go, and counts them: a file that cannot be loaded is one failure, as is an error outside of any test. */
export async function runVitest(args: string[], { quick = false } = {}): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'terazi-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...(quick ? quickProjects : []), ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(quick && { TEST_QUICK: '1' }) },
    },
  )
  const [status] = await once(child, 'close')
  try {
    const result = tally(JSON.parse(readFileSync(file, 'utf8')))
    if (status === 0 || result.failures.length > 0) return result
    return {
      ...result,
      failures: [{ name: 'vitest', message: 'An error outside of any test; it is shown above.' }],
    }
  } catch (error) {
    return failed('vitest', `No report was written: ${error instanceof Error ? error.message : error}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts a report of Vitest's JSON reporter. */
export function tally(json: unknown): Result {
  const { numPassedTests, testResults } = Report.parse(json)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: `${name}: ${test.fullName}`,
        message: (test.failureMessages ?? []).join('\n'),
      }))
    return tests.length === 0 && status === 'failed' ? [{ name, message }] : tests
  })
  const skipped = testResults
    .flatMap((result) => result.assertionResults)
    .filter((test) => !['passed', 'failed'].includes(test.status)).length
  return { passed: numPassedTests, skipped, failures }
}

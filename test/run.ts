import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSources, passed, run } from './run/check.ts'
import { prepareSystem } from './run/system.ts'
import { runVitest } from './run/vitest.ts'

// Runs every check, ending with one line of totals. A check counts as one test. With --quick it leaves out browsers, the
// second PostgreSQL and the slowest files. What looks at the sources runs beside the build and the tests: each often leaves a
// core idle.
const quick = process.argv.includes('--quick')
const args = process.argv.slice(2).filter((arg) => arg !== '--quick')
const started = performance.now()
const prepared = prepareSystem()
// Statements of all tests, unless only some run.
const statements = quick || args.length > 0 ? undefined : mkdtempSync(join(tmpdir(), 'terazi-statements-'))
if (statements !== undefined) process.env.TEST_STATEMENTS = statements
const sources = checkSources()
const built = await run('the web application can be built', 'bin/setup.js', [])
// Without it the browser tests would test an older one.
const tests = built === passed ? [await runVitest(args, { quick })] : []
const results = [...prepared, ...(await sources), built, ...tests]
if (statements !== undefined) {
  if (built === passed)
    results.push(
      await run('every statement on the second PostgreSQL', 'test/run/statements.ts', [statements]),
    )
  rmSync(statements, { recursive: true })
}
const failures = results.flatMap((result) => result.failures)
const succeeded = results.reduce((sum, result) => sum + result.passed, 0)
const skipped = results.reduce((sum, result) => sum + result.skipped, 0)

for (const { name, message } of failures)
  console.log(`\nFAILED ${name.replace(`${process.cwd()}/`, '')}\n${message.replace(/^/gm, '  ')}`)
console.log(
  `\nTook ${((performance.now() - started) / 1000).toFixed(0)} s${skipped ? `; ${skipped} skipped` : ''}`,
)
console.log(`${succeeded} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 || succeeded === 0 ? 1 : 0

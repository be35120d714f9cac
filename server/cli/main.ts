import { StartError } from '#server/start-error.ts'
import { CliError } from './error.ts'
import { run } from './run.ts'

try {
  const result = await run(process.argv.slice(2))
  process.stdout.write(typeof result === 'string' ? `${result}\n` : `${JSON.stringify(result, null, 2)}\n`)
} catch (error) {
  // A mistake of the person is told in its own words; one of ours shows where it happened.
  console.error(error instanceof CliError || error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

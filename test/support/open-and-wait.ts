// A process for the tests to kill: opens the bundled PostgreSQL on its first argument, says how that went, and stays.
import { openBundledPostgres } from '#server/db/bundled/open.ts'

try {
  const { url, exited } = await openBundledPostgres({ dataDir: process.argv[2] ?? '', log: () => undefined })
  console.log(JSON.stringify({ url }))
  await exited
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }))
  process.exitCode = 1
}

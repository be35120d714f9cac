import { checkSources } from './run/check.ts'

// Types, lint and unused code; prints what is wrong and nothing else but their times.
const failures = (await checkSources()).flatMap((result) => result.failures)
for (const { name, message } of failures) console.log(`\n${name}\n${message}`)
process.exitCode = failures.length > 0 ? 1 : 0

import { once } from 'node:events'
import { StartError } from '#server/start-error.ts'
import { CliError } from './error.ts'
import { jsonOf } from './json.ts'
import { Printed, Report, run } from './run.ts'

// A program that reads only the beginning, as `head` does, has what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  const answer = await run(process.argv.slice(2), (line) => process.stderr.write(`${line}\n`))
  if (answer instanceof Printed) await answer.print(write)
  else {
    const result = answer instanceof Report ? answer.content : answer
    if (answer instanceof Report && !answer.content.ok) process.exitCode = 1
    for (const piece of typeof result === 'string' ? [result] : jsonOf(result)) await write(piece)
    await write('\n')
  }
} catch (error) {
  // A mistake of the person shows its message only; one of ours also its stack.
  console.error(error instanceof CliError || error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

async function write(piece: string): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}

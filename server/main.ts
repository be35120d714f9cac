import { readConfig } from './config.ts'
import { reason, StartError } from './start-error.ts'

const say = (line: string) => console.log(line)

try {
  const config = readConfig(process.env)
  // Loaded after the environment is known to be right: a mistake in it is reported first.
  const { startServer } = await import('./start/server.ts')
  say('Terazi starts')
  for (const warning of config.warnings) say(`  note: ${warning}`)
  const server = await startServer(config, say)
  say(`Ready after ${(performance.now() / 1000).toFixed(1)} s: ${config.publicUrl}`)
  if (!config.production) {
    say(
      'Demo accounts: superuser@demo.test, admin@demo.test, manager@demo.test, reader@demo.test, participant@demo.test; password terazi-demo-2026',
    )
    if (!config.smtpUrl) say(`Demo mailbox: ${config.publicUrl}/dev/mailbox`)
    if (!config.iyzico) say(`Demo bank: ${config.publicUrl}/dev/bank, card 5528790000000008, code 283126`)
  }
  endOn(server)
} catch (error) {
  // A mistake of the person who starts is one sentence; a mistake of ours shows where it happened.
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

function endOn(server: { stop(): Promise<void>; databaseExited: Promise<unknown> }): void {
  let stopping = false
  const end = async (exitCode: number) => {
    if (stopping) process.exit(1) // asked a second time: at once; the bundled database still ends in order
    stopping = true
    try {
      await server.stop()
      process.exit(exitCode)
    } catch (error) {
      console.error(`Terazi did not stop in order: ${reason(error)}`)
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      say(`Terazi stops (${signal})`)
      void end(0)
    })
  }
  void server.databaseExited.then(() => {
    if (stopping) return
    console.error(
      'The database ended unexpectedly, so Terazi stops too; see postgres.log in the database folder.',
    )
    void end(1)
  })
}

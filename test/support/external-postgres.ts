import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { postgresFolder, socketFolder } from '#server/db/bundled/folders.ts'
import { asOptions } from '#server/db/bundled/settings.ts'
import { supervise, untilReady } from '#server/db/bundled/supervise.ts'
import { dataFolder } from './data-folder.ts'
import { systemPostgres } from './system-postgres.ts'
import { prepareTemplate, unsafeSettings } from './template.ts'

/** Runs the whole suite on a PostgreSQL that is not ours. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startExternalPostgres()
  await prepareTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

/**
 * An installed PostgreSQL with its own cluster in a temporary folder, reached
 * by TCP on a free port of this machine. Ends with this process, as the bundled one does.
 * @throws when the system has no PostgreSQL ≥ 15
 */
export async function startExternalPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = systemPostgres()
  if (bin === undefined)
    throw new Error('No PostgreSQL from version 15 on is installed: apt-get install postgresql')
  const dataDir = dataFolder('external')
  const { folder, account } = postgresFolder(join(dataDir, 'data'))
  const port = await freePort()
  const supervised = supervise({
    bin,
    folder,
    account,
    sockets: socketFolder(folder, account),
    initdb: ['--username=terazi', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    settings: [
      ...['--listen_addresses=127.0.0.1', `--port=${port}`],
      ...asOptions(unsafeSettings),
      // The two settings that docs/operations.md asks of hosts.
      ...['--log_error_verbosity=terse', '--log_min_error_statement=panic'],
    ],
  })
  const url = new URL(`postgres://terazi@127.0.0.1:${port}/terazi`)
  await untilReady(url, supervised, (code) => {
    throw new Error(`the external PostgreSQL ended with ${code}`)
  })
  return {
    url: url.href,
    async stop() {
      await supervised.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { dataFolder } from './data-folder.ts'
import { prepareTemplate, unsafeSettings } from './template.ts'

interface Shared {
  /** The projects that use it. */
  users: number
  readonly started: ReturnType<typeof start>
}

const key = Symbol.for('terazi.bundledPostgres')
// Projects of a run load this file each on its own.
const global: typeof globalThis & { [key]?: Shared } = globalThis

/** One bundled PostgreSQL for all projects of a test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  global[key] ??= { users: 0, started: start() }
  const shared = global[key]
  shared.users += 1
  const { url, stop } = await shared.started
  project.provide('postgresUrl', url)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete global[key]
    await stop()
  }
}

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = dataFolder('bundled')
  const postgres = await openBundledPostgres({
    dataDir: folder,
    log: () => undefined,
    settings: unsafeSettings,
  })
  await prepareTemplate(postgres.url)
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

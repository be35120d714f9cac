import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openBundledPostgres } from '#server/db/bundled/open.ts'
import { prepareTemplate } from './template.ts'

/** One bundled PostgreSQL for a whole test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'terazi-test-'))
  // Tests needn't survive a power cut, and are twice as fast without waiting for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
  const postgres = await openBundledPostgres({ dataDir: folder, log: () => undefined, settings })
  await prepareTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

import pg from 'pg'
import { connect } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadContent } from '#server/features/inventories/content.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { wrap } from '#server/keys/data-key.ts'
import { insertKey } from '#server/keys/queries.ts'

export const templateDatabase = 'terazi_template'

/** The installation's key in tests, and the data key that it opens. */
export const testKey = 'the installation key of every test'

/** Tests needn't survive a power cut, and are twice as fast without waiting for the disk. */
export const unsafeSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** Makes the template database: migrated, with the shipped inventories and the key of tests. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${templateDatabase}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${templateDatabase}`
  await migrate(url.href)
  await migrateJobs(url.href)
  const connections = connect(url.href, 2, (error) => {
    throw error
  })
  await loadContent(connections.db)
  await insertKey(connections.db, wrap(testKey, testKey))
  await connections.close()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

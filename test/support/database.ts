import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connections, connect } from '#server/db/database.ts'
import { templateDatabase } from './template.ts'

export interface TestDatabase extends Connections {
  readonly url: string
  drop(): Promise<void>
}

/** A database for this test file, cloned from the migrated template in milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  const url = withDatabase(server, name)
  const lost = (error: Error) => {
    throw error
  }
  const connections = connect(url, 10, lost)
  return {
    ...connections,
    url,
    async drop() {
      await connections.close()
      // The pool closes before its connections have ended. Without FORCE the server waits for them; with it, their abrupt
      // end would stop this process.
      await onServer(server, `DROP DATABASE ${name}`)
    },
  }
}

/** An empty database, for tests of the migrations. @returns its address, and a function that drops it */
export async function createEmptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  return { url: withDatabase(server, name), drop: () => onServer(server, `DROP DATABASE ${name}`) }
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

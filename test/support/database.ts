import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connections, connect } from '#server/db/database.ts'
import { templateDatabase } from './template.ts'

export interface TestDatabase extends Connections {
  readonly url: string
  drop(): Promise<void>
}

/** A database of this test file's own, cloned from the migrated template; real PostgreSQL, milliseconds to make. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`)
  const url = withDatabase(server, name)
  const connections = connect(url, 10, (error) => {
    throw error
  })
  return {
    ...connections,
    url,
    async drop() {
      await connections.close()
      // The pool is closed before its connections have said goodbye. Without FORCE the server waits for them; with it, it
      // would cut them off in mid-word, which ends this process.
      await onServer(server, `DROP DATABASE ${name}`)
    },
  }
}

/** A database with nothing in it, for what is done to one before the template's state. @returns its address, and what drops it */
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

import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { isEmptyInstallation } from '#server/features/users/users.ts'

// Any number that nothing else in this database uses: of several processes that start together one fills it.
const lockKey = 7_236_102

interface Options {
  config: Config
  db: Database
  pool: pg.Pool
  directUrl: string
}

/**
 * Gives an installation without users its first ones: the demo, or in production a link for the first superuser.
 * @returns lines to be shown once the server is ready
 */
export async function fillEmpty({ config, db, pool, directUrl }: Options): Promise<string[]> {
  if (!(await isEmptyInstallation(db))) return []
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    if (!(await isEmptyInstallation(db))) return []
    if (config.production) {
      const { createFirstSuperuser } = await import('#server/features/users/first-superuser.ts')
      const { path } = await createFirstSuperuser(db)
      return [
        `No user exists yet. The first superuser signs in once, within a day, by ${config.publicUrl}${path}`,
      ]
    }
    const { seedDemo } = await import('#server/demo/seed.ts')
    await seedDemo({ db, pool })
    return []
  } finally {
    await client.end()
  }
}

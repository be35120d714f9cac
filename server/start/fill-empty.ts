import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { isUnfinishedDemo, removeEverybody } from '#server/demo/queries.ts'
import { isEmptyInstallation } from '#server/features/users/users.ts'

// Any number that nothing else in this database uses: of several processes that start together one fills it.
const lockKey = 7_236_102

interface Options {
  config: Pick<Config, 'production' | 'publicUrl'>
  db: Database
  pool: pg.Pool
  directUrl: string
}

/**
 * Gives an installation without users its first ones: the demo, or in production a link for the first superuser.
 * @returns lines to be shown once the server is ready
 */
export async function fillEmpty({ config, db, pool, directUrl }: Options): Promise<string[]> {
  const unfinished = async () => !config.production && (await isUnfinishedDemo(db))
  const isFilled = async () => !(await isEmptyInstallation(db)) && !(await unfinished())
  if (await isFilled()) return []
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    if (await isFilled()) return []
    if (config.production) {
      const { createFirstSuperuser } = await import('#server/features/users/first-superuser.ts')
      const { path } = await createFirstSuperuser(db)
      return [
        `No user exists yet. The first superuser signs in once, within a day, by ${config.publicUrl}${path}`,
      ]
    }
    const { seedDemo } = await import('#server/demo/seed.ts')
    // A first start that was killed in the middle is begun again: half a demo is none.
    if (await unfinished()) await removeEverybody(db)
    await seedDemo({ db, pool })
    return []
  } finally {
    await client.end()
  }
}

import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { isUnfinishedDemo, removeEverybody } from '#server/demo/queries.ts'
import { firstSuperuserLink } from '#server/features/access/users/first-superuser.ts'
import { isEmptyInstallation } from '#server/features/access/users/users.ts'

// Any number that nothing else in this database uses: of several processes that start together one fills it.
const lockKey = 7_236_102

interface Options {
  config: Pick<Config, 'production' | 'publicUrl'>
  db: Database
  pool: pg.Pool
  directUrl: string
  slipKey: Buffer
}

/**
 * Gives an installation without users its first ones: the demo, or in production a link for the first superuser.
 * @returns lines to be shown once the server is ready
 */
export async function fillEmpty({ config, db, pool, directUrl, slipKey }: Options): Promise<string[]> {
  const unfinished = () => isUnfinishedDemo(db)
  const isFilled = async () => !config.production && !(await isEmptyInstallation(db)) && !(await unfinished())
  if (await isFilled()) return []
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    if (await isFilled()) return []
    if (config.production) return firstSuperuser(db, config.publicUrl)
    const { seedDemo } = await import('#server/demo/seed.ts')
    // A first start that was killed in the middle is begun again: half a demo is none.
    if (await unfinished()) await removeEverybody(db)
    await seedDemo({ db, pool, slipKey })
    return []
  } finally {
    await client.end()
  }
}

async function firstSuperuser(db: Database, publicUrl: string): Promise<string[]> {
  const link = await firstSuperuserLink(db)
  if (link === undefined) return []
  return [
    `Nobody has signed in yet. The first superuser does so once, within a day, by ${publicUrl}${link.path}`,
  ]
}

import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

const windowStart = (seconds: number) =>
  sql<Date>`to_timestamp(floor(extract(epoch FROM now()) / ${seconds}::float8) * ${seconds}::float8)`

export async function countOne(
  db: Executor,
  key: string,
  seconds: number,
): Promise<{ count: number; endsInSeconds: number }> {
  return db
    .insertInto('throttles')
    .values({ key, window_start: windowStart(seconds), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('throttles.count', '+', 1) })),
    )
    .returning([
      'count',
      sql<number>`ceil(extract(epoch FROM window_start) + ${seconds}::float8 - extract(epoch FROM now()))::int`.as(
        'endsInSeconds',
      ),
    ])
    .executeTakeFirstOrThrow()
}

export async function giveBack(db: Executor, key: string, seconds: number): Promise<void> {
  await db
    .updateTable('throttles')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart(seconds))
    .execute()
}

export async function deleteOldWindows(db: Executor): Promise<void> {
  await db.deleteFrom('throttles').where('window_start', '<', sql<Date>`now() - interval '1 day'`).execute()
}

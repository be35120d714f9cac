import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

const startOfWindow = (seconds: number) =>
  sql<Date>`to_timestamp(floor(extract(epoch FROM now()) / ${seconds}::float8) * ${seconds}::float8)`

export async function countOne(
  db: Executor,
  key: string,
  seconds: number,
): Promise<{ count: number; windowStart: Date; endsInSeconds: number }> {
  return db
    .insertInto('throttles')
    .values({ key, window_start: startOfWindow(seconds), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('throttles.count', '+', 1) })),
    )
    .returning([
      'count',
      'window_start as windowStart',
      sql<number>`ceil(extract(epoch FROM window_start) + ${seconds}::float8 - extract(epoch FROM now()))::int`.as(
        'endsInSeconds',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** Takes one try back from the window it was counted in, which may have ended since. */
export async function giveBack(db: Executor, key: string, windowStart: Date): Promise<void> {
  await db
    .updateTable('throttles')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .execute()
}

export async function insertTicket(db: Executor, key: string): Promise<void> {
  await db.insertInto('throttles').values({ key, window_start: sql<Date>`now()`, count: 0 }).execute()
}

export async function deleteTicket(
  db: Executor,
  key: string,
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
): Promise<boolean> {
  const age = sql<number>`extract(epoch FROM now() - window_start)`
  const { numDeletedRows } = await db
    .deleteFrom('throttles')
    .where('key', '=', key)
    .where(age, '>=', fromSeconds)
    .where(age, '<=', toSeconds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

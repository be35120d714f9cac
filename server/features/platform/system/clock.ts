import type { Executor } from '#server/db/database.ts'
import { findClock } from './queries.ts'

/** By how many seconds this machine's clock is ahead of the database's; half the way there and back is taken off. */
export async function readClock(db: Executor): Promise<number> {
  const asked = Date.now()
  const theirs = await findClock(db)
  return Math.round((asked + Date.now()) / 2 - theirs) / 1000
}

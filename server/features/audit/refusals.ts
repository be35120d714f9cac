import type { Call } from '#contract/kit.ts'
import type { Database } from '#server/db/database.ts'
import { countWithin } from '#server/features/throttles/throttles.ts'
import type { Caller } from '#server/http/caller.ts'
import { recordAudit } from './audit.ts'

const quarterHour = 15 * 60

/**
 * Writes down that somebody asked for what their roles do not allow: which call, by its pattern, and never what they sent.
 * A program that goes on trying fills a hundred lines a quarter of an hour and no more.
 */
export async function recordRefusal(
  db: Database,
  { entry, caller, address }: { entry: Call; caller: Caller; address: string },
): Promise<void> {
  const { userId } = caller
  if ((await countWithin(db, `refused-call:${userId}`, quarterHour)) > 100) return
  const details = { call: `${entry.method} ${entry.path}` }
  await recordAudit(db, { action: 'access_refused', reason: entry.name, actorId: userId, address, details })
}

import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import type { Refusal } from '#server/http/route.ts'
import { countWithin, quarterHour } from '#server/throttles/throttles.ts'

/**
 * Writes down that somebody asked for what their roles do not allow, or for a record they do not have: which call, by its
 * pattern, and the ids in its path, never what they sent. A program that goes on trying fills a hundred lines a quarter of an
 * hour and no more; a page that asks for the same record again and again, one.
 */
export async function recordRefusal(
  db: Database,
  { entry, caller, address, sought }: Refusal,
): Promise<void> {
  const { userId } = caller
  if (sought !== undefined) {
    const key = `foreign:${userId}:${entry.name}:${Object.values(sought).join(':')}`
    if ((await countWithin(db, key, quarterHour)) > 1) return
  }
  if ((await countWithin(db, `refused-call:${userId}`, quarterHour)) > 100) return
  await recordAudit(db, {
    action: 'access_refused',
    reason: sought === undefined ? entry.name : 'not_theirs',
    by: { userId, address },
    details: { call: `${entry.method} ${entry.path}`, ...(sought && { sought }) },
  })
}

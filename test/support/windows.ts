import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/database.ts'

const quarterHour = 900
/** Longer than any test takes that counts tries. */
const needed = 45

/**
 * Tries are counted within quarters of an hour and longer spans of the database's clock. A test that counts them begins
 * where the span does not end under its hands: at once, or, seldom, when the next one has begun.
 */
export const amidWindow = (db: Executor): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        SELECT (${quarterHour} - extract(epoch FROM now())::bigint % ${quarterHour})::int AS left`.execute(db)
      expect(rows[0]?.left).toBeGreaterThan(needed)
    },
    { timeout: 2 * needed * 1000, interval: 200 },
  )

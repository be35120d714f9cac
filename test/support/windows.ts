import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/database.ts'

const quarterHour = 900
/** Longer than any test that counts tries. */
const needed = 45

/**
 * Tries are counted per quarter of an hour, or longer, of the database's clock. A test that counts them starts when
 * enough of the current quarter is left.
 */
export const waitForMidWindow = (db: Executor): Promise<void> =>
  vi.waitFor(
    async () => {
      // Rounded down: half a second before a quarter is still the old one.
      const { rows } = await sql<{ left: number }>`
        SELECT (${quarterHour} - floor(extract(epoch FROM now()))::bigint % ${quarterHour})::int AS left`.execute(
        db,
      )
      expect(rows[0]?.left).toBeGreaterThan(needed)
    },
    { timeout: 2 * needed * 1000, interval: 200 },
  )

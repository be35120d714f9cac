import type { AttemptRow } from '#server/features/delivery/attempts/queries.ts'

export type Paced = Pick<AttemptRow, 'read_aloud_used' | 'time_percent' | 'text_size' | 'clock_moved'>

/**
 * Whether somebody took the test at a pace of their own: read aloud, with more time or in larger letters. Then the times of
 * the answers say nothing about care, and nothing is said about them.
 */
export const hasOwnPace = (attempt: Paced): boolean =>
  attempt.read_aloud_used || attempt.time_percent !== 100 || attempt.text_size > 0 || attempt.clock_moved

import type { AttemptRow } from '#server/features/delivery/attempts/queries.ts'

export type Paced = Pick<AttemptRow, 'read_aloud_used' | 'time_percent' | 'text_size' | 'clock_moved'>

/**
 * True when somebody took the test at a pace of their own: read aloud, with more time or in larger letters. Answer
 * times say nothing about care then and are not judged.
 */
export const hasOwnPace = (attempt: Paced): boolean =>
  attempt.read_aloud_used || attempt.time_percent !== 100 || attempt.text_size > 0 || attempt.clock_moved

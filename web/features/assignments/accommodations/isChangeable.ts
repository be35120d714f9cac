import type { Assignment } from '#contract/assignments.ts'

/** True if accommodations can be changed: the test is pending, and has not started or has a time that can be extended. */
export const isChangeable = ({ status, startedAt, accommodations }: Assignment): boolean =>
  status === 'pending' && (startedAt === null || accommodations.timePercent !== null)

import type { Assignment } from '#contract/assignments.ts'

/** Whether its accommodations can be changed: it is pending, and there is more time to give once it was started. */
export const isChangeable = ({ status, startedAt, accommodations }: Assignment): boolean =>
  status === 'pending' && (startedAt === null || accommodations.timePercent !== null)

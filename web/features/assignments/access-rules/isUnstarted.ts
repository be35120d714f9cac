import type { Assignment } from '#contract/assignments.ts'

/** Whether its opening can change and its person can be replaced: it is pending, and nobody has started it. */
export const isUnstarted = ({ status, startedAt }: Assignment): boolean =>
  status === 'pending' && startedAt === null

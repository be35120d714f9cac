import type { Assignment } from '#contract/assignments.ts'

/** True if the opening can change and the person can be replaced: it is pending, and nobody has started it. */
export const isUnstarted = ({ status, startedAt }: Assignment): boolean =>
  status === 'pending' && startedAt === null

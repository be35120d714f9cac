import type { CurrentJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { countWithin } from './throttles.ts'

const mailsPerHour = 5

/**
 * Whether one more mail of this purpose goes to this person: five an hour. Nobody has shown that the address is theirs
 * before it is confirmed, and then its owner is a stranger. A job that is tried again was counted already.
 */
export async function mayMail(
  { db, log }: Pick<JobDeps, 'db' | 'log'>,
  current: Pick<CurrentJob, 'attempt'>,
  userId: string,
  purpose: string,
): Promise<boolean> {
  const count = current.attempt > 1 ? 0 : await countWithin(db, `mail:${purpose}:${userId}`, 3600)
  if (count > mailsPerHour) log.info({ userId, purpose, count }, 'mail not sent: too many this hour')
  return count <= mailsPerHour
}

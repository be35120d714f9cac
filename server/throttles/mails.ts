import type { CurrentJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { countWithin } from './throttles.ts'

const mailsPerHour = 5

/**
 * True when one more mail of this purpose may go to this person: five an hour. An unconfirmed address may be a
 * stranger's. A job that is tried again was counted already.
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

import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import type { By } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendSecondFactorChanged } from './jobs.ts'
import { deleteFactor } from './queries.ts'

/**
 * Removes a second factor that somebody set up for an address that wasn't theirs. Otherwise they would go on deciding
 * who gets past the second step of an account that is not theirs. The owner gets a mail, as for every second step that
 * ends.
 * @param by who has shown whose the address is: its owner, or the desk
 */
export async function revokeFactor(tx: Executor, userId: string, by: By): Promise<void> {
  if (!(await deleteFactor(tx, userId))) return
  const entry = { by, subjectId: userId }
  await recordAudit(tx, { action: 'second_factor_reset', reason: 'address_confirmed', ...entry })
  await addJob(tx, sendSecondFactorChanged, { userId, change: 'off', by: null })
}

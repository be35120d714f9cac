import { type CurrentJob, PermanentFailure } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { InvalidAddress } from './clean.ts'
import type { Message } from './mailer.ts'

/**
 * Sends a job's mail. An address that the server refuses for good is logged with its owner's id and not tried again.
 * @throws PermanentFailure for such an address; any other error means that the job tries again later
 */
export async function deliver(
  { mailer, log }: JobDeps,
  message: Message,
  userId: string,
  current: Pick<CurrentJob, 'signal'>,
): Promise<void> {
  try {
    await mailer.send(message, current.signal)
  } catch (error) {
    if (!(error instanceof InvalidAddress)) throw error
    log.warn({ userId, kind: message.kind, reason: error.message }, 'mail address refused')
    throw new PermanentFailure(error.message)
  }
}

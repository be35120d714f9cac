import type { Notification } from '#contract/notifications.ts'
import type { Executor } from '#server/db/database.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import type { Line, Say } from '#server/mail/define.ts'
import { unsubscribeUrl } from './link.ts'
import { findRecipients, type Recipient } from './queries.ts'

export type { Recipient }

/** The managers of a client who want some mails and have a confirmed address. */
export async function recipientsOf(
  db: Executor,
  clientId: string,
  notification: Notification,
): Promise<Recipient[]> {
  return findRecipients(db, clientId, notification)
}

/** The address that stops some mails to one of them. */
export const stopUrlOf = (
  { clientId, membershipId }: Pick<Recipient, 'clientId' | 'membershipId'>,
  notification: Notification,
  { publicUrl, slipKey }: Pick<JobDeps['config'], 'publicUrl' | 'slipKey'>,
): string => unsubscribeUrl(publicUrl, slipKey, { clientId, membershipId, notification })

/** The last lines of a mail that can be stopped: why it came, and how to stop it. Its texts include `mail:chosen.`. */
export const stopLines = (say: Say, unsubscribe: string): Line[] => [
  [say('why')],
  [{ link: unsubscribe, label: say('stop') }],
]

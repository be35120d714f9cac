import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { openUnsubscribe, unsubscribe } from '#contract/notifications.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { readUnsubscribe, type Stopped } from './link.ts'
import { findOwn, lockChoices, type Own, putSettings } from './queries.ts'

type KeyOf = Pick<Context['deps']['config'], 'slipKey'>

/** @throws Failure unsubscribe_invalid for a link that this installation did not make */
function stoppedBy({ slipKey }: KeyOf, token: string): Stopped {
  const stopped = readUnsubscribe(slipKey, token)
  if (stopped === undefined) throw new Failure('unsubscribe_invalid')
  return stopped
}

const isOn = (own: Own | undefined, { notification }: Stopped) =>
  own !== undefined && own[notification] !== false && own[notification] !== 'off'

/** Says which mails a link stops. */
export async function openLink(
  db: Database,
  _platform: undefined,
  { token }: BodyOf<typeof openUnsubscribe>,
  _visitor: Visitor,
  { deps }: Context,
): Promise<AnswerOf<typeof openUnsubscribe>> {
  const stopped = stoppedBy(deps.config, token)
  const { name } = await clientOfJob(db, stopped.clientId)
  const active = isOn(await findOwn(db, stopped.clientId, stopped), stopped)
  return { notification: stopped.notification, client: name, active }
}

/** Stops the mails of a link; of somebody who left, and a second time, there is nothing to stop. */
export async function stop(tx: Tx, config: KeyOf, token: string, address: string): Promise<void> {
  const stopped = stoppedBy(config, token)
  const { clientId, membershipId, notification } = stopped
  await lockChoices(tx, clientId, { membershipId })
  const own = await findOwn(tx, clientId, { membershipId })
  if (own === undefined || !isOn(own, stopped)) return
  const off = notification === 'finished' ? { finished: 'off' as const } : { [notification]: false }
  await putSettings(tx, { clientId, membershipId }, { ...own, ...off })
  await recordAudit(tx, {
    action: 'notifications_changed',
    reason: 'link',
    by: visitor(address),
    clientId,
    subjectId: own.userId,
    details: { fields: [notification] },
  })
}

export const stopByPage = (
  tx: Tx,
  _platform: undefined,
  { token }: BodyOf<typeof unsubscribe>,
  { address }: Visitor,
  { deps }: Context,
): Promise<undefined> => stop(tx, deps.config, token, address).then(() => undefined)

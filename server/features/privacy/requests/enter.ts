import { dayIn } from '#contract/clock.ts'
import type { BodyOf } from '#contract/kit.ts'
import { answerDays, type enterRequest as enterRequestCall } from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendRequestEntered, sendRequestReceived } from './jobs.ts'
import { insertEntered } from './queries.ts'

/**
 * Enters a request that came by letter, phone, email or in person, and tells the others at the desk, and the person.
 * @throws FieldFailure for a day to come or of more than a year ago, and for somebody who is not among the client's people
 */
export async function enterRequest(
  tx: Tx,
  client: AuthorizedClient,
  { membershipId, kind, channel, receivedOn, message = '' }: BodyOf<typeof enterRequestCall>,
  actor: Actor,
): Promise<{ id: string; dueAt: string }> {
  const today = dayIn(new Date().toISOString(), client.timeZone)
  if (receivedOn > today) throw new FieldFailure({ receivedOn: { key: 'in_future' } })
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  if (receivedOn < yearAgo) throw new FieldFailure({ receivedOn: { key: 'over_a_year_ago' } })
  const request = { membershipId, kind, channel, receivedOn, message, by: actor.userId, days: answerDays }
  const entered = await insertEntered(tx, client, request)
  if (entered === undefined) throw new FieldFailure({ membershipId: { key: 'unknown_person' } })
  const { id, userId, dueAt } = entered
  await recordAudit(tx, {
    action: 'request_entered',
    reason: channel,
    by: actor,
    subjectId: userId,
    clientId: client.id,
    details: { request: id, kind, receivedOn },
  })
  await addJob(tx, sendRequestReceived, { clientId: client.id, requestId: id, enteredBy: actor.userId })
  await addJob(tx, sendRequestEntered, { clientId: client.id, requestId: id })
  return { id, dueAt: dueAt.toISOString() }
}

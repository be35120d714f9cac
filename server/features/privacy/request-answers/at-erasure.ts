import { type Doer, recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { addJobs } from '#server/jobs/add.ts'
import { erasedReason } from './emails.ts'
import { sendRequestAnswer } from './jobs.ts'
import { dataAddress, decideOpen, knownAddress } from './queries.ts'

/** The addresses for a client's answer and for mails about a person's own data, for queries about requests. */
export const addresses = { answer: knownAddress, data: dataAddress }

/**
 * Decides the open requests of somebody who is being erased, within the caller's transaction and before their name and address
 * go.
 * @param person.mails whether they get a mail; not where they got one before, as after a restore
 * @returns mails the answers: called once the jobs that name the person were removed. Like every answer it has name and address
 * itself, until it was sent
 */
export async function decideAtErasure(
  tx: Executor,
  person: { clientId: string; membershipIds: readonly string[]; userId: string; mails: boolean },
  by: Doer,
): Promise<() => Promise<void>> {
  const { clientId, userId, mails } = person
  const decided = await decideOpen(tx, person, { by: by.userId, mails })
  for (const { id, kind, decision, address } of decided)
    await recordAudit(tx, {
      action: 'request_decided',
      reason: decision,
      by,
      subjectId: userId,
      clientId,
      details: { request: id, kind, answeredBy: address === null ? null : 'mail' },
    })
  const answers = decided.flatMap(({ address, name, locale, client, kind, decision }) => {
    const reason = erasedReason(locale, client)
    return address === null ? [] : [{ to: { name, address }, userId, locale, client, kind, decision, reason }]
  })
  return () => addJobs(tx, sendRequestAnswer, answers)
}

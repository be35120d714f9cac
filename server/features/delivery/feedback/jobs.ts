import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { ownResultPath } from '#contract/pages.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { memberToMail } from '#server/features/memberships/invitations/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineMail } from '#server/mail/define.ts'
import { findReady } from './queries.ts'
import { hasFeedback } from './settings.ts'

/** Tells a person that feedback on a test of theirs can be read. It says nothing of it. */
export const sendFeedbackReady = defineMail({
  name: 'send_feedback_ready',
  kind: 'feedback_ready',
  payload: z.strictObject({ clientId: id, assignmentId: id }),
  async find({ clientId, assignmentId }, { db }) {
    const ready = await findReady(db, { clientId, assignmentId })
    const person = ready && (await memberToMail(db, { clientId, membershipId: ready.membershipId }))
    if (ready === undefined || person === undefined) return undefined
    const version = await getVersion(db, ready.versionId)
    if (version.definition.sensitive) return undefined
    const words = { ...person.words, test: nameOf(version, person.locale) }
    return { ...person, words, page: ownResultPath(assignmentId) }
  },
  texts: ['mail:feedbackReady.'],
  write: (_say, { page }) => ({ action: page }),
})

/** Has the person of a new result told, within the transaction that stores it: once, and only where there is feedback. */
export async function mailFeedback(
  tx: Executor,
  { clientId, assignmentId }: { clientId: string; assignmentId: string },
  version: Version,
): Promise<void> {
  if (await hasFeedback(tx, clientId, version))
    await addJob(tx, sendFeedbackReady, { clientId, assignmentId })
}

export const feedbackJobs = [sendFeedbackReady]

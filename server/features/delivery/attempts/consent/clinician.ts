import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { isFlagged } from '#scoring/score/flags.ts'
import type { Executor } from '#server/db/database.ts'
import { resultOf } from '#server/features/delivery/results/results.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineMail } from '#server/mail/define.ts'
import { findClinician } from './consent-queries.ts'

interface Key {
  clientId: string
  assignmentId: string
}

/**
 * True when the reader sees a result's flags: the client's clinician alone does, if the person's consent names them.
 */
export const showsFlags = async (db: Executor, key: Key, readerId: string): Promise<boolean> =>
  (await findClinician(db, key)) === readerId

/**
 * Tells the clinician that a flagged result is there. Whose it is, and of which test, they read after signing in. Nobody else
 * gets a mail.
 */
export const sendFlagNotice = defineMail({
  name: 'send_result_flagged',
  kind: 'result_flagged',
  payload: z.strictObject({ clientId: id, assignmentId: id }),
  async find(key, { db }) {
    const [userId, result] = [await findClinician(db, key), await resultOf(db, key)]
    if (userId === undefined || result === undefined) return undefined
    const { scores, version } = result
    if (!scores.scales.some((score) => isFlagged(version.definition, score))) return undefined
    const clinician = (await managersToWrite(db, key.clientId)).find((one) => one.userId === userId)
    if (clinician === undefined) return undefined
    const { client, ...reader } = clinician
    const { assignmentId } = key
    // One mail for a test, also where it is scored again.
    return { ...reader, assignmentId, eventKey: assignmentId, words: { client } }
  },
  texts: ['mail:flag.'],
  write: (say, { assignmentId }) => ({
    paragraphs: [say('lead'), say('next')],
    action: addressOf('report', { assignmentId }),
  }),
})

/** Adds the notice once a test is scored. It looks for flags itself, so the job says nothing about a result. */
export async function lookForFlags(tx: Executor, key: Key, { scales }: Definition): Promise<void> {
  if (scales.some(({ flagFrom }) => flagFrom !== undefined)) await addJob(tx, sendFlagNotice, key)
}

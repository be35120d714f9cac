import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { isFlagged } from '#scoring/score/flags.ts'
import type { Executor } from '#server/db/database.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { resultOf } from '#server/features/results/results.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { findClinician } from './clinician-queries.ts'
import { flagMail } from './emails.ts'

interface Key {
  clientId: string
  assignmentId: string
}

/** Whether a result shows its flags to somebody: to the client's clinician alone, if the person's consent names them. */
export const showsFlags = async (db: Executor, key: Key, readerId: string): Promise<boolean> =>
  (await findClinician(db, key)) === readerId

/** Tells the clinician that a result has a flag, and neither whose nor which. Nobody else gets a mail. */
export const tellClinician = defineJob({
  name: 'tell_clinician',
  payload: z.strictObject({ clientId: id, assignmentId: id }),
  async run(key, deps, current) {
    const [userId, result] = [await findClinician(deps.db, key), await resultOf(deps.db, key)]
    if (userId === undefined || result === undefined) return
    const { scores, version } = result
    if (!scores.scales.some((score) => isFlagged(version.definition, score))) return
    const clinician = (await managersToWrite(deps.db, key.clientId)).find((one) => one.userId === userId)
    if (clinician === undefined) return
    const message = {
      kind: 'result_flagged',
      // One mail for a test, also where it is scored again.
      eventKey: key.assignmentId,
      to: { name: clinician.name, address: clinician.email },
      content: flagMail(
        clinician.locale,
        clinician,
        deps.config.publicUrl + addressOf('report', { assignmentId: key.assignmentId }),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Has flags looked for once a test is scored. Each is looked at, so that a job says nothing about a result. */
export async function lookForFlags(tx: Executor, key: Key, { scales }: Definition): Promise<void> {
  if (scales.some(({ flagFrom }) => flagFrom !== undefined)) await addJob(tx, tellClinician, key)
}

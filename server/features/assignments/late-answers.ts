import { idInReach } from '#server/authority/reach.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { decideLateAnswers, lateAnswersOf } from '#server/features/delivery/attempts/closing/late-answers.ts'
import { readableReports } from '#server/features/inventories/recipients.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import type { AuthorizedAssignment, ReadableAssignment } from './access.ts'

/**
 * Decides what happens to answers after the limit. The unit was used when the test was begun: neither decision takes another.
 * @throws Failure no_late_answers
 */
export const decideLate =
  (decision: 'accepted' | 'left') =>
  async (tx: Tx, { client, row }: AuthorizedAssignment, _body: undefined, by: Actor): Promise<void> => {
    if (row.restricted_at !== null) throw new Failure('no_late_answers')
    await decideLateAnswers(tx, { clientId: client.id, assignmentId: row.id }, { decision, by })
  }

/** Lists late answers. Those of a sensitive test are for its readers alone. */
export async function lateAnswers(
  db: Executor,
  { client, row }: ReadableAssignment,
  _query: undefined,
  { caller, locale }: Actor,
) {
  const clientId = idInReach(client)
  const readable = await readableReports(db, caller, clientId)
  const shown = row.restricted_at === null && readable(await getVersion(db, row.version_id))
  return {
    answers: shown ? await lateAnswersOf(db, { clientId, assignmentId: row.id }, locale) : [],
  }
}

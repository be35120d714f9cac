import type { getJobFit, JobFit } from '#contract/job-profiles.ts'
import type { Executor } from '#server/db/database.ts'
import { whyWithheld } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import type { AuthorizedAssignment } from './access.ts'
import { findChosen, fitTo } from './job-profiles/fit.ts'
import { findScores } from './score-queries.ts'

/**
 * The fit of one result to a profile of its test.
 * @throws Failure not_found for a profile of another client or test, report_not_ready, report_erased, report_withdrawn,
 * report_restricted
 */
export async function jobFitOf(
  db: Executor,
  { client, row }: AuthorizedAssignment,
  _query: undefined,
  { locale }: Actor,
  { params }: Pick<Context<typeof getJobFit>, 'params'>,
): Promise<JobFit> {
  const chosen = await findChosen(db, client, { id: params.jobProfileId, inventoryId: row.inventory_id })
  if (chosen === undefined) throw new Failure('not_found')
  const scores = await findScores(db, client.id, [row.id])
  const [first] = scores
  if (first === undefined) {
    const why = await whyWithheld(db, { clientId: client.id, assignmentId: row.id })
    throw new Failure(why === undefined ? 'report_not_ready' : `report_${why}`)
  }
  return fitTo(chosen, { version: await getVersion(db, first.version_id), scores }, locale)
}

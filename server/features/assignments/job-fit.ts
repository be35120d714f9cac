import type { getJobFit, JobFit } from '#contract/job-profiles.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { Executor } from '#server/db/database.ts'
import { whyWithheld } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import type { AuthorizedAssignment } from './access.ts'
import { chosenProfile, fitTo } from './job-profiles/fit.ts'
import { findScores } from './score-queries.ts'

/**
 * The fit of one result to a profile of its test.
 * @throws FieldFailure for a profile of another test, Failure report_not_ready, report_erased, report_withdrawn, report_restricted
 */
export async function jobFitOf(
  db: Executor,
  { client, row }: AuthorizedAssignment,
  { profile }: QueryOf<typeof getJobFit>,
  { locale }: Actor,
): Promise<JobFit> {
  const chosen = await chosenProfile(db, client, { profile, inventoryId: row.inventory_id })
  const scores = await findScores(db, client.id, [row.id])
  const [first] = scores
  if (first === undefined) {
    const why = await whyWithheld(db, { clientId: client.id, assignmentId: row.id })
    throw new Failure(why === undefined ? 'report_not_ready' : `report_${why}`)
  }
  return fitTo(chosen, { version: await getVersion(db, first.version_id), scores }, locale)
}

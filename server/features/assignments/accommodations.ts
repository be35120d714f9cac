import { type Accommodations, isMoreTime, sameAccommodations } from '#contract/accommodation-fields.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { giveMoreTime } from '#server/features/attempts/time.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { AuthorizedAssignment } from './access.ts'
import { lockAssignments } from './lock-queries.ts'
import { findAccommodations } from './queries.ts'
import type { By } from './record.ts'
import { setAccommodations } from './write-queries.ts'

/**
 * Changes the accommodations of a pending assignment, within the caller's transaction. Once it was started, only time can
 * be added, and the clocks move. A running test that is past its last day has its limit alone, which is never removed:
 * without one it would be over.
 * @throws Failure not_found, assignment_completed, assignment_closed, only_more_time
 */
export async function changeAccommodations(
  tx: Executor,
  { client, row }: AuthorizedAssignment,
  to: Accommodations,
  { userId: actorId, address }: By,
): Promise<void> {
  const [held] = await lockAssignments(tx, client, { ids: [row.id] })
  if (held === undefined) throw new Failure('not_found')
  const key = { clientId: client.id, id: row.id }
  const from = await findAccommodations(tx, key)
  if (sameAccommodations(from, to)) return
  if (held.status === 'completed') throw new Failure('assignment_completed')
  if (held.status !== 'pending' || held.over || !held.member) throw new Failure('assignment_closed')
  const { definition } = await getVersion(tx, held.versionId)
  if (held.started) {
    const onlyTime = sameAccommodations({ ...from, timePercent: to.timePercent }, to)
    if (!onlyTime || !isMoreTime(to.timePercent, from.timePercent)) throw new Failure('only_more_time')
    if (held.overdue && to.timePercent === null) throw new Failure('assignment_closed')
    await giveMoreTime(tx, { clientId: client.id, assignmentId: row.id }, definition, { from, to })
  }
  await setAccommodations(tx, { clientId: client.id, ids: [row.id] }, to)
  await recordAudit(tx, {
    ...{ action: 'accommodations_changed', actorId, subjectId: held.userId, clientId: client.id, address },
    reason: held.started ? 'running' : 'not_started',
    details: { code: definition.code, from, to, assignments: [row.id] },
  })
}

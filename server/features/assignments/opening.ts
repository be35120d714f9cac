import type { changeOpening as changeOpeningCall } from '#contract/access-rules.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import type { AuthorizedAssignment } from './access.ts'
import { refuseOpeningAfter } from './due.ts'
import { lockAssignments } from './lock-queries.ts'
import { setOpening } from './write-queries.ts'

/**
 * Changes from when an assignment that nobody has started can be started, within the caller's transaction; null: at any
 * time.
 * @throws Failure not_found, assignment_completed, assignment_started, assignment_closed, FieldFailure after its last day
 */
export async function changeOpening(
  tx: Executor,
  { client, row }: AuthorizedAssignment,
  { opensAt }: BodyOf<typeof changeOpeningCall>,
  by: By,
): Promise<void> {
  const [held] = await lockAssignments(tx, client, { ids: [row.id] })
  if (held === undefined) throw new Failure('not_found')
  if (held.status === 'completed') throw new Failure('assignment_completed')
  if (held.status !== 'pending' || held.over || held.overdue || !held.member)
    throw new Failure('assignment_closed')
  if (held.started) throw new Failure('assignment_started')
  refuseOpeningAfter({ dueDate: held.dueDate, opensAt })
  if (!(await setOpening(tx, client, { id: row.id, opensAt }))) return
  const { definition } = await getVersion(tx, held.versionId)
  await recordAudit(tx, {
    action: 'opening_changed',
    by,
    subjectId: held.userId,
    clientId: client.id,
    reason: opensAt === null ? 'any_time' : 'set',
    details: { code: definition.code, opensAt, assignments: [row.id] },
  })
}

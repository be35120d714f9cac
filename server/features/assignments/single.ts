import type { SkipReason } from '#contract/assignment-actions.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion, namesOf } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { AuthorizedAssignment } from './access.ts'
import type { Action } from './bulk.ts'
import { type Held, lockAssignments } from './lock-queries.ts'

const codes: Record<Exclude<SkipReason, 'not_later'>, ErrorCode> = {
  not_found: 'not_found',
  completed: 'assignment_completed',
  expired: 'assignment_closed',
  cancelled: 'assignment_closed',
  past_due: 'assignment_closed',
  started: 'assignment_closed',
  removed: 'assignment_closed',
  no_email: 'person_without_email',
  reminded_recently: 'reminded_recently',
  not_open_yet: 'not_open_yet',
  on_test_day: 'on_test_day',
  already_assigned: 'already_assigned',
  quota_exceeded: 'quota_exceeded',
  inventory_not_enabled: 'inventory_not_enabled',
  not_for_candidates: 'not_for_candidates',
}

/**
 * Does to one assignment what a bulk call does to many.
 * @param done says that what was asked for is so already: then nothing happens
 * @throws Failure for the reason for which it would have been left out
 */
export async function forSingle(
  tx: Executor,
  { client, row }: AuthorizedAssignment,
  action: Action,
  done: (held: Held) => boolean = () => false,
): Promise<void> {
  const held = await lockAssignments(tx, client, { ids: [row.id] })
  const [one] = held
  if (one === undefined) throw new Failure('not_found')
  if (done(one)) return
  const reason = (await action(tx, held)).get(row.id)
  if (reason === undefined) return
  if (reason === 'not_later') throw new FieldFailure({ dueDate: { key: 'later_day' } })
  const version = await getVersion(tx, one.versionId)
  const variables = { code: version.definition.code, name: namesOf(version) }
  throw new Failure(codes[reason], { variables })
}

import { type Accommodations, isMoreTime, sameAccommodations } from '#contract/accommodation-fields.ts'
import type { changeManyAccommodations as changeManyCall } from '#contract/accommodations.ts'
import type { SkipReason } from '#contract/assignment-actions.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { giveMoreTime } from '#server/features/delivery/attempts/clock/time.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import type { AuthorizedAssignment } from './access.ts'
import { toMany } from './bulk.ts'
import { type Held, lockAssignments } from './lock-queries.ts'
import { findAccommodations, findOfDay } from './queries.ts'
import { type InSteps, recordAction } from './record.ts'
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
  by: By,
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
    action: 'accommodations_changed',
    by,
    subjectId: held.userId,
    clientId: client.id,
    reason: held.started ? 'running' : 'not_started',
    details: { code: definition.code, from, to, assignments: [row.id] },
  })
}

/** Sets the accommodations of many assignments that nobody has started. */
export async function changeManyAccommodations(
  db: Database,
  client: AuthorizedClient,
  { accommodations, ofTestDay, ...named }: BodyOf<typeof changeManyCall>,
  actor: Actor,
  { key }: Context,
) {
  const chosen =
    ofTestDay === undefined ? named : { assignmentIds: await findOfDay(db, client.id, ofTestDay) }
  const { done, skipped } = await toMany(db, client, chosen, {
    statuses: ['pending'],
    idempotency: key,
    parseHead: () => null,
    begin: async () => null,
    run: (tx, held, { command }) =>
      accommodateLocked(tx, client, held, accommodations, { ...actor, command }),
  })
  return { done, skipped }
}

/**
 * Sets the accommodations of assignments that the caller has locked and nobody has started.
 * @returns why those were left that were left
 */
async function accommodateLocked(
  tx: Executor,
  client: AuthorizedClient,
  held: readonly Held[],
  to: Accommodations,
  by: By & InSteps,
): Promise<Map<string, SkipReason>> {
  const skipped = new Map<string, SkipReason>()
  for (const row of held) {
    const reason = refusal(row)
    if (reason !== undefined) skipped.set(row.id, reason)
  }
  const open = held.filter((row) => !skipped.has(row.id))
  await setAccommodations(tx, { clientId: client.id, ids: open.map((row) => row.id) }, to)
  await recordAction(tx, 'many_accommodations_changed', client, by, open, {}, { to })
  return skipped
}

function refusal({ status, started, member }: Held): SkipReason | undefined {
  if (status !== 'pending') return status
  if (started) return 'started'
  return member ? undefined : 'removed'
}

import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { coolingAmong, coolingFailure } from '#server/features/assignments/cool-downs/cool-downs.ts'
import { enabledInventories, notEnabled, refuseCandidates } from '#server/features/inventories/enablement.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { giveBack, spend } from '#server/features/quota/quotas.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { type Held, lockAssignments } from './lock-queries.ts'
import { copyAssignments, markCancelled } from './write-queries.ts'

interface Person {
  userId: string
  membershipId: string
}

/**
 * Gives unstarted assignments to another person, within the caller's transaction. What is given is new: the old ones are
 * cancelled, so that the ledger and the first person's history stay true. The unit comes back and is taken again under
 * one lock, so that nobody else gets it in between.
 * @returns the old assignments and the new ones' ids
 * @throws Failure not_found, invalid_request for tests of a test day, assignment_started, assignment_closed, inventory_not_enabled, already_assigned, cooling_down
 */
export async function handOn(
  tx: Executor,
  client: AuthorizedClient,
  {
    ids: given,
    from,
    to,
    by,
  }: { ids: readonly string[]; from: Person; to: Person & { name: string }; by: By },
): Promise<{ old: Held[]; added: string[] }> {
  const held = await lockAssignments(tx, client, { ids: given })
  if (held.length < new Set(given).size || held.some((row) => row.membershipId !== from.membershipId))
    throw new Failure('not_found')
  if (held.some((row) => row.started)) throw new Failure('assignment_started')
  if (held.some((row) => row.status !== 'pending' || row.overdue)) throw new Failure('assignment_closed')
  // Its code and its place on the day are the person's: a test day has its own list.
  if (held.some((row) => row.onTestDay)) throw new FieldFailure({ assignmentIds: { key: 'on_test_day' } })
  const versions = new Map<string, Version>()
  for (const row of held) versions.set(row.inventoryId, await getVersion(tx, row.versionId))
  const codeOf = (inventoryId: string) => versions.get(inventoryId)?.definition.code ?? ''
  const enabled = await enabledInventories(tx, client.id)
  for (const [inventoryId, version] of versions) if (!enabled.has(inventoryId)) throw notEnabled(version)
  await refuseCandidates(tx, client.id, [...versions.keys()], [to.membershipId])
  const cooling = await coolingAmong(tx, client, {
    membershipIds: [to.membershipId],
    inventoryIds: [...versions.keys()],
  })
  if (cooling.length > 0) throw coolingFailure(cooling, codeOf)
  await markCancelled(tx, { clientId: client.id, ids: held.map((row) => row.id), reason: 'replaced' })
  const added = await copyAssignments(tx, client, {
    rows: held.map((row) => ({ id: newId(), from: row.id })),
    to,
    by: by.userId,
  })
  if (added.length < held.length) {
    const had = held.filter(({ inventoryId }) => !added.some((one) => one.inventoryId === inventoryId))
    const inventories = had.map(({ inventoryId }) => codeOf(inventoryId))
    const people = [{ userId: to.userId, name: to.name, inventories }]
    throw new Failure('already_assigned', { details: { count: 1, people } })
  }
  const spending = { clientId: client.id, reason: 'replaced' }
  await giveBack(tx, { ...spending, assignments: held, by: by.userId })
  await spend(tx, { ...spending, assignments: added, createdBy: by.userId, codeOf })
  const [old, ids] = [held.map((row) => row.id), added.map((one) => one.id)]
  await recordAssignmentEvents(tx, client.id, ['assignment.cancelled'], old)
  await recordAssignmentEvents(tx, client.id, ['assignment.invited'], ids)
  return { old: held, added: ids }
}

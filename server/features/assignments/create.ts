import { z } from 'zod'
import { type createAssignments, shownAssignments } from '#contract/assigning.ts'
import { id } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { coolingFailure } from '#server/features/assignments/cool-downs/cool-downs.ts'
import { refuseOutOfReach } from '#server/features/inventories/enablement.ts'
import { refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import { assignablePeople } from '#server/features/memberships/assignable.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import { type Assigned, assign } from './assign.ts'
import { refuseOpeningAfter, refusePastDay } from './due.ts'
import { recordGiven } from './record.ts'
import { requireScoresScope } from './scores.ts'

/** The result of giving tests; `ids` are those of the assignments that the answer shows. */
export const created = z.object({
  created: z.number(),
  skipped: z.number(),
  coolingDown: z.number(),
  ids: z.array(id),
})
type Created = z.infer<typeof created>

/**
 * Gives people tests within the caller's transaction, takes the quota and mails each of them once: all of it or nothing.
 * @throws Failure client_not_active, invalid_request, already_assigned, cooling_down, inventory_not_enabled, quota_exceeded
 */
export async function create(
  tx: Executor,
  client: AuthorizedClient,
  body: BodyOf<typeof createAssignments>,
  actor: Actor,
): Promise<Created> {
  if (body.dueDate !== undefined) await refusePastDay(tx, body.dueDate, client.timeZone)
  refuseOpeningAfter(body)
  if (body.filter !== undefined) requireScoresScope(actor.caller, body.filter)
  await refuseUnknownInventories(tx, body.inventoryIds)
  await refuseOutOfReach(tx, client, body.inventoryIds)
  const people = await assignablePeople(tx, client, { userIds: body.userIds, filter: body.filter })
  if (client.status !== 'active') throw new Failure('client_not_active')
  const assigned = await assign(tx, client, {
    people,
    inventoryIds: body.inventoryIds,
    dueDate: body.dueDate ?? null,
    description: body.description,
    locale: body.locale ?? actor.locale,
    createdBy: actor.userId,
    accommodations: body.accommodations,
    opensAt: body.opensAt,
    inOrder: body.inOrder,
  })
  if (body.skipExisting !== true) refuseExisting(assigned, people)
  if (body.skipCoolingDown !== true && assigned.cooling.length > 0)
    throw coolingFailure(assigned.cooling, assigned.codeOf)
  await recordGiven(tx, client, actor, assigned, body)
  const memberships = new Set(assigned.added.map((assignment) => assignment.membershipId))
  await addJobs(
    tx,
    sendInvitation,
    [...memberships].map((membershipId) => ({
      clientId: client.id,
      membershipId,
      reason: 'assigned' as const,
      eventKey: newId(),
    })),
  )
  const ids = assigned.added.slice(0, shownAssignments).map((assignment) => assignment.id)
  const [skipped, coolingDown] = [assigned.existing.length, assigned.cooling.length]
  return { created: assigned.added.length, skipped, coolingDown, ids }
}

const maxNamed = 100

/** @throws Failure already_assigned naming who has what pending */
function refuseExisting(
  { existing, codeOf }: Assigned,
  people: readonly { userId: string; membershipId: string; name: string }[],
): void {
  if (existing.length === 0) return
  const byMembership = Map.groupBy(existing, (one) => one.membershipId)
  const named = people.flatMap(({ userId, membershipId, name }) => {
    const waiting = byMembership.get(membershipId)
    return waiting === undefined
      ? []
      : [{ userId, name, inventories: waiting.map((one) => codeOf(one.inventoryId)) }]
  })
  throw new Failure('already_assigned', {
    details: { count: named.length, people: named.slice(0, maxNamed) },
  })
}

import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { listKeptAttempts, listWaitingDeliveries } from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { authorizeOnDay, type OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { lockAssignment, timeAgo } from '#server/features/delivery/attempts/offline/offline.ts'
import { acceptSaved } from '#server/features/delivery/attempts/offline/rescue.ts'
import { unsealed, type WaitingContent } from '#server/features/delivery/attempts/saving/waiting.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import { type Actor, type Context, subject } from '#server/http/subject.ts'
import { type AuthorizedDay, authorizeDay } from './access.ts'
import { elapsedOf, refused, takeIn } from './offline.ts'
import { findKept } from './queries.ts'
import { findWaiting, findWaitingOf, markDecided, type WaitingRow } from './waiting-queries.ts'

/** A delivery of a withdrawn tablet. */
export const onDelivery = subject(
  'delivery',
  async (
    db,
    caller: Caller,
    params: { clientId: string; testDayId: string; deliveryId: string },
  ): Promise<WaitingRow> => {
    const client = await authorizeClient(db, caller, params.clientId)
    const { day } = await authorizeDay(db, client, params.testDayId)
    const found = await findWaiting(db, { clientId: client.id, testDayId: day.id, id: params.deliveryId })
    if (found === undefined) throw new Failure('not_found')
    return found
  },
  (delivery) => delivery.client_id,
)

/** The fields that kept and waiting deliveries share. */
async function deliveredObject(db: Executor, row: DeliveredRow, locale: Locale) {
  const { definition } = await getVersion(db, row.version_id)
  return {
    id: row.id,
    membershipId: row.membership_id,
    name: row.name,
    tablet: row.tablet,
    inventory: { code: definition.code, name: definition.texts[locale].name },
    receivedAt: row.received_at.toISOString(),
    answered: row.answered,
    submitted: row.submitted,
  }
}

type DeliveredRow = Pick<
  WaitingRow,
  'id' | 'membership_id' | 'name' | 'tablet' | 'version_id' | 'received_at' | 'answered' | 'submitted'
>

/** Tests that were begun elsewhere before a tablet delivered them. */
export async function keptAttempts(
  db: Executor,
  { client, day }: AuthorizedDay,
  query: QueryOf<typeof listKeptAttempts>,
  { locale }: Actor,
) {
  const found = await findKept(db, { clientId: client.id, id: day.id }, sliceOf(query))
  const rows = []
  for (const row of found.rows)
    rows.push({ ...(await deliveredObject(db, row, locale)), startedAt: row.started_at.toISOString() })
  return { count: found.count, rows }
}

export async function waitingDeliveries(
  db: Executor,
  { client, day }: AuthorizedDay,
  query: QueryOf<typeof listWaitingDeliveries>,
  { locale }: Actor,
) {
  const ordering = query.ordering ?? '-receivedAt'
  const key = { clientId: client.id, testDayId: day.id }
  const found = await findWaitingOf(db, key, { search: query.search, ordering }, sliceOf(query))
  const rows = []
  for (const row of found.rows)
    rows.push({
      ...(await deliveredObject(db, row, locale)),
      reason: row.reason,
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
      refused: row.refused,
      decision: row.decision,
      decidedAt: row.decided_at?.toISOString() ?? null,
    })
  return { count: found.count, rows }
}

/** Takes over what waits. @throws Failure delivery_decided, delivery_unusable */
export async function acceptWaiting(
  tx: Tx,
  found: WaitingRow,
  _body: undefined,
  actor: Actor,
  { deps }: Context,
): Promise<{ outcome: 'counted' | 'kept' }> {
  const outcome = await decide(tx, deps.config.slipKey, found, { decision: 'accepted', actor })
  return { outcome: outcome === 'counted' ? 'counted' : 'kept' }
}

/** Leaves what waits without effect. @throws Failure delivery_decided */
export async function rejectWaiting(
  tx: Tx,
  found: WaitingRow,
  _body: undefined,
  actor: Actor,
  { deps }: Context,
): Promise<undefined> {
  await decide(tx, deps.config.slipKey, found, { decision: 'rejected', actor })
}

async function decide(
  tx: Tx,
  slipKey: Buffer,
  found: WaitingRow,
  { decision, actor }: { decision: 'accepted' | 'rejected'; actor: Actor },
): Promise<'counted' | 'kept' | 'rejected'> {
  const { client_id: clientId, test_day_id: testDayId, assignment_id: assignmentId, id } = found
  const own = await authorizeOnDay(tx, { clientId, testDayId }, assignmentId)
  await holdEnablement(tx, clientId)
  await lockAssignment(tx, { clientId, id: assignmentId })
  const sealed = await markDecided(tx, { clientId, id }, { decision, by: actor.userId })
  if (sealed === undefined) throw new Failure('delivery_decided')
  const waiting = unsealed(slipKey, id, sealed)
  const now = decision === 'rejected' ? 'rejected' : await accept(tx, slipKey, { found, own }, waiting)
  await recordAudit(tx, {
    action: 'tablet_delivery_decided',
    reason: now === 'counted' ? 'accepted' : now,
    by: actor,
    subjectId: own?.userId ?? null,
    clientId,
  })
  return now
}

/** @throws Failure delivery_unusable */
async function accept(
  tx: Tx,
  slipKey: Buffer,
  { found, own }: { found: WaitingRow; own: OwnAssignmentRow | undefined },
  waiting: WaitingContent,
): Promise<'counted' | 'kept'> {
  const unusable = (error: unknown) => {
    if (error instanceof FieldFailure || (error instanceof Failure && error.status < 500))
      throw new Failure('delivery_unusable')
    throw error
  }
  const key = { clientId: found.client_id, assignmentId: found.assignment_id }
  if (waiting.kind === 'saved') {
    return (await acceptSaved(tx, key, waiting).catch(unusable)) ? 'counted' : 'kept'
  }
  const { body, device, address } = waiting
  if (body.refused) {
    if (own !== undefined) await refused(tx, own)
    return 'counted'
  }
  const waitedMs = (await timeAgo(tx, 0)).getTime() - found.received_at.getTime()
  const elapsedMs = await elapsedOf(tx, found, body.elapsedMs + waitedMs)
  const day = { clientId: found.client_id, testDayId: found.test_day_id }
  const taken = await takeIn(tx, slipKey, day, {
    body,
    elapsedMs,
    address,
    device,
    tabletId: found.tablet_id,
    mayBegin: true,
  }).catch(unusable)
  return taken === undefined ? 'kept' : 'counted'
}

import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { DeviceClass } from '#contract/signals.ts'
import type { deliverOfflineAttempt } from '#contract/tablets.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { By } from '#server/features/assignments/record.ts'
import { refuse } from '#server/features/assignments/refuse.ts'
import { authorizeOnDay, type OwnAssignmentRow } from '#server/features/attempts/access.ts'
import { lockAssignment, takeOver, timeAgo } from '#server/features/attempts/offline.ts'
import { acceptSaved } from '#server/features/attempts/rescue.ts'
import { readAnswers } from '#server/features/attempts/save.ts'
import { hold, unsealed, type WaitingContent } from '#server/features/attempts/waiting.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { passed } from '#server/steps.ts'
import { take } from '#server/throttles/throttles.ts'
import { provedBy } from './codes.ts'
import { findDeliveredVersion, keepAttempt } from './queries.ts'
import { holdTablet, type TabletRow } from './tablet-queries.ts'
import type { AuthorizedTablet } from './tablets.ts'
import { markDecided, type WaitingRow } from './waiting-queries.ts'

type Delivered = BodyOf<typeof deliverOfflineAttempt>

/** Of one tablet in a quarter of an hour: a hall's people, each tried again and again. */
const maxDeliveries = 600

/**
 * Takes a test over that this tablet began without a connection; one that was begun elsewhere before is kept for the manager.
 * What a withdrawn tablet delivers waits for a manager, regardless of its clock.
 * @throws Failure not_found, code_proof_wrong, consent_required, invalid_request
 */
export async function deliver(
  db: Database,
  slipKey: Buffer,
  { tablet, day: { starts_at } }: AuthorizedTablet,
  delivered: { body: Delivered; address: string; device: DeviceClass; sent: object },
): Promise<AnswerOf<typeof deliverOfflineAttempt>> {
  const { body, address, device, sent } = delivered
  const day = { clientId: tablet.client_id, testDayId: tablet.test_day_id }
  await take(db, [{ key: `offline:${tablet.id}`, atMost: maxDeliveries, seconds: 15 * 60 }])
  const elapsedMs = await elapsedOf(db, tablet, body.elapsedMs)
  const mayBegin = tablet.opened_at !== null && tablet.opened_at >= starts_at
  const own = await authorizeOnDay(db, day, body.assignmentId)
  const proofKey = { ...day, tabletId: tablet.id, assignmentId: body.assignmentId }
  const proved = await provedBy(db, slipKey, proofKey, sent, body.proof)
  if (proved === undefined) throw new Failure('code_proof_wrong')
  const answer = await db
    .transaction()
    .execute(async (tx): Promise<AnswerOf<typeof deliverOfflineAttempt> | undefined> => {
      await holdEnablement(tx, day.clientId)
      await lockAssignment(tx, { clientId: day.clientId, id: body.assignmentId })
      // A withdrawal beside this delivery is seen, or waits for it.
      const live = await holdTablet(tx, { clientId: day.clientId, id: tablet.id })
      if (!live || proved === 'replaced_code') {
        const reason = live ? 'replaced_code' : 'withdrawn'
        const userId = own?.userId ?? null
        await keepWaiting(tx, slipKey, day, { tablet, body, address, device, userId, reason })
        passed('offline_stored')
        return { outcome: 'waits' }
      }
      if (body.refused) return undefined
      const taken = await takeIn(tx, slipKey, day, {
        ...{ body, elapsedMs, address, device, tabletId: tablet.id, mayBegin },
      })
      passed('offline_stored')
      return taken === undefined ? { outcome: 'kept' } : { outcome: 'started', ...taken }
    })
  passed('offline_delivered')
  return answer ?? refusal(db, own, mayBegin)
}

/**
 * How long a test has been under way: no longer than the tablet has been open, because its clock may be wrong. The database's
 * clock opened it, and limits the test.
 */
async function elapsedOf(
  db: Executor,
  tablet: Pick<TabletRow, 'opened_at' | 'created_at'>,
  claimedMs: number,
): Promise<number> {
  const opened = tablet.opened_at ?? tablet.created_at
  const openMs = (await timeAgo(db, 0)).getTime() - opened.getTime() + 60_000
  return Math.max(0, Math.min(claimedMs, openMs))
}

interface Taking {
  body: Delivered
  elapsedMs: number
  address: string
  device: DeviceClass
  tabletId: string
  mayBegin: boolean
}

/** Takes a test over within the caller's transaction, or keeps it. @returns undefined where it was not taken */
async function takeIn(
  tx: Executor,
  slipKey: Buffer,
  day: { clientId: string; testDayId: string },
  { body, elapsedMs, address, ...from }: Taking,
) {
  const { taken, userId, ...outcome } = await takeOver(
    tx,
    slipKey,
    { ...day, assignmentId: body.assignmentId },
    {
      ...{ ...body, elapsedMs, address, ...from },
      practiceMs: body.practiceMs ?? 0,
      readAloudUsed: body.readAloudUsed ?? false,
      autoNextUsed: body.autoNextUsed ?? false,
      submittedAfterMs: body.submittedAfterMs,
    },
  )
  // Nothing of somebody who was erased meanwhile, and no answers that another beginning may have refused to give.
  const versionId = await findDeliveredVersion(tx, { ...day, assignmentId: body.assignmentId })
  const sensitive = versionId === undefined ? undefined : (await getVersion(tx, versionId)).sensitiveItems
  const told = Object.entries(body.responses).filter(([itemId]) => !sensitive?.has(itemId))
  if (taken === undefined && versionId !== undefined && outcome.withheld !== true)
    await keepAttempt(tx, {
      ...day,
      id: body.offlineId,
      assignmentId: body.assignmentId,
      tabletId: from.tabletId,
      startedAt: await timeAgo(tx, elapsedMs),
      submitted: body.submittedAfterMs !== undefined,
      responses: Object.fromEntries(told),
    })
  await recordAudit(tx, {
    action: 'offline_attempt_delivered',
    reason: taken === undefined ? 'kept' : 'counted',
    actorId: null,
    subjectId: userId,
    clientId: day.clientId,
    address,
    details: { quantity: told.length },
  })
  return taken
}

/** Keeps a delivery for a manager's decision; nothing of a test whose data was erased. @throws FieldFailure */
async function keepWaiting(
  tx: Executor,
  slipKey: Buffer,
  day: { clientId: string; testDayId: string },
  delivered: {
    tablet: TabletRow
    body: Delivered
    address: string
    device: DeviceClass
    userId: string | null
    reason: 'withdrawn' | 'replaced_code'
  },
): Promise<void> {
  const { tablet, body, address, device, userId, reason } = delivered
  const { assignmentId } = body
  const versionId = await findDeliveredVersion(tx, { clientId: day.clientId, assignmentId })
  if (versionId === undefined) return
  const answers = readAnswers(await getVersion(tx, versionId), body.responses)
  if ('wrong' in answers) throw new FieldFailure({ [`responses.${answers.wrong}`]: { key: answers.why } })
  await hold(tx, slipKey, {
    ...{ ...day, assignmentId, versionId, userId, address, tabletId: tablet.id, begunId: body.offlineId },
    reason,
    waiting: { kind: 'begun', body, device, address },
  })
}

/** Where these are the answer there is nothing left to refuse: it was refused before, or has begun elsewhere or ended. */
const nothingToRefuse: readonly string[] = ['attempt_submitted', 'assignment_closed', 'consent_not_asked']

/** Ends a test whose consent was refused on the tablet, as it would have with a connection. */
async function refusal(
  db: Database,
  own: OwnAssignmentRow | undefined,
  mayBegin: boolean,
): Promise<{ outcome: 'refused' }> {
  if (own !== undefined && mayBegin)
    await db
      .transaction()
      .execute((tx) => refuse(tx, own))
      .catch((error: unknown) => {
        if (!(error instanceof Failure && nothingToRefuse.includes(error.code))) throw error
      })
  return { outcome: 'refused' }
}

/** Decides about what a withdrawn tablet has delivered. @throws Failure delivery_decided, delivery_unusable */
export async function decideDelivery(
  db: Database,
  slipKey: Buffer,
  found: WaitingRow,
  { decision, by }: { decision: 'accepted' | 'rejected'; by: By },
): Promise<'counted' | 'kept' | 'rejected'> {
  const { client_id: clientId, test_day_id: testDayId, assignment_id: assignmentId, id } = found
  const own = await authorizeOnDay(db, { clientId, testDayId }, assignmentId)
  let refused = false
  const outcome = await db.transaction().execute(async (tx) => {
    await holdEnablement(tx, clientId)
    await lockAssignment(tx, { clientId, id: assignmentId })
    const sealed = await markDecided(tx, { clientId, id }, { decision, by: by.userId })
    if (sealed === undefined) throw new Failure('delivery_decided')
    const waiting = unsealed(slipKey, id, sealed)
    refused = decision === 'accepted' && waiting.kind === 'begun' && waiting.body.refused === true
    const now =
      decision === 'rejected' ? 'rejected' : refused ? 'counted' : await accept(tx, slipKey, found, waiting)
    await recordAudit(tx, {
      action: 'tablet_delivery_decided',
      reason: now === 'counted' ? 'accepted' : now,
      actorId: by.userId,
      subjectId: own?.userId ?? null,
      clientId,
      address: by.address,
      details: {},
    })
    return now
  })
  if (refused) await refusal(db, own, true)
  return outcome
}

/** Takes over what waits, within the caller's transaction. @throws Failure delivery_unusable */
async function accept(
  tx: Executor,
  slipKey: Buffer,
  found: WaitingRow,
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
  const waitedMs = (await timeAgo(tx, 0)).getTime() - found.received_at.getTime()
  const elapsedMs = await elapsedOf(tx, found, body.elapsedMs + waitedMs)
  const day = { clientId: found.client_id, testDayId: found.test_day_id }
  const taken = await takeIn(tx, slipKey, day, {
    ...{ body, elapsedMs, address, device, tabletId: found.tablet_id, mayBegin: true },
  }).catch(unusable)
  return taken === undefined ? 'kept' : 'counted'
}

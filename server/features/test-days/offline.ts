import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { DeviceClass } from '#contract/signals.ts'
import type { deliverOfflineAttempt } from '#contract/tablets.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { refuse } from '#server/features/assignments/refuse.ts'
import { authorizeOnDay, type OwnAssignmentRow } from '#server/features/delivery/attempts/access.ts'
import { asksSensitive, isWithheld } from '#server/features/delivery/attempts/my-assignments.ts'
import {
  isTakenOver,
  lockAssignment,
  takeOver,
  timeAgo,
} from '#server/features/delivery/attempts/offline/offline.ts'
import { readAnswers } from '#server/features/delivery/attempts/saving/save.ts'
import { hold, reasonHeld } from '#server/features/delivery/attempts/saving/waiting.ts'
import { holdEnablement } from '#server/features/inventories/enablement.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { TabletCaller } from '#server/http/caller.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { passed } from '#server/steps.ts'
import { take } from '#server/throttles/throttles.ts'
import { provedBy } from './codes.ts'
import { countKept, findDeliveredVersion, keepAttempt } from './queries.ts'
import { holdTablet, type TabletRow } from './tablet-queries.ts'
import type { AuthorizedTablet } from './tablets.ts'
import { countUndecided, type WaitingRow } from './waiting-queries.ts'

type Delivered = BodyOf<typeof deliverOfflineAttempt>

/** The most deliveries of one tablet in a quarter of an hour: a hall's people, each tried again and again. */
const maxDeliveries = 600
/**
 * The most deliveries of one test by one tablet that wait for a decision, and the most that are kept. Each has an id that the
 * tablet makes, so a person with a tablet and one code could fill the database.
 */
const maxUndecided = 5
/** When the tablet tries again what was one too many: a manager may have decided by then. */
const undecidedSeconds = 60

/**
 * Takes a test over that this tablet began without a connection; one that was begun elsewhere before is kept for the manager.
 * What a withdrawn tablet delivers waits for a manager, regardless of its clock; so does a sensitive test that needed a connection.
 * @throws Failure not_found, code_proof_wrong, consent_required, invalid_request, too_many_deliveries
 */
export async function deliver(
  db: Database,
  { tablet, day: { starts_at, sensitive_offline } }: AuthorizedTablet,
  body: Delivered,
  _tablet: Visitor<TabletCaller>,
  { deps, request }: Context,
): Promise<AnswerOf<typeof deliverOfflineAttempt>> {
  const { slipKey } = deps.config
  const { address, userAgent } = originOf(request)
  const device = deviceClassOf(userAgent)
  const day = { clientId: tablet.client_id, testDayId: tablet.test_day_id }
  const ofNone = Object.keys(body.answeredAfterMs).find((itemId) => !Object.hasOwn(body.responses, itemId))
  if (ofNone !== undefined) throw new FieldFailure({ [`answeredAfterMs.${ofNone}`]: { key: 'unknown_item' } })
  await take(db, [{ key: `offline:${tablet.id}`, atMost: maxDeliveries, seconds: 15 * 60 }])
  const elapsedMs = await elapsedOf(db, tablet, body.elapsedMs)
  const mayBegin = tablet.opened_at !== null && tablet.opened_at >= starts_at
  const own = await authorizeOnDay(db, day, body.assignmentId)
  const begunBy = { ...day, tabletId: tablet.id, assignmentId: body.assignmentId }
  const proved = await provedBy(db, slipKey, begunBy, Object(request.body), body.proof)
  if (proved === undefined) throw new Failure('code_proof_wrong')
  const answer = await db
    .transaction()
    .execute(async (tx): Promise<AnswerOf<typeof deliverOfflineAttempt>> => {
      await holdEnablement(tx, day.clientId)
      await lockAssignment(tx, { clientId: day.clientId, id: body.assignmentId })
      // A withdrawal beside this delivery is seen, or waits for it.
      const live = await holdTablet(tx, { clientId: day.clientId, id: tablet.id })
      const reason = !live
        ? 'withdrawn'
        : proved === 'replaced_code'
          ? 'replaced_code'
          : !sensitive_offline && (await neededConnection(tx, day, body))
            ? 'needs_connection'
            : await reasonToWait(tx, day, tablet, body)
      if (reason !== undefined) {
        const userId = own?.userId ?? null
        await keepWaiting(tx, slipKey, day, { tablet, body, address, device, userId, reason })
        refuseTooMany(await countUndecided(tx, begunBy))
        passed('offline_stored')
        return { outcome: 'waits' }
      }
      if (body.refused) {
        if (own !== undefined && mayBegin) await refused(tx, own)
        return { outcome: 'refused' }
      }
      const taken = await takeIn(tx, slipKey, day, {
        body,
        elapsedMs,
        address,
        device,
        tabletId: tablet.id,
        mayBegin,
      })
      if (taken === undefined) refuseTooMany(await countKept(tx, begunBy))
      passed('offline_stored')
      return taken === undefined ? { outcome: 'kept' } : { outcome: 'started', ...taken }
    })
  passed('offline_delivered')
  return answer
}

/**
 * Refuses one delivery too many.
 * @param deliveries includes the one that was just stored; the failure undoes it
 * @throws Failure too_many_deliveries
 */
function refuseTooMany(deliveries: number): void {
  if (deliveries > maxUndecided)
    throw new Failure('too_many_deliveries', { retryAfterSeconds: undecidedSeconds })
}

/** Why the same delivery waited before, also where that has changed since: a manager decides about it, or has. */
async function reasonToWait(
  tx: Executor,
  { clientId }: { clientId: string },
  { id: tabletId }: TabletRow,
  { assignmentId, offlineId: begunId }: Delivered,
) {
  if (await isTakenOver(tx, { clientId, assignmentId }, begunId)) return undefined
  return reasonHeld(tx, { clientId, tabletId, assignmentId, begunId })
}

/**
 * True when a tablet delivers a sensitive test that it may have begun only with a connection. A test that was taken over
 * before goes on; of one that is erased, or not open to the person any more, nothing is stored.
 */
async function neededConnection(
  tx: Executor,
  day: { clientId: string; testDayId: string },
  { assignmentId, offlineId }: Delivered,
): Promise<boolean> {
  const row = await authorizeOnDay(tx, day, assignmentId)
  if (row === undefined) {
    // Nobody can tell which scales a removed person would have been asked.
    const versionId = await findDeliveredVersion(tx, { clientId: day.clientId, assignmentId })
    return versionId !== undefined && asksSensitive(await getVersion(tx, versionId), { enabled: true })
  }
  const version = await getVersion(tx, row.version_id)
  if (row.erased_at !== null || row.restricted_at !== null || isWithheld(version, row)) return false
  return (
    asksSensitive(version, row) &&
    !(await isTakenOver(tx, { clientId: day.clientId, assignmentId }, offlineId))
  )
}

/**
 * The time that a test has been under way: no longer than the tablet has been open, because its clock may be wrong. The
 * database's clock opened it, and limits the test.
 */
export async function elapsedOf(
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
export async function takeIn(
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
      ...body,
      elapsedMs,
      address,
      ...from,
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
    by: visitor(address),
    subjectId: userId,
    clientId: day.clientId,
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
    reason: WaitingRow['reason']
  },
): Promise<void> {
  const { tablet, body, address, device, userId, reason } = delivered
  const { assignmentId } = body
  const versionId = await findDeliveredVersion(tx, { clientId: day.clientId, assignmentId })
  if (versionId === undefined) return
  const answers = readAnswers(await getVersion(tx, versionId), body.responses)
  if ('wrong' in answers) throw new FieldFailure({ [`responses.${answers.wrong}`]: { key: answers.why } })
  await hold(tx, slipKey, {
    ...day,
    assignmentId,
    versionId,
    userId,
    address,
    tabletId: tablet.id,
    begunId: body.offlineId,
    reason,
    waiting: { kind: 'begun', body, device, address },
  })
}

/** Codes that leave nothing to refuse: the test was refused before, has begun elsewhere or has ended. */
const nothingToRefuse: readonly string[] = ['attempt_submitted', 'assignment_closed', 'consent_not_asked']

/** Ends a test whose consent was refused on the tablet, as it would have with a connection, within the caller's transaction. */
export async function refused(tx: Tx, own: OwnAssignmentRow): Promise<void> {
  await refuse(tx, own).catch((error: unknown) => {
    if (!(error instanceof Failure && nothingToRefuse.includes(error.code))) throw error
  })
}

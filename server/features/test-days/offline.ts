import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { DeviceClass } from '#contract/signals.ts'
import type { deliverOfflineAttempt } from '#contract/tablets.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { refuse } from '#server/features/assignments/refuse.ts'
import { authorizeOnDay } from '#server/features/attempts/access.ts'
import { takeOver, timeAgo } from '#server/features/attempts/offline.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { take } from '#server/features/throttles/throttles.ts'
import { Failure } from '#server/http/failure.ts'
import { passed } from '#server/steps.ts'
import { findDeliveredVersion, keepAttempt } from './queries.ts'
import type { AuthorizedTablet } from './tablets.ts'

type Delivered = BodyOf<typeof deliverOfflineAttempt>

/** Of one tablet in a quarter of an hour: a hall's people, each tried again and again. */
const maxDeliveries = 600

/**
 * Takes a test over that this tablet began without a connection; one that was begun elsewhere before is kept for the manager.
 * @throws Failure not_found, consent_required, invalid_request
 */
export async function deliver(
  db: Database,
  slipKey: Buffer,
  { tablet, day: { starts_at } }: AuthorizedTablet,
  { body, address, device }: { body: Delivered; address: string; device: DeviceClass },
): Promise<AnswerOf<typeof deliverOfflineAttempt>> {
  const day = { clientId: tablet.client_id, testDayId: tablet.test_day_id }
  await take(db, [{ key: `offline:${tablet.id}`, atMost: maxDeliveries, seconds: 15 * 60 }])
  // No longer than the tablet has been open: its clock may be wrong. The database's clock opened it, and limits the test.
  const opened = tablet.opened_at ?? tablet.created_at
  const now = (await timeAgo(db, 0)).getTime()
  const elapsedMs = Math.max(0, Math.min(body.elapsedMs, now - opened.getTime() + 60_000))
  const begun = now - elapsedMs
  const { revoked_at: revoked } = tablet
  const wasOpen = tablet.opened_at !== null && tablet.opened_at >= starts_at
  const mayBegin = wasOpen && (revoked === null || begun < revoked.getTime())
  if (body.refused) return refusal(db, day, body.assignmentId, mayBegin)
  const answer = await db
    .transaction()
    .execute(async (tx): Promise<AnswerOf<typeof deliverOfflineAttempt>> => {
      const outcome = await takeOver(
        tx,
        slipKey,
        { ...day, assignmentId: body.assignmentId },
        {
          ...{ ...body, elapsedMs, address, device },
          practiceMs: body.practiceMs ?? 0,
          tabletId: tablet.id,
          readAloudUsed: body.readAloudUsed ?? false,
          submittedAfterMs: body.submittedAfterMs,
          mayBegin,
        },
      )
      const { taken, userId } = outcome
      // Nothing of somebody who was erased meanwhile, and no answers that another beginning may have refused to give.
      const versionId = await findDeliveredVersion(tx, { ...day, assignmentId: body.assignmentId })
      const sensitive = versionId === undefined ? undefined : (await getVersion(tx, versionId)).sensitiveItems
      const told = Object.entries(body.responses).filter(([itemId]) => !sensitive?.has(itemId))
      if (taken === undefined && versionId !== undefined && outcome.withheld !== true)
        await keepAttempt(tx, {
          ...day,
          id: body.offlineId,
          assignmentId: body.assignmentId,
          tabletId: tablet.id,
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
      passed('offline_stored')
      return taken === undefined ? { outcome: 'kept' } : { outcome: 'started', ...taken }
    })
  passed('offline_delivered')
  return answer
}

/** Where these are the answer there is nothing left to refuse: it was refused before, or has begun elsewhere or ended. */
const nothingToRefuse: readonly string[] = ['attempt_submitted', 'assignment_closed', 'consent_not_asked']

/** Ends a test whose consent was refused on the tablet, as it would have with a connection. @throws Failure not_found */
async function refusal(
  db: Database,
  day: { clientId: string; testDayId: string },
  assignmentId: string,
  mayBegin: boolean,
): Promise<{ outcome: 'refused' }> {
  const own = await authorizeOnDay(db, day, assignmentId)
  if (own !== undefined && mayBegin)
    await refuse(db, own).catch((error: unknown) => {
      if (!(error instanceof Failure && nothingToRefuse.includes(error.code))) throw error
    })
  return { outcome: 'refused' }
}

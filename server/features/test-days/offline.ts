import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { deliverOfflineAttempt } from '#contract/tablets.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { authorizeOnDay } from '#server/features/attempts/access.ts'
import { takeOver, timeAgo } from '#server/features/attempts/offline.ts'
import { keepAttempt } from './queries.ts'
import type { AuthorizedTablet } from './tablets.ts'

type Delivered = BodyOf<typeof deliverOfflineAttempt>

/**
 * Takes a test over that this tablet began without a connection; one that was begun elsewhere before is kept for the manager.
 * @throws Failure not_found, consent_required, invalid_request
 */
export async function deliver(
  db: Database,
  slipKey: Buffer,
  { tablet }: AuthorizedTablet,
  { body, address }: { body: Delivered; address: string },
): Promise<AnswerOf<typeof deliverOfflineAttempt>> {
  const day = { clientId: tablet.client_id, testDayId: tablet.test_day_id }
  return db.transaction().execute(async (tx) => {
    const row = await authorizeOnDay(tx, day, body.assignmentId)
    // No longer than the tablet has been open: its clock may be wrong.
    const open = Date.now() - (tablet.opened_at ?? tablet.created_at).getTime() + 60_000
    const elapsedMs = Math.max(0, Math.min(body.elapsedMs, open))
    const taken =
      row &&
      (await takeOver(tx, slipKey, row, {
        ...body,
        elapsedMs,
        practiceMs: body.practiceMs ?? 0,
        tabletId: tablet.id,
        readAloudUsed: body.readAloudUsed ?? false,
        submittedAfterMs: body.submittedAfterMs,
      }))
    if (taken === undefined)
      await keepAttempt(tx, {
        ...day,
        id: body.offlineId,
        assignmentId: body.assignmentId,
        tabletId: tablet.id,
        startedAt: await timeAgo(tx, elapsedMs),
        submitted: body.submittedAfterMs !== undefined,
        responses: body.responses,
      })
    await recordAudit(tx, {
      action: 'offline_attempt_delivered',
      reason: taken === undefined ? 'kept' : 'counted',
      actorId: null,
      subjectId: row?.userId ?? null,
      clientId: day.clientId,
      address,
      details: { quantity: Object.keys(body.responses).length },
    })
    return taken === undefined ? { outcome: 'kept' as const } : { outcome: 'started' as const, ...taken }
  })
}

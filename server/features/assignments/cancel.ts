import type { cancelAssignments as cancelManyCall, SkipReason } from '#contract/assignment-actions.ts'
import type { BodyOf } from '#contract/kit.ts'
import { type Doer, system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { cancelAttempts, sealAttempts } from '#server/features/delivery/attempts/closing/cancel.ts'
import { giveBack } from '#server/features/quota/quotas.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import type { AuthorizedAssignment } from './access.ts'
import { toMany } from './bulk.ts'
import { type Held, lockAssignments } from './lock-queries.ts'
import { countPending } from './queries.ts'
import { type InSteps, recordAction } from './record.ts'
import { forSingle } from './single.ts'
import { endUnstarted, markCancelled, markConsentWithdrawn } from './write-queries.ts'

/** Cancels an assignment nobody has started and gives its unit back, once. @returns whether it was still unstarted */
export async function cancelUnstarted(
  tx: Executor,
  assignment: { clientId: string; id: string; inventoryId: string; reason: 'consent_refused' },
): Promise<boolean> {
  const cancelled = await endUnstarted(tx, assignment, { status: 'cancelled', reason: assignment.reason })
  // The ledger, which managers read, doesn't show that the person declined.
  if (cancelled) {
    await giveBack(tx, { ...assignment, reason: 'not_taken', by: null, assignments: [assignment] })
    await recordAssignmentEvents(tx, assignment.clientId, ['assignment.cancelled'], [assignment.id])
  }
  return cancelled
}

/**
 * Cancels assignments that the caller has locked. One that was never started returns its unit; a running one takes no
 * more answers and keeps the saved ones, but its unit was used. What the clock has ended is left to be scored.
 * @returns why those were left that were left
 */
export async function cancelLocked(
  tx: Executor,
  client: AuthorizedClient,
  held: readonly Held[],
  by: By & InSteps,
  reason: 'cancelled' | 'closed' = 'cancelled',
): Promise<Map<string, SkipReason>> {
  const skipped = new Map<string, SkipReason>()
  for (const row of held) {
    if (row.status !== 'pending') skipped.set(row.id, row.status)
    else if (row.over) skipped.set(row.id, 'past_due')
  }
  const rows = held.filter((row) => !skipped.has(row.id))
  await end(tx, client, rows, by, reason)
  const unitsBack = rows.filter((row) => !row.started).length
  await recordAction(tx, 'assignments_cancelled', client, by, rows, { unitsBack })
  return skipped
}

/** Cancels one assignment; one that is cancelled already stays as it is. @throws Failure assignment_completed, assignment_closed */
export async function cancelAssignment(
  tx: Tx,
  subject: AuthorizedAssignment,
  _body: undefined,
  actor: Actor,
): Promise<void> {
  await forSingle(
    tx,
    subject,
    (inTx, held) => cancelLocked(inTx, subject.client, held, actor),
    (held) => held.status === 'cancelled',
  )
}

/** Cancels the pending ones of many assignments. */
export async function cancelAssignments(
  db: Database,
  client: AuthorizedClient,
  chosen: BodyOf<typeof cancelManyCall>,
  actor: Actor,
  { key }: Context,
) {
  const { done, skipped } = await toMany(db, client, chosen, {
    statuses: ['pending'],
    idempotency: key,
    parseHead: () => null,
    begin: async () => null,
    run: (tx, held, { command }) => cancelLocked(tx, client, held, { ...actor, command }),
  })
  return { done, skipped }
}

/** Cancels those of these assignments that nobody has begun, and returns their units. */
export async function cancelUnbegun(
  tx: Executor,
  client: AuthorizedClient,
  ids: readonly string[],
  by: By & InSteps,
): Promise<void> {
  const held = await lockAssignments(tx, client, { ids })
  const unbegun = held.filter((row) => row.status === 'pending' && !row.started)
  await cancelLocked(tx, client, unbegun, by)
}

/** Cancels the running tests of an inventory that is closed, within the caller's transaction; or those of candidates alone. @returns their ids */
export async function cancelRunning(
  tx: Executor,
  client: AuthorizedClient,
  running: { runningOf: string; ofCandidates: boolean },
  by: By & InSteps,
): Promise<string[]> {
  const held = await lockAssignments(tx, client, running)
  const skipped = held.length === 0 ? undefined : await cancelLocked(tx, client, held, by, 'closed')
  return held.flatMap(({ id }) => (skipped?.has(id) ? [] : id))
}

/**
 * Ends a test whose person withdrew their consent, within the caller's transaction: it takes no more answers, also no
 * late ones of a device or a file, as under a legal hold it is kept. Its unit was used when it was begun: the consent was given then.
 */
export async function endWithdrawn(
  tx: Executor,
  client: AuthorizedClient,
  assignmentId: string,
): Promise<void> {
  const clientId = client.id
  const held = await lockAssignments(tx, client, { ids: [assignmentId] })
  await markConsentWithdrawn(tx, { clientId, id: assignmentId })
  const running = held.flatMap(({ id, status }) => (status === 'pending' ? [id] : []))
  await recordAssignmentEvents(tx, clientId, ['assignment.cancelled'], running)
  await sealAttempts(tx, { clientId, assignmentIds: [assignmentId] })
}

/**
 * Ends a test that is erased again after a restore, within the caller's transaction: the backup may have it from before its end.
 * One that was never started returns its unit.
 */
export async function endErased(tx: Executor, client: AuthorizedClient, assignmentId: string): Promise<void> {
  const held = await lockAssignments(tx, client, { ids: [assignmentId] })
  const pending = held.filter(({ status }) => status === 'pending')
  await end(tx, client, pending, { ...system, command: newId() }, 'cancelled')
}

export interface Ended {
  cancelled: number
  unitsBack: number
}

/** Previews what cancelOfMembership() would do now. */
export async function pendingOfMembership(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  membershipId: string,
): Promise<Ended> {
  return countPending(db, { clientId, membershipId })
}

/** Cancels all pending assignments of a membership that ends, within the caller's transaction. */
export async function cancelOfMembership(
  tx: Executor,
  client: AuthorizedClient,
  membershipId: string,
  by: Doer & InSteps,
): Promise<Ended> {
  const rows = await lockAssignments(tx, client, { pendingOf: membershipId })
  await end(tx, client, rows, by, 'removed')
  return { cancelled: rows.length, unitsBack: rows.filter((row) => !row.started).length }
}

async function end(
  tx: Executor,
  { id: clientId }: AuthorizedClient,
  rows: readonly Held[],
  by: Doer & InSteps,
  reason: 'cancelled' | 'removed' | 'closed',
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await markCancelled(tx, { clientId, ids, reason })
  await recordAssignmentEvents(tx, clientId, ['assignment.cancelled'], ids)
  const started = rows.filter((row) => row.started).map((row) => row.id)
  await cancelAttempts(tx, { clientId, assignmentIds: started })
  const unstarted = rows.filter((row) => !row.started)
  const { userId, command } = by
  // The units of running tests were used: of those that were closed none comes back.
  if (reason !== 'closed')
    await giveBack(tx, { clientId, assignments: unstarted, reason, by: userId, command })
}

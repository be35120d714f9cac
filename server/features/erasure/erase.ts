import { createHmac } from 'node:crypto'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { remove } from '#server/features/people/remove.ts'
import { Failure } from '#server/http/failure.ts'
import { removeJobsNaming } from '#server/jobs/queries.ts'
import {
  deleteTemporary,
  deleteTests,
  type Erasure,
  emptyAccount,
  emptyMembership,
  findAssignments,
  findMembershipOf,
  forgetRegistrants,
  insertErasure,
  insertNobody,
  isNeededElsewhere,
  lockMembership,
  lockTests,
  type MembershipRow,
  moveMembership,
  renameInAudit,
} from './queries.ts'

export interface ErasedBy {
  /** Who decided it; null for the server itself, such as at the end of a retention period. */
  readonly userId: string | null
  readonly address: string
  readonly reason: Erasure['reason']
}

/** The name of what was erased, which only who has the installation's key can make. */
export const subjectOf = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(`erased ${parts.join(' ')}`)
    .digest()

/** A membership about to be erased. @throws Failure not_found, on_hold */
async function lock(
  tx: Executor,
  client: AuthorizedClient,
  membershipId: string,
  reason: ErasedBy['reason'],
): Promise<MembershipRow> {
  const member = await lockMembership(tx, { clientId: client.id, membershipId })
  if (member === undefined) throw new Failure('not_found')
  // A hold in a restored backup is older than the erasure.
  if (member.held && reason !== 'restore') throw new Failure('on_hold')
  return member
}

/**
 * Erases what one client has of a person, within the caller's transaction: tests, answers, results, name and contact. The
 * account goes too, unless another client or a role needs it. Units stay in the ledger, and means keep their numbers.
 * @param key the installation's, for the mark that stays
 * @throws Failure not_found for somebody who is not here, or was erased before
 * @throws Failure on_hold
 */
export async function erasePerson(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  membershipId: string,
  by: ErasedBy,
): Promise<void> {
  const clientId = client.id
  const member = await lock(tx, client, membershipId, by.reason)
  const { userId, email, name, role } = member
  // Returns units and ends links.
  if (!member.removed) await remove(tx, client, { userId, role, by })
  const assignmentIds = await findAssignments(tx, { clientId, membershipId })
  const counts = await deleteTests(tx, { clientId, assignmentIds })
  await forgetRegistrants(tx, { clientId, membershipId, email })
  await emptyMembership(tx, { clientId, membershipId })
  const needed = await isNeededElsewhere(tx, { userId, clientId, membershipId })
  const ids = [membershipId, ...assignmentIds, ...(needed ? [] : [userId])]
  await deleteTemporary(tx, { clientId, ids, email, name, needed })
  await removeJobsNaming(tx, needed ? ids : [...ids, ...(email === null ? [] : [email])])
  const nobody = needed ? await insertNobody(tx) : userId
  if (needed) await moveMembership(tx, { clientId, membershipId, from: userId, to: nobody })
  else await emptyAccount(tx, userId)
  await renameInAudit(tx, { userId, to: nobody, clientId: needed ? clientId : undefined })
  const subject = subjectOf(key, 'person', clientId, membershipId)
  await insertErasure(tx, { clientId, subject, what: 'person', reason: by.reason, counts })
  await recordAudit(tx, {
    action: 'person_erased',
    reason: by.reason,
    actorId: by.userId === userId ? nobody : by.userId,
    subjectId: nobody,
    clientId,
    address: by.address,
    details: { tests: assignmentIds.length, answers: counts.responses ?? 0 },
  })
}

/**
 * Erases what was answered and scored in one test, within the caller's transaction. The assignment stays, as erased.
 * @throws Failure not_found where there is no such test, or it was erased before
 * @throws Failure on_hold
 */
export async function eraseTest(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  assignmentId: string,
  by: ErasedBy,
): Promise<void> {
  const clientId = client.id
  const membershipId = await findMembershipOf(tx, { clientId, assignmentId })
  if (membershipId === undefined) throw new Failure('not_found')
  const member = await lock(tx, client, membershipId, by.reason)
  const counts = await deleteTests(tx, { clientId, assignmentIds: [assignmentId] })
  const subject = subjectOf(key, 'test', clientId, assignmentId)
  await insertErasure(tx, { clientId, subject, what: 'test', reason: by.reason, counts })
  await recordAudit(tx, {
    action: 'test_erased',
    reason: by.reason,
    actorId: by.userId,
    subjectId: member.userId,
    clientId,
    address: by.address,
    details: { answers: counts.responses ?? 0 },
  })
}

/**
 * Erases what was answered and scored in many tests, within the caller's transaction and with one entry in the audit log. Tests
 * of people under a legal hold are left, and such that were erased before.
 * @returns how many were erased
 */
export async function eraseTests(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  assignmentIds: readonly string[],
  by: ErasedBy,
): Promise<number> {
  const clientId = client.id
  const erasable = await lockTests(tx, { clientId, assignmentIds })
  if (erasable.length === 0) return 0
  const counts = await deleteTests(tx, { clientId, assignmentIds: erasable })
  for (const assignmentId of erasable) {
    const subject = subjectOf(key, 'test', clientId, assignmentId)
    await insertErasure(tx, { clientId, subject, what: 'test', reason: by.reason, counts: {} })
  }
  await recordAudit(tx, {
    action: 'tests_erased',
    reason: by.reason,
    actorId: by.userId,
    clientId,
    address: by.address,
    details: { quantity: erasable.length, answers: counts.responses ?? 0 },
  })
  return erasable.length
}

/** A client for work that nobody asked for in a call, such as a restore's. @throws Failure not_found */
export const clientForErasing = clientOfJob

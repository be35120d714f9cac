import { createHmac } from 'node:crypto'
import { type Doer, recordAudit } from '#server/audit/audit.ts'
import { renameInAudit } from '#server/audit/rename.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { forgetInLists } from '#server/features/people/forget-in-lists.ts'
import { waitToInvite } from '#server/features/people/invite.ts'
import { remove } from '#server/features/people/remove.ts'
import { endFileJobs } from '#server/features/platform/file-jobs/file-jobs.ts'
import { decideAtErasure } from '#server/features/privacy/request-answers/at-erasure.ts'
import { Failure } from '#server/http/failure.ts'
import { removeJobsNaming } from '#server/jobs/queries.ts'
import { markErased, markManyErased } from './mark-job.ts'
import type { Erasure } from './mark-queries.ts'
import {
  deleteTemporary,
  emptyAccount,
  emptyMembership,
  findRoleStart,
  forgetRegistrants,
  insertNobody,
  isNeededElsewhere,
  lockMembership,
  lockMemberships,
  type MembershipRow,
  moveMembership,
} from './person-queries.ts'
import { deleteTests, findAssignments, findMembershipOf, lockTests } from './test-queries.ts'

/** The user who decided it, or the server itself, such as at the end of a retention period. */
export interface ErasedBy extends Doer {
  readonly reason: Exclude<Erasure['reason'], 'restricted'>
}

/** The name of what was erased, which only who has the installation's key can make. */
export const subjectOf = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(`erased ${parts.join(' ')}`)
    .digest()

/** Nothing is erased under a legal hold, except again after a restore: a hold in a backup is older. @throws Failure on_hold */
function refuseHeld({ held }: MembershipRow, reason: ErasedBy['reason']): void {
  if (held && reason !== 'restore') throw new Failure('on_hold')
}

/**
 * Waits until no list is being imported, and lets none begin until the transaction ends: one that was read before would bring a
 * person back. Before any row that is locked for an erasure, because imports lock rows of the same people after it.
 */
export const waitToErase = (tx: Executor, { id }: AuthorizedClient): Promise<void> => waitToInvite(tx, id)

/** Locks everything that a person was at a client, as an erasure does after waiting for lists and before it decides requests. */
export async function lockPerson(
  tx: Executor,
  { id: clientId }: AuthorizedClient,
  membershipId: string,
): Promise<void> {
  await lockMemberships(tx, { clientId, membershipId })
}

/**
 * Erases what one client has of a person, within the caller's transaction: tests, answers, results, name and contact, also of
 * memberships that ended. The account goes too, unless another client or a role needs it. Units stay in the ledger. What the
 * person had asked for and nobody has answered is decided by it.
 * @param key the installation's, for the marks that stay
 * @param membershipId any membership of the person at the client
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
  await waitToErase(tx, client)
  const members = await lockMemberships(tx, { clientId, membershipId })
  const [first] = members
  if (first === undefined) throw new Failure('not_found')
  for (const member of members) refuseHeld(member, by.reason)
  const { userId, accountEmail } = first
  const emails = [...new Set([accountEmail, ...members.map(({ email }) => email)])].filter(
    (one) => one !== null,
  )
  const membershipIds = members.map(({ id }) => id)
  const person = { clientId, membershipIds, userId, mails: by.reason !== 'restore' }
  const mailAnswers = await decideAtErasure(tx, person, by)
  const ids: string[] = []
  let tests = 0
  for (const member of members) {
    // Returns units and ends links.
    if (!member.removed) await remove(tx, client, { userId, role: member.role, by })
    const key = { clientId, membershipId: member.id }
    const assignmentIds = await findAssignments(tx, key)
    await deleteTests(tx, { clientId, assignmentIds })
    await forgetRegistrants(tx, { ...key, emails })
    await emptyMembership(tx, key)
    ids.push(member.id)
    for (const id of assignmentIds) ids.push(id)
    tests += assignmentIds.length
  }
  const needed = await isNeededElsewhere(tx, userId)
  if (!needed) ids.push(userId)
  for (const name of new Set(members.map((member) => member.name)))
    await deleteTemporary(tx, { clientId, ids, emails, name, needed })
  await endFileJobs(tx, clientId)
  await removeJobsNaming(tx, needed ? ids : [...ids, ...emails])
  await mailAnswers()
  const nobody = needed ? await insertNobody(tx) : userId
  if (needed)
    for (const { id } of members)
      await moveMembership(tx, { clientId, membershipId: id, from: userId, to: nobody })
  else await emptyAccount(tx, userId)
  await renameInAudit(tx, key, {
    userId,
    to: nobody,
    at: needed ? { clientId, erased: ids } : undefined,
    // A person's actions for the client, such as reading others' results, are not their own to forget.
    ownActsUntil: needed ? await findRoleStart(tx, { clientId, userId }) : undefined,
  })
  // After everything that an import may have locked: it reports how far it is by the row that this locks.
  const byAccount = { ...first, email: accountEmail }
  await forgetInLists(tx, clientId, [byAccount, ...members])
  for (const { id } of members) {
    const subject = subjectOf(key, 'person', clientId, id)
    await markErased(tx, { clientId, subject, what: 'person', reason: by.reason, counts: {} })
  }
  // After a restore it is erased again: its other systems know.
  if (by.reason !== 'restore')
    await recordEvents(
      tx,
      clientId,
      'person.erased',
      members.map(({ id }) => ({ membershipId: id })),
    )
  await recordAudit(tx, {
    action: 'person_erased',
    reason: by.reason,
    by: { ...by, userId: by.userId === userId ? nobody : by.userId },
    subjectId: nobody,
    clientId,
    details: { tests },
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
  const member = await lockMembership(tx, { clientId, membershipId })
  if (member === undefined) throw new Failure('not_found')
  refuseHeld(member, by.reason)
  const counts = await deleteTests(tx, { clientId, assignmentIds: [assignmentId] })
  const subject = subjectOf(key, 'test', clientId, assignmentId)
  await markErased(tx, { clientId, subject, what: 'test', reason: by.reason, counts })
  await recordAudit(tx, {
    action: 'test_erased',
    reason: by.reason,
    by,
    subjectId: member.userId,
    clientId,
  })
}

/**
 * Erases what was answered and scored in many tests, within the caller's transaction and with one entry in the audit log. Tests
 * of people under a legal hold are left, such that were erased before, and such that got a later last day and are pending again.
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
  const erasable = await lockTests(tx, { clientId, assignmentIds }, 'ended')
  if (erasable.length === 0) return 0
  await deleteTests(tx, { clientId, assignmentIds: erasable })
  const subjects = erasable.map((assignmentId) => subjectOf(key, 'test', clientId, assignmentId))
  await markManyErased(tx, { clientId, subjects, what: 'test', reason: by.reason })
  await recordAudit(tx, {
    action: 'tests_erased',
    reason: by.reason,
    by,
    clientId,
    details: { quantity: erasable.length },
  })
  return erasable.length
}

/** Those of some tests that may be erased now, locked as eraseTests() does. */
export const lockErasable = lockTests

/** A client for work that nobody asked for in a call, such as a restore's. @throws Failure not_found */
export const clientForErasing = clientOfJob

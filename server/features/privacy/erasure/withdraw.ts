import { type Doer, recordAudit, system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import { requireOwnMailbox } from '#server/authority/proof.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { endWithdrawn } from '#server/features/assignments/cancel.ts'
import {
  type Covered,
  coveredByConsent,
  withdrawConsents,
} from '#server/features/delivery/attempts/consent/consents.ts'
import { forgetScales, leaveOut } from '#server/features/delivery/attempts/consent/leave-out.ts'
import { dropAnalysesWith } from '#server/features/measurement/analyses/analyses.ts'
import { endFileJobs } from '#server/features/platform/file-jobs/file-jobs.ts'
import { endFilesWith } from '#server/features/platform/file-jobs/parts.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { clientForErasing, type ErasedBy, eraseTest, subjectOf } from './erase.ts'
import { findHiddenForScales, isHeld, markRestricted } from './hold-queries.ts'
import { sendConsentWithdrawn } from './jobs.ts'
import { markErased } from './mark-job.ts'
import { findAgreed, findKept, findMembershipOf } from './test-queries.ts'

interface Test {
  readonly clientId: string
  readonly assignmentId: string
}

/**
 * Withdraws the explicit consents of a test, within the caller's transaction, and erases what they cover: the whole test, which
 * ends, or single scales, as if they had not been asked. Under a legal hold the same is hidden and kept until the hold ends. A mail
 * tells the person. Withdrawn before, nothing changes.
 * @param key the installation's, for the mark that stays
 * @throws Failure no_consent where none was given, identity_needed
 */
export async function withdraw(
  tx: Executor,
  key: Buffer,
  {
    membershipId,
    asksConsent,
    ...test
  }: Test & { readonly membershipId: string; readonly asksConsent: boolean },
  by: Pick<Caller, 'userId' | 'proved' | 'provedContact' | 'mailed'> & { address: string },
): Promise<void> {
  // Nobody puts a person on hold, or takes them off it, meanwhile.
  const held = await isHeld(tx, { clientId: test.clientId, membershipId })
  const covered = await coveredByConsent(tx, test)
  // Before anything is said: who has a handed link or a slip would learn who agreed to a sensitive scale.
  if (asksConsent) requireOwnMailbox(by)
  if (covered === undefined) throw new Failure('no_consent')
  if (covered.open === 0) return
  const outcome = await end(tx, key, test, { held, covered }, by)
  await addJob(tx, sendConsentWithdrawn, { ...test, whole: covered.whole, outcome })
}

/**
 * Withdraws everything that somebody agreed to at a client, within the caller's transaction, because they asked the desk. Nothing
 * tells the desk whether there was anything. The answer to the request tells the person.
 */
export async function withdrawAll(
  tx: Executor,
  key: Buffer,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<void> {
  for (const { membershipId, assignmentId } of await findAgreed(tx, { clientId, userId })) {
    const test = { clientId, assignmentId }
    const held = await isHeld(tx, { clientId, membershipId })
    const covered = await coveredByConsent(tx, test)
    if (covered === undefined || covered.open === 0) continue
    // The entry doesn't name the person at the desk: people see who did something with their data.
    await end(tx, key, test, { held, covered, subjectId: userId }, system)
  }
}

/** @returns what happened to the answers: a legal hold hides them; they are gone where the test was erased before */
async function end(
  tx: Executor,
  key: Buffer,
  test: Test,
  { held, covered, subjectId }: { held: boolean; covered: Covered; subjectId?: string },
  by: Doer,
): Promise<'erased' | 'hidden' | 'gone'> {
  await withdrawConsents(tx, test)
  if (covered.whole) await endWithdrawn(tx, await clientForErasing(tx, test.clientId), test.assignmentId)
  await endEvidence(tx, test.clientId, covered)
  await recordAudit(tx, {
    action: 'consent_withdrawn',
    reason: held ? 'restricted' : 'erased',
    by,
    ...(subjectId && { subjectId }),
    // Only a sensitive scale's named readers may know who was asked about it, and admins read the client's activity.
    ...(covered.whole && { clientId: test.clientId }),
    details: { assignments: [test.assignmentId] },
  })
  // The end of a retention period may have been earlier.
  if ((await findMembershipOf(tx, test)) === undefined) return 'gone'
  if (held) await restrict(tx, key, test, covered)
  else await eraseCovered(tx, key, test, covered, { ...by, reason: 'withdrawal' })
  return held ? 'hidden' : 'erased'
}

/**
 * Takes away files of evidence, which count consents. Of sensitive scales they do for the named readers alone, and the end of
 * somebody else's file would say that there was one.
 */
async function endEvidence(tx: Executor, clientId: string, { whole, inventoryIds }: Covered): Promise<void> {
  if (whole) return endFileJobs(tx, clientId, { kind: 'evidence', facts: {} })
  for (const inventoryId of inventoryIds)
    await endFileJobs(tx, clientId, { kind: 'evidence', facts: { named: [inventoryId] } })
}

/** Keeps for a legal hold alone what the consents cover. The mark names the test and not which scales: its consents say that. */
async function restrict(tx: Executor, key: Buffer, test: Test, { whole, scales }: Covered): Promise<void> {
  const { clientId, assignmentId } = test
  if (whole) {
    await markRestricted(tx, test, true)
    await endFilesWith(tx, { clientId, assignmentIds: [assignmentId] })
    await dropAnalysesWith(tx, { clientId, assignmentIds: [assignmentId] })
  } else await leaveOut(tx, test, scales, { setAside: true })
  const subject = subjectOf(key, 'restricted', clientId, assignmentId)
  const what = whole ? 'test' : 'scale'
  await markErased(tx, { clientId, subject, what, reason: 'restricted', counts: {} })
}

async function eraseCovered(
  tx: Executor,
  key: Buffer,
  test: Test,
  { whole, scales }: Covered,
  by: ErasedBy,
): Promise<void> {
  const { clientId, assignmentId } = test
  if (whole) return eraseTest(tx, key, await clientForErasing(tx, clientId), assignmentId, by)
  const { responses } = await forgetScales(tx, test, scales)
  await markScales(tx, key, test, scales, responses)
}

async function markScales(
  tx: Executor,
  key: Buffer,
  { clientId, assignmentId }: Test,
  scales: readonly string[],
  responses: number,
): Promise<void> {
  for (const scale of scales) {
    const subject = subjectOf(key, 'scale', clientId, assignmentId, scale)
    await markErased(tx, { clientId, subject, what: 'scale', reason: 'withdrawal', counts: { responses } })
  }
}

/**
 * Erases the scales again that these marks name, after a restore, within the caller's transaction.
 * @returns how many
 */
export async function eraseScalesAgain(
  tx: Executor,
  key: Buffer,
  test: Test,
  isMarked: (scale: string) => boolean,
): Promise<number> {
  const covered = await coveredByConsent(tx, test)
  const scales = covered?.whole ? [] : (covered?.scales ?? []).filter(isMarked)
  if (scales.length === 0) return 0
  const { changed, responses } = await forgetScales(tx, test, scales)
  // Withdrawn in the backup already: erased there too, but for what a hold kept then.
  if (covered?.open === 0 && !changed) return 0
  await withdrawConsents(tx, test)
  // In an earlier build's backup, a hold hid the whole test; see archiveOlder().
  await markRestricted(tx, test, false)
  await markScales(tx, key, test, scales, responses)
  return scales.length
}

/**
 * Erases a test again whose consent had been withdrawn, after a restore, within the caller's transaction. Its mark keeps the
 * reason, so that the next restore knows it too.
 */
export async function eraseWithdrawnAgain(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  assignmentId: string,
): Promise<void> {
  const test = { clientId: client.id, assignmentId }
  await withdrawConsents(tx, test)
  await endWithdrawn(tx, client, assignmentId)
  const subject = subjectOf(key, 'test', client.id, assignmentId)
  await markErased(tx, { clientId: client.id, subject, what: 'test', reason: 'withdrawal', counts: {} })
  await eraseTest(tx, key, client, assignmentId, { ...system, reason: 'restore' })
}

/**
 * Hides again what was hidden when a consent was withdrawn under a legal hold, after a restore, within the caller's transaction;
 * also where the backup is older than the hold, because the end of the period or of the hold erases it.
 * @returns false where nothing was open: withdrawn in the backup already, or erased again just now
 */
export async function restrictAgain(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  assignmentId: string,
): Promise<boolean> {
  const test = { clientId: client.id, assignmentId }
  const covered = await coveredByConsent(tx, test)
  if (covered === undefined || covered.open === 0) return false
  await withdrawConsents(tx, test)
  if (covered.whole) await endWithdrawn(tx, client, assignmentId)
  await restrict(tx, key, test, covered)
  return true
}

/** Erases what a legal hold has kept although its consent was withdrawn, within the transaction that ends the hold. */
export async function eraseRestricted(
  tx: Executor,
  key: Buffer,
  { clientId, membershipId }: { clientId: string; membershipId: string },
): Promise<void> {
  const by = { ...system, reason: 'withdrawal' } as const
  for (const assignmentId of await findKept(tx, { clientId, membershipId })) {
    const test = { clientId, assignmentId }
    const covered = await coveredByConsent(tx, test)
    await markRestricted(tx, test, false)
    if (covered !== undefined) await eraseCovered(tx, key, test, covered, by)
  }
}

/**
 * Under a hold, earlier builds hid a whole test when the consent for single scales was withdrawn, which told that somebody had
 * agreed to them. Does what withdraw() does now. @returns of how many tests
 * @throws AggregateError when some failed, after all were tried
 */
export async function archiveOlder(db: Database): Promise<number> {
  let tests = 0
  await isolated(await findHiddenForScales(db), async (test) => {
    if (await db.transaction().execute((tx) => setAsideOlderOne(tx, test))) tests += 1
  })
  return tests
}

async function setAsideOlderOne(
  tx: Executor,
  { membershipId, ...test }: Test & { readonly membershipId: string },
): Promise<boolean> {
  // The hold has ended since it was found: erased.
  if (!(await isHeld(tx, { clientId: test.clientId, membershipId }))) return false
  const covered = await coveredByConsent(tx, test)
  if (covered === undefined || covered.whole || covered.open > 0) return false
  await leaveOut(tx, test, covered.scales, { setAside: true })
  await markRestricted(tx, test, false)
  return true
}

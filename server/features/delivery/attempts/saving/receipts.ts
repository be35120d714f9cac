import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Received, ResponseInput } from '#contract/responses.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import { databaseTime } from '#server/db/clock-queries.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isClosed, score } from '#server/features/delivery/attempts/closing/close.ts'
import { type AttemptRow, lockAssignment, lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import { findSections } from '#server/features/delivery/attempts/taking-queries.ts'
import type { TestKey } from '#server/features/delivery/attempts/tokens.ts'
import { lateDecisionOf } from '#server/features/delivery/results/results.ts'
import { contentHash } from '#server/features/inventories/content-hash.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { Answer } from './group.ts'
import { findAttemptState, storeInTime } from './response-queries.ts'

/** The subject of a receipt: the answers with their sequence, and their sender. */
interface Sent {
  readonly token: string
  readonly testId: string
  readonly epoch: number | undefined
  readonly responses: Record<string, ResponseInput>
}

function proofOf(slipKey: Buffer, { token, testId, epoch, responses }: Sent, at: string): Buffer {
  const sent = contentHash({ testId, epoch, responses })
  return createHmac('sha256', slipKey).update(`answers received at ${at} from ${token}: ${sent}`).digest()
}

/** A receipt for answers that arrived then and could not be stored. Nothing of it is kept; the signature is enough. */
export function receiptOf(slipKey: Buffer, sent: Sent, arrived: Date): Received {
  const at = arrived.toISOString()
  return { at, proof: proofOf(slipKey, sent, at).toString('base64url') }
}

/** True when this installation gave the receipt for exactly these answers of this caller. */
export function isReceipt(slipKey: Buffer, sent: Sent, { at, proof }: Received): boolean {
  const expected = proofOf(slipKey, sent, at)
  const given = Buffer.from(proof, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * The greatest age of a receipt. A device tries again every half minute; a longer outage is a manager's decision,
 * because a receipt says when an answer was sent, and not that another one was not.
 */
const longestOutageMs = 10 * 60_000

/** Answers that arrived then, by a receipt. */
interface Arrived {
  readonly at: string
  readonly epoch: number | undefined
  readonly answers: readonly Answer[]
}

/** Credits answers of a save that came too late, where the request brings this server's receipt for them. */
export async function creditLate(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sent: Sent & { readonly received?: Received | undefined },
  { key, answers }: { key: TestKey; answers: readonly Answer[] },
): Promise<string[]> {
  const { received, epoch } = sent
  if (answers.length === 0 || received === undefined || !isReceipt(config.slipKey, sent, received)) return []
  return creditReceived(db, key, { at: received.at, epoch, answers })
}

/**
 * Counts answers as given in time that had arrived before their limit, and scores a closed attempt again. Only items
 * without an answer in time, and only until a manager has decided about the late ones.
 * @returns the items whose answers now count
 */
export async function creditReceived(db: Database, key: TestKey, arrived: Arrived): Promise<string[]> {
  const state = await findAttemptState(db, key)
  if (state === undefined) return []
  const { clientId } = key
  const assignmentId = state.assignment_id
  return db.transaction().execute(async (tx) => {
    await lockAssignment(tx, { clientId, id: assignmentId })
    const attempt = await lockAttempt(tx, { clientId, assignmentId })
    return attempt === undefined ? [] : creditLocked(tx, attempt, arrived)
  })
}

/** The same within the caller's transaction, of an attempt that it has locked. */
export async function creditLocked(
  tx: Executor,
  attempt: AttemptRow,
  { at, epoch, answers }: Arrived,
): Promise<string[]> {
  const arrived = new Date(at)
  if ((await databaseTime(tx)).getTime() - arrived.getTime() > longestOutageMs) return []
  if (attempt.closed_by === 'person' || attempt.closed_by === 'cancelled') return []
  const key = { clientId: attempt.client_id, attemptId: attempt.id }
  if ((await lateDecisionOf(tx, key)) !== null) return []
  const sections = await findSections(tx, key)
  const { definition, sensitiveItems } = await getVersion(tx, attempt.version_id)
  // A scale may have been withdrawn since the answers were sent.
  const without = itemsLeftOut(definition, attempt.left_out)
  const asked = answers.filter(({ itemId }) => !without.has(itemId))
  const inTime = asked.filter(({ timedSection }) =>
    // An attempt without a limit ends with its last day.
    [
      attempt.deadline,
      attempt.closed_at,
      sections.find((one) => one.section_id === timedSection)?.deadline ?? null,
    ].every((limit) => limit === null || arrived < limit),
  )
  const ofEpoch = Math.min(epoch ?? attempt.epoch, attempt.epoch)
  const counted = await storeInTime(tx, key, { epoch: ofEpoch, answers: inTime })
  if (counted.length === 0) return []
  if (isClosed(attempt)) await score(tx, attempt, { by: 'time' })
  // A sensitive scale's named readers alone may know who was asked about it, and admins read the client's activity.
  const items = counted.filter((id) => !sensitiveItems.has(id))
  await recordAudit(tx, {
    action: 'late_answers_decided',
    reason: 'received',
    by: system,
    subjectId: attempt.user_id,
    ...(items.length > 0 && { clientId: attempt.client_id }),
    details: { code: definition.code, at, items },
  })
  return counted
}

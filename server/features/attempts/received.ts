import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Received, ResponseInput } from '#contract/responses.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { contentHash } from '#server/features/inventories/content-hash.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { lateDecisionOf } from '#server/features/results/results.ts'
import { isClosed, score } from './close.ts'
import type { Answer } from './group.ts'
import { lockAssignment, lockAttempt } from './queries.ts'
import { findAttemptState, storeInTime } from './response-queries.ts'
import { findSections } from './taking-queries.ts'
import type { TestKey } from './tokens.ts'

/** What a receipt is about: the answers with their sequence, and whose they are. */
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

/** Whether this installation gave the receipt for exactly these answers of this caller. */
export function isReceipt(slipKey: Buffer, sent: Sent, { at, proof }: Received): boolean {
  const expected = proofOf(slipKey, sent, at)
  const given = Buffer.from(proof, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * How old a receipt may be. A device tries again every half minute; a longer outage is a manager's decision, because a receipt
 * says when an answer was sent, and not that another one was not.
 */
const longestOutageMs = 10 * 60_000

/**
 * Counts answers as given in time that had arrived before their limit, and scores a closed attempt again. Only items
 * without an answer in time, and only until a manager has decided about the late ones.
 * @param at when they arrived, by a receipt
 * @returns the items whose answers now count
 */
export async function creditReceived(
  db: Database,
  { clientId, attemptId, versionId }: TestKey,
  { at, epoch, answers }: { at: string; epoch: number | undefined; answers: readonly Answer[] },
): Promise<string[]> {
  const arrived = new Date(at)
  if (Date.now() - arrived.getTime() > longestOutageMs) return []
  const state = await findAttemptState(db, { clientId, attemptId })
  if (state === undefined) return []
  const assignmentId = state.assignment_id
  return db.transaction().execute(async (tx) => {
    await lockAssignment(tx, { clientId, id: assignmentId })
    const attempt = await lockAttempt(tx, { clientId, assignmentId })
    if (attempt === undefined || attempt.closed_by === 'person' || attempt.closed_by === 'cancelled')
      return []
    if ((await lateDecisionOf(tx, { clientId, attemptId })) !== null) return []
    const sections = await findSections(tx, { clientId, attemptId })
    const inTime = answers.filter(({ timedSection }) =>
      // An attempt without a limit ends with its last day.
      [
        attempt.deadline,
        attempt.closed_at,
        sections.find((one) => one.section_id === timedSection)?.deadline ?? null,
      ].every((limit) => limit === null || arrived < limit),
    )
    const ofEpoch = Math.min(epoch ?? state.epoch, state.epoch)
    const counted = await storeInTime(tx, { clientId, attemptId }, { epoch: ofEpoch, answers: inTime })
    if (counted.length === 0) return []
    if (isClosed(attempt)) await score(tx, attempt, { by: 'time', withLate: false })
    const { definition } = await getVersion(tx, versionId)
    await recordAudit(tx, {
      action: 'late_answers_decided',
      reason: 'received',
      actorId: null,
      subjectId: attempt.user_id,
      clientId,
      address: '',
      details: { code: definition.code, at, items: counted },
    })
    return counted
  })
}

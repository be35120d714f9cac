import { createDecipheriv } from 'node:crypto'
import { readRescue, toBase64url } from '#contract/rescueFile.ts'
import { type Rescued, rescued } from '#contract/rescues.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor } from '#server/db/database.ts'
import { endOpenPractice } from '#server/features/delivery/attempts/clock/practice-queries.ts'
import { markUsed } from '#server/features/delivery/attempts/clock/time-queries.ts'
import { handInWithin } from '#server/features/delivery/attempts/closing/close.ts'
import { type AttemptRow, lockAssignment, lockAttempt } from '#server/features/delivery/attempts/queries.ts'
import { afterStoring } from '#server/features/delivery/attempts/saving/effects/index.ts'
import type { Answer } from '#server/features/delivery/attempts/saving/group.ts'
import { creditLocked, isReceipt } from '#server/features/delivery/attempts/saving/receipts.ts'
import { findAttemptState } from '#server/features/delivery/attempts/saving/response-queries.ts'
import { readAnswers } from '#server/features/delivery/attempts/saving/save.ts'
import type { WaitingContent } from '#server/features/delivery/attempts/saving/waiting.ts'
import { readTestId, type TestKey } from '#server/features/delivery/attempts/tokens.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { surplusOf } from '#server/http/surplus.ts'
import { rescueKeyOf } from '#server/secrets.ts'
import { findUnstored, storeRescued } from './rescue-queries.ts'

/** The assignment that a testId belongs to. @throws Failure not_found */
export async function assignmentOfTest(db: Executor, testId: string): Promise<string> {
  const key = readTestId(testId)
  const state = key && (await findAttemptState(db, key))
  if (key === undefined || state?.version_id !== key.versionId) throw new Failure('not_found')
  return state.assignment_id
}

/** @throws Failure rescue_damaged for anything but what a device encrypted for this attempt */
function opened(slipKey: Buffer, testId: string, key: TestKey, text: string): Rescued {
  const damaged = () => new Failure('rescue_damaged')
  const rescue = readRescue(Uint8Array.from(Buffer.from(text, 'base64url')))
  // The tag is checked against the testId of the address, whose attempt the caller may have.
  if (rescue?.testId !== testId || toBase64url(Buffer.from(text, 'base64url')) !== text) throw damaged()
  const { head, nonce, sealed } = rescue
  const decipher = createDecipheriv('aes-256-gcm', rescueKeyOf(slipKey, key), nonce, { authTagLength: 16 })
    .setAAD(head)
    .setAuthTag(sealed.slice(-16))
  let content: unknown
  try {
    const bytes = Buffer.concat([decipher.update(sealed.slice(0, -16)), decipher.final()])
    content = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw damaged()
  }
  const parsed = surplusOf(rescued, content) ? undefined : rescued.safeParse(content)
  if (!parsed?.success) throw damaged()
  return parsed.data
}

interface Importing {
  slipKey: Buffer
  testId: string
  rescue: string
  by: By
}

/**
 * Stores what a device could not send, within the caller's transaction. What is late is decided as for a save; the attempt's
 * token may have run out, because a manager answers for it. Where the person had pressed Submit and nobody has opened the test
 * since, it is handed in. The record says so, also of a repetition.
 * @throws Failure rescue_damaged; attempt_submitted where the test was handed in without these answers; assignment_closed
 */
export async function importRescued(tx: Executor, { slipKey, testId, rescue, by }: Importing) {
  const key = readTestId(testId)
  if (key === undefined) throw new Failure('not_found')
  const content = opened(slipKey, testId, key, rescue)
  const version = await getVersion(tx, key.versionId)
  const assignmentId = await assignmentOfTest(tx, testId)
  await lockAssignment(tx, { clientId: key.clientId, id: assignmentId })
  const attempt = await lockAttempt(tx, { clientId: key.clientId, assignmentId })
  if (attempt === undefined || attempt.closed_by === 'cancelled') throw new Failure('assignment_closed')
  const { answers, refused } = answersOf(version, attempt, content)
  const sent = { epoch: Math.min(content.epoch, attempt.epoch), answers }
  const stored = await storeOpen(tx, key, attempt, sent)
  const credited = await credit(tx, attempt, { slipKey, testId, version, stored, content })
  const open = attempt.closed_by === null
  await afterStoring(tx, {
    key,
    definition: version.definition,
    answers: open && stored.length > 0 ? answers : [],
    practising: true,
    used: { readAloudUsed: content.readAloud, autoNextUsed: content.autoNext },
  })
  const submits = open && content.handedIn && content.epoch === attempt.epoch
  if (submits) await handInWithin(tx, { clientId: key.clientId, assignmentId })
  // Numbers say nothing of sensitive scales: who brings the answers is not to learn who was asked.
  const told = stored.filter(({ item_id: id }) => !version.sensitiveItems.has(id))
  const late = told.filter(({ item_id: id, late }) => late && !credited.includes(id)).length
  const { code } = version.definition
  await recordAudit(tx, {
    action: 'answers_rescued',
    by,
    subjectId: attempt.user_id,
    clientId: key.clientId,
    details: { code, assignmentId, quantity: told.length, late, handedIn: submits },
  })
  const already = answers.filter(({ itemId }) => !version.sensitiveItems.has(itemId)).length - told.length
  return {
    stored: told.length,
    late,
    already,
    refused,
    handedIn: submits || attempt.closed_by === 'person',
  }
}

/**
 * Stores what a withdrawn tablet has sent, once a manager accepts it, within the caller's transaction. What is late is decided
 * as for a rescue file; where the person had pressed Submit and the test is still open, it is handed in.
 * @returns false where the test was handed in or cancelled meanwhile
 */
export async function acceptSaved(
  tx: Executor,
  { clientId, assignmentId }: { clientId: string; assignmentId: string },
  waiting: Extract<WaitingContent, { kind: 'saved' }>,
): Promise<boolean> {
  const attempt = await lockAttempt(tx, { clientId, assignmentId })
  if (attempt === undefined || attempt.closed_by === 'cancelled' || attempt.closed_by === 'person')
    return false
  const version = await getVersion(tx, attempt.version_id)
  const read = readAnswers(version, waiting.responses)
  if ('wrong' in read) throw new Failure('delivery_unusable')
  const without = itemsLeftOut(version.definition, attempt.left_out)
  const answers = read.filter(({ itemId }) => !without.has(itemId))
  const key = { clientId, attemptId: attempt.id, versionId: version.id }
  const epoch = Math.min(waiting.epoch ?? attempt.epoch, attempt.epoch)
  const stored = await storeRescued(tx, key, { epoch, answers })
  const open = attempt.closed_by === null
  // Nobody is in the test while a manager decides: no section's clock begins.
  if (open && stored.length > 0) await endOpenPractice(tx, key)
  await markUsed(tx, key, waiting)
  if (open && waiting.submitted && (waiting.epoch ?? attempt.epoch) === attempt.epoch)
    await handInWithin(tx, { clientId, assignmentId })
  return true
}

async function storeOpen(
  tx: Executor,
  key: TestKey,
  attempt: AttemptRow,
  sent: { epoch: number; answers: readonly Answer[] },
) {
  if (attempt.closed_by !== 'person') return storeRescued(tx, key, sent)
  if ((await findUnstored(tx, key, sent)).length > 0) throw new Failure('attempt_submitted')
  return []
}

/** The answers as the device would have sent them, without those that fit no item, because nobody can correct them here. */
function answersOf(
  version: Version,
  { left_out: leftOut }: AttemptRow,
  { since, answers }: Rescued,
): { answers: Answer[]; refused: number } {
  const without = itemsLeftOut(version.definition, leftOut)
  const start = Date.parse(since)
  const newest = new Map(answers.toSorted((a, b) => a[1] - b[1]).map((answer) => [answer[0], answer]))
  const read = [...newest.values()].map(([id, seq, value, after, elapsedMs]) => {
    const at = new Date(start + after).toISOString()
    return readAnswers(version, { [id]: { value, seq, at, ...(elapsedMs !== null && { elapsedMs }) } })
  })
  const fitting = read.flatMap((one) => ('wrong' in one ? [] : one))
  // Answers to a scale that is not asked any more are no fault of the file.
  const good = fitting.filter(({ itemId }) => !without.has(itemId))
  return { answers: good, refused: newest.size - fitting.length }
}

interface Crediting {
  slipKey: Buffer
  testId: string
  version: Version
  stored: readonly { item_id: string; late: boolean }[]
  content: Rescued
}

/** Late answers that the server itself had received in time count, by the same rules as where the device sends them again. */
async function credit(
  tx: Executor,
  attempt: AttemptRow,
  { slipKey, testId, version, stored, content: { receipts } }: Crediting,
): Promise<string[]> {
  const late = stored.flatMap(({ item_id: id, late }) => (late ? [id] : []))
  if (receipts === undefined || late.length === 0) return []
  const credited: string[] = []
  for (const { at, proof, epoch, responses } of receipts.list) {
    if (!isReceipt(slipKey, { token: receipts.token, testId, epoch, responses }, { at, proof })) continue
    const answers = readAnswers(version, responses)
    if ('wrong' in answers) continue
    const meant = answers.filter(({ itemId }) => late.includes(itemId))
    for (const id of await creditLocked(tx, attempt, { at, epoch, answers: meant })) credited.push(id)
  }
  return credited
}

import { z } from 'zod'
import { isSequenced, type ResponseInput, responseInput } from '#contract/responses.ts'
import { deviceClass } from '#contract/signals.ts'
import { deliverOfflineAttempt } from '#contract/tablets.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { lockAssignment } from '#server/features/delivery/attempts/queries.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { addJob } from '#server/jobs/add.ts'
import { seal, unseal } from '#server/sealing.ts'
import { sendWaitingNotice } from './waiting-mail.ts'
import {
  hasWaiting,
  lockWaiting,
  type NewWaiting,
  type WithdrawnToken,
  writeWaiting,
} from './waiting-queries.ts'

/** A pending delivery: a test that a tablet began without a connection, or answers to one that the server knows. */
const content = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begun'),
    body: deliverOfflineAttempt.body,
    device: deviceClass,
    address: z.string(),
  }),
  z.object({
    kind: z.literal('saved'),
    responses: z.record(z.string(), responseInput),
    epoch: z.number().int().optional(),
    readAloudUsed: z.boolean(),
    autoNextUsed: z.boolean(),
    submitted: z.boolean(),
  }),
])
export type WaitingContent = z.output<typeof content>

const purpose = 'terazi waiting delivery'

/** A copy of the database tells no answers that nobody has accepted. */
const sealed = (slipKey: Buffer, id: string, waiting: WaitingContent): Buffer =>
  seal(slipKey, purpose, id, Buffer.from(JSON.stringify(waiting)))

/** @throws Error when it was changed, or stored with another key */
export const unsealed = (slipKey: Buffer, id: string, bytes: Buffer): WaitingContent =>
  content.parse(JSON.parse(unseal(slipKey, purpose, id, bytes).toString()))

export interface Holding extends Pick<NewWaiting, 'clientId' | 'testDayId' | 'assignmentId' | 'tabletId'> {
  begunId: string
  versionId: string
  userId: string | null
  reason: NewWaiting['reason']
  address: string
  waiting: WaitingContent
}

/**
 * Keeps a delivery until a manager decides, within the caller's transaction that holds the assignment. Delivered again, what
 * waits is renewed; what was decided stays so.
 */
export async function hold(tx: Executor, slipKey: Buffer, holding: Holding): Promise<void> {
  const { clientId, assignmentId, tabletId, testDayId, begunId, reason } = holding
  const before = await lockWaiting(tx, { clientId, tabletId, assignmentId, begunId })
  const open = before?.sealed ? { ...before, sealed: before.sealed } : undefined
  if (before !== undefined && open === undefined && holding.waiting.kind === 'begun') return
  const id = open?.id ?? newId()
  const waiting = open ? merged(unsealed(slipKey, open.id, open.sealed), holding.waiting) : holding.waiting
  const { sensitiveItems } = await getVersion(tx, holding.versionId)
  const of = waiting.kind === 'begun' ? waiting.body : waiting
  const answered = Object.keys(of.responses).filter((itemId) => !sensitiveItems.has(itemId)).length
  const submitted = waiting.kind === 'begun' ? waiting.body.submittedAfterMs !== undefined : waiting.submitted
  const refused = waiting.kind === 'begun' && waiting.body.refused === true
  const isFirst = !(await hasWaiting(tx, { clientId, testDayId }))
  await writeWaiting(tx, {
    clientId,
    id,
    testDayId,
    assignmentId,
    tabletId,
    begunId,
    reason,
    answered,
    submitted: submitted && !refused,
    refused,
    sealed: sealed(slipKey, id, waiting),
  })
  if (open !== undefined) return
  if (isFirst)
    for (const { userId } of await managersToWrite(tx, clientId))
      await addJob(tx, sendWaitingNotice, { clientId, testDayId, userId })
  await recordAudit(tx, {
    action: 'tablet_delivery_waits',
    reason,
    by: visitor(holding.address),
    subjectId: holding.userId,
    clientId,
    details: { quantity: answered },
  })
}

/** Why a delivery waits, or waited until it was decided; undefined for one that never did. */
export async function reasonHeld(
  tx: Executor,
  key: { clientId: string; tabletId: string; assignmentId: string; begunId: string },
): Promise<NewWaiting['reason'] | undefined> {
  return (await lockWaiting(tx, key))?.reason
}

const seqOf = (input: ResponseInput | undefined) =>
  input !== undefined && isSequenced(input) ? input.seq : 0

/** Answers come in several requests: of each item the newest stays. */
function merged(before: WaitingContent, now: WaitingContent): WaitingContent {
  if (before.kind !== 'saved' || now.kind !== 'saved') return now
  const newer = Object.entries(now.responses).filter(
    ([itemId, input]) => seqOf(input) >= seqOf(before.responses[itemId]),
  )
  return {
    ...now,
    responses: { ...before.responses, ...Object.fromEntries(newer) },
    readAloudUsed: before.readAloudUsed || now.readAloudUsed,
    autoNextUsed: before.autoNextUsed || now.autoNextUsed,
    submitted: before.submitted || now.submitted,
  }
}

/** Keeps what a withdrawn tablet sends with the token of a test that was begun on it. */
export async function holdSaved(
  db: Database,
  slipKey: Buffer,
  token: WithdrawnToken,
  saved: { address: string; waiting: Extract<WaitingContent, { kind: 'saved' }> },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAssignment(tx, { clientId: token.client_id, id: token.assignment_id })
    await hold(tx, slipKey, {
      clientId: token.client_id,
      testDayId: token.test_day_id,
      tabletId: token.tablet_id,
      assignmentId: token.assignment_id,
      begunId: token.attempt_id,
      versionId: token.version_id,
      userId: token.user_id,
      reason: 'withdrawn',
      ...saved,
    })
  })
}

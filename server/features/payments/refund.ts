import { z } from 'zod'
import { refundOf } from '#contract/orderAmounts.ts'
import type { Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import type { AuthorizedOrder } from '#server/features/orders/access.ts'
import { sendRefunded } from '#server/features/orders/jobs.ts'
import { addEvent, type HeldOrder, holdOrder } from '#server/features/orders/settle.ts'
import { restoreOrder, takeBackOrder } from '#server/features/quotas/quotas.ts'
import { Failure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import type { RefundOutcome } from '#server/payments/provider.ts'
import type { PaymentDeps } from './check.ts'
import {
  claimRefund,
  findCharge,
  findDueRefunds,
  hasOpenRefund,
  holdRefund,
  insertRefund,
  markRefund,
  moveRefunded,
  type RefundLines,
  type RefundRef,
} from './refund-queries.ts'

const chargedItems = z.array(z.object({ id: z.string(), transactionId: z.string() }))

/**
 * Takes the quota back and asks for the refund, in the caller's transaction; the provider is asked afterwards. A bank transfer is
 * given back by hand, as a whole.
 * @returns the refund, to be carried out now where a card was charged
 * @throws Failure order_not_settled, refund_under_way, nothing_to_refund, refund_refused, quota_used
 */
export async function requestRefund(
  tx: Executor,
  { client, id: orderId }: AuthorizedOrder,
  by: { userId: string; address: string },
  wanted: { lines?: readonly { inventoryId: string; quantity: number }[] | undefined; reason: string },
): Promise<RefundRef & { byCard: boolean }> {
  const ref = { clientId: client.id, orderId }
  const order = await holdOrder(tx, { clientId: client.id, id: orderId })
  if (order.status !== 'paid' && order.status !== 'approved') throw new Failure('order_not_settled')
  if (await hasOpenRefund(tx, order)) throw new Failure('refund_under_way')
  const byCard = order.status === 'paid'
  if (!byCard && wanted.lines !== undefined) throw new Failure('refund_refused')
  const charge = byCard ? await findCharge(tx, ref) : undefined
  const items = chargedItems.parse(charge?.items ?? [])
  const lines = linesOf(order, wanted.lines, items)
  const short = await takeBackOrder(tx, { ...ref, number: order.number, by: by.userId, lines })
  if (short !== undefined) {
    const code = order.lines.find((line) => line.inventory_id === short.inventoryId)?.code ?? ''
    throw new Failure('quota_used', {
      variables: { code, left: short.left },
      details: { code, left: short.left },
    })
  }
  await moveRefunded(tx, order, lines, 1)
  const amountKurus = lines.reduce((sum, line) => sum + line.kurus, 0)
  const state = byCard ? 'requested' : 'succeeded'
  const id = await insertRefund(tx, {
    ...ref,
    state,
    amountKurus,
    lines,
    reason: wanted.reason,
    by: by.userId,
  })
  await addEvent(tx, { ...ref, what: 'refund_requested', userId: by.userId })
  if (!byCard) {
    await addEvent(tx, { ...ref, what: 'refunded', userId: by.userId })
    await addJob(tx, sendRefunded, { ...ref, refundId: id })
  }
  await recordAudit(tx, {
    action: 'order_refunded',
    actorId: by.userId,
    clientId: client.id,
    address: by.address,
    details: {
      order: order.number,
      amountKurus,
      quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    },
  })
  return { clientId: client.id, id, byCard }
}

/** What is given back of each line: what is asked for, or all that has not been refunded. */
function linesOf(
  order: HeldOrder,
  wanted: readonly { inventoryId: string; quantity: number }[] | undefined,
  items: readonly { id: string; transactionId: string }[],
): RefundLines {
  const lines = order.lines.flatMap((line) => {
    const left = line.quantity - line.refunded_quantity
    const asked = wanted?.filter((one) => one.inventoryId === line.inventory_id)
    const quantity = asked === undefined ? left : asked.reduce((sum, one) => sum + one.quantity, 0)
    if (quantity > left) throw new Failure('nothing_to_refund')
    if (quantity === 0) return []
    const paid = { quantity: line.quantity, paidKurus: line.net_kurus + line.tax_kurus }
    return [
      {
        inventoryId: line.inventory_id,
        quantity,
        kurus: refundOf(paid, line.refunded_quantity, quantity),
        transactionId: items.find((item) => item.id === line.inventory_id)?.transactionId ?? null,
        done: false,
      },
    ]
  })
  const unknown = wanted?.some((one) => !order.lines.some((line) => line.inventory_id === one.inventoryId))
  if (unknown || lines.length === 0) throw new Failure('nothing_to_refund')
  return lines
}

/**
 * Has the provider carry a refund out, or finds out whether it has. A line whose answer never came is looked for in the
 * provider's report before it is asked for again, so nothing is given back twice.
 */
export async function carryOutRefund(
  deps: PaymentDeps,
  ref: RefundRef,
  { first = false } = {},
): Promise<void> {
  const { db, payments, log } = deps
  const claimed = await claimRefund(db, ref, { first })
  if (claimed === undefined) return
  const charge = await findCharge(db, { clientId: ref.clientId, orderId: claimed.orderId })
  const known =
    first || charge?.paymentId == null
      ? []
      : await payments.readRefunds({ paymentId: charge.paymentId, conversationId: charge.id })
  const outcomes: { line: RefundLines[number]; outcome: RefundOutcome }[] = []
  for (const [at, line] of claimed.lines.entries()) {
    const conversationId = `${ref.id}-${at}`
    if (line.done || known?.some((refund) => refund.conversationId === conversationId))
      outcomes.push({ line: { ...line, done: true }, outcome: { kind: 'refunded' } })
    else if (known === undefined || line.transactionId === null)
      outcomes.push({ line, outcome: { kind: 'unknown', problem: 'the report cannot be read' } })
    else {
      const { transactionId, kurus } = line
      const outcome = await payments.refund({ conversationId, transactionId, kurus })
      outcomes.push({ line: { ...line, done: outcome.kind === 'refunded' }, outcome })
    }
  }
  const lines = outcomes.map((one) => one.line)
  const refused = outcomes.filter(({ outcome }) => outcome.kind === 'failed').length
  const state = lines.every((line) => line.done)
    ? 'succeeded'
    : refused === lines.length
      ? 'failed'
      : 'unknown'
  if (state === 'unknown') log.warn({ refund: ref.id }, 'a refund is in doubt')
  await db.transaction().execute(async (tx) => {
    const order = await holdOrder(tx, { clientId: ref.clientId, id: claimed.orderId })
    const refund = await holdRefund(tx, ref)
    if (refund === undefined) return
    await markRefund(tx, ref, state, lines)
    const of = { clientId: ref.clientId, orderId: order.id }
    if (state === 'succeeded') {
      await addEvent(tx, { ...of, what: 'refunded', userId: null })
      await addJob(tx, sendRefunded, { ...of, refundId: ref.id })
    }
    if (state === 'failed') {
      await moveRefunded(tx, order, lines, -1)
      await restoreOrder(tx, { ...of, number: order.number, by: refund.created_by, lines })
      await addEvent(tx, { ...of, what: 'refund_failed', userId: null })
    }
  })
}

/** Settles the refunds in doubt. */
export async function sweepRefunds(deps: PaymentDeps): Promise<void> {
  for (const refund of await findDueRefunds(deps.db)) {
    try {
      await carryOutRefund(deps, refund)
    } catch (error) {
      deps.log.error({ err: error, refund: refund.id }, 'a refund could not be settled')
    }
  }
}

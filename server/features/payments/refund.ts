import { z } from 'zod'
import type { BodyOf } from '#contract/kit.ts'
import { refundOf } from '#contract/orderAmounts.ts'
import type { refundOrder as refundCall, settleRefund as settleCall } from '#contract/orders.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import type { AuthorizedOrder } from '#server/features/orders/access.ts'
import { chargeOf, receivedOf } from '#server/features/orders/charges.ts'
import { sendRefunded } from '#server/features/orders/jobs.ts'
import { orderObject, readerOf } from '#server/features/orders/order-object.ts'
import type { RefundLines } from '#server/features/orders/refund-lines.ts'
import { addEvent, type LockedOrder, lockOrder } from '#server/features/orders/settle.ts'
import { debitOrder, restoreOrder } from '#server/features/quota/quotas.ts'
import { Failure } from '#server/http/failure.ts'
import { once } from '#server/http/idempotency.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import type { ReportedRefund } from '#server/payments/provider.ts'
import { type PaymentDeps, paymentDeps } from './check.ts'
import {
  claimRefund,
  findDueRefunds,
  findRefundIds,
  hasOpenRefund,
  insertRefund,
  keepLines,
  lockClaimedRefund,
  lockRefund,
  markDecided,
  markSettledBy,
  markUndecided,
  moveRefunded,
  type RefundRef,
} from './refund-queries.ts'

type Line = RefundLines[number]

const chargedItems = z.array(z.object({ id: z.string(), transactionId: z.string() }))

/** The provider's report may lag behind: only what it has not shown for this long is asked for again. */
const reportLag = 24 * 3_600_000

const requested = z.object({ clientId: z.string(), id: z.string(), byCard: z.boolean() })

/** Refunds an order: by card the provider is asked at once, after what is taken back was committed. */
export async function refundOrder(
  db: Database,
  order: AuthorizedOrder,
  wanted: BodyOf<typeof refundCall>,
  actor: Actor,
  { deps, key, request }: Context,
) {
  const refund = await db.transaction().execute((tx) =>
    once(
      tx,
      key,
      () => requestRefund(tx, order, wanted, actor),
      (stored) => requested.parse(stored),
    ),
  )
  const paying = paymentDeps(deps, request.log)
  // A refund stays in doubt while there is no provider, and the sweeper goes on once there is one.
  if (refund.byCard && paying !== undefined) await carryOutRefund(paying, refund, { first: true })
  return orderObject(db, order, readerOf(actor, deps.config.sales))
}

/**
 * Takes the quota back and asks for the refund, in the caller's transaction; the provider is asked afterwards. A bank transfer is
 * given back by hand.
 * @returns the refund, to be carried out now where a card was charged
 * @throws Failure order_not_settled, refund_under_way, nothing_to_refund, quota_used
 */
export async function requestRefund(
  tx: Executor,
  { client, id: orderId }: AuthorizedOrder,
  wanted: BodyOf<typeof refundCall>,
  by: By,
): Promise<z.output<typeof requested>> {
  const ref = { clientId: client.id, orderId }
  const order = await lockOrder(tx, { clientId: client.id, id: orderId })
  if (order.status !== 'paid' && order.status !== 'approved') throw new Failure('order_not_settled')
  if (await hasOpenRefund(tx, order)) throw new Failure('refund_under_way')
  const byCard = order.status === 'paid'
  const charge = byCard ? await chargeOf(tx, ref) : undefined
  const lines = linesOf(order, wanted.lines, charge?.items ?? [])
  const short = await debitOrder(tx, { ...ref, number: order.number, by: by.userId, lines })
  if (short !== undefined) {
    const code = order.lines.find((line) => line.inventory_id === short.inventoryId)?.code ?? ''
    throw new Failure('quota_used', {
      variables: { code, left: short.left },
      details: { code, left: short.left },
    })
  }
  await moveRefunded(tx, order, lines, 1)
  const state = byCard ? 'requested' : 'succeeded'
  const id = await insertRefund(tx, { ...ref, state, lines, reason: wanted.reason, by: by.userId })
  await addEvent(tx, { ...ref, what: 'refund_requested', userId: by.userId })
  if (!byCard) {
    await addEvent(tx, { ...ref, what: 'refunded', userId: by.userId })
    await addJob(tx, sendRefunded, { ...ref, refundId: id })
  }
  await recordAudit(tx, {
    action: 'order_refunded',
    by,
    clientId: client.id,
    details: {
      order: order.number,
      amountKurus: lines.reduce((sum, line) => sum + line.kurus, 0),
      quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    },
  })
  return { clientId: client.id, id, byCard }
}

/** The lines to give back: the wanted ones, or all that has not been refunded. */
function linesOf(
  order: LockedOrder,
  wanted: readonly { inventoryId: string; quantity: number }[] | undefined,
  charged: unknown,
): RefundLines {
  const items = chargedItems.parse(charged)
  const costs = order.lines.map((line) => ({
    inventoryId: line.inventory_id,
    totalKurus: line.net_kurus + line.tax_kurus,
  }))
  const received = receivedOf(costs, { items: charged, transfer: order.transfer })
  const lines = order.lines.flatMap((line, at): Line[] => {
    const left = line.quantity - line.refunded_quantity
    const asked = wanted?.filter((one) => one.inventoryId === line.inventory_id)
    const quantity = asked === undefined ? left : asked.reduce((sum, one) => sum + one.quantity, 0)
    if (quantity > left) throw new Failure('nothing_to_refund')
    if (quantity === 0) return []
    const shareOf = (paidKurus: number) =>
      refundOf({ quantity: line.quantity, paidKurus }, line.refunded_quantity, quantity)
    const returnedKurus = shareOf(received[at] ?? 0)
    return [
      {
        inventoryId: line.inventory_id,
        quantity,
        kurus: shareOf(costs[at]?.totalKurus ?? 0),
        returnedKurus,
        transactionId: items.find((item) => item.id === line.inventory_id)?.transactionId ?? null,
        // A person sends back the money of a transfer.
        state: order.status === 'approved' || returnedKurus === 0 ? 'done' : 'open',
        asks: 0,
        askedAt: null,
      },
    ]
  })
  const unknown = wanted?.some((one) => !order.lines.some((line) => line.inventory_id === one.inventoryId))
  if (unknown || lines.length === 0) throw new Failure('nothing_to_refund')
  return lines
}

/**
 * Has the provider carry a refund out, or finds out whether it has. Each line is written down before the provider is asked for it
 * and after its answer, so the next owner, after a process that died, knows what may have gone through: that is looked for in the
 * provider's report, and nothing is given back twice.
 */
export async function carryOutRefund(
  deps: PaymentDeps,
  ref: RefundRef,
  { first = false } = {},
): Promise<void> {
  const { db, payments, log } = deps
  const claimed = await claimRefund(db, ref, { first })
  if (claimed === undefined) return
  let lines = claimed.lines
  const set = (at: number, line: Line) => {
    lines = lines.with(at, line)
    return keepLines(db, claimed, lines)
  }
  const charge = lines.some((line) => line.state === 'asked')
    ? await chargeOf(db, { clientId: ref.clientId, orderId: claimed.orderId })
    : undefined
  const report =
    charge?.paymentId == null
      ? undefined
      : await payments.readRefunds({ paymentId: charge.paymentId, conversationId: charge.id })
  // Somebody gave something back in the provider's panel: it may be this, and only a person knows.
  const ours = await findRefundIds(db, { clientId: ref.clientId, orderId: claimed.orderId })
  const byHand = report?.some(({ conversationId }) => !ours.some((id) => conversationId.startsWith(id)))
  for (const [at, line] of lines.entries()) {
    const conversationId = `${ref.id}-${at}`
    const entries = report?.filter((refund) => refund.conversationId === conversationId)
    const found = line.state === 'asked' ? lookedUp(line, entries) : line.state
    if (found !== 'open' && found !== 'again') {
      if (found !== line.state && !(await set(at, { ...line, state: found }))) return
      continue
    }
    if (found === 'again' && (claimed.late || byHand)) continue
    const { transactionId, returnedKurus } = line
    if (transactionId === null) {
      if (!(await set(at, { ...line, state: 'refused' }))) return
      continue
    }
    const asked: Line = { ...line, state: 'asked', asks: line.asks + 1, askedAt: new Date().toISOString() }
    // Nothing is asked for any more once somebody else has taken over.
    if (!(await set(at, asked))) return
    const outcome = await payments.refund({ conversationId, transactionId, kurus: returnedKurus })
    // A second request may be refused because the first one went through.
    const refused = outcome.kind === 'failed' && asked.asks === 1
    if (outcome.kind === 'refunded' || refused)
      if (!(await set(at, { ...asked, state: refused ? 'refused' : 'done' }))) return
    // The provider does not answer: the other lines have not been asked for, and can be later.
    if (outcome.kind === 'unknown') break
  }
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, { clientId: ref.clientId, id: claimed.orderId })
    const refund = await lockClaimedRefund(tx, claimed)
    if (refund === undefined) return
    if (lines.every((line) => line.state === 'done' || line.state === 'refused'))
      return decide(tx, order, { ...ref, lines, by: refund.created_by })
    log.warn({ refund: ref.id }, 'a refund is in doubt')
    await markUndecided(tx, ref)
  })
}

/** The state of a line whose answer was unknown, by the provider's report. */
function lookedUp(line: Line, entries: readonly ReportedRefund[] | undefined): Line['state'] | 'again' {
  if (entries === undefined) return 'asked'
  if (entries.some((entry) => entry.state === 'done')) return 'done'
  if (entries.length >= line.asks && entries.every((entry) => entry.state === 'failed')) return 'refused'
  const silent = line.askedAt !== null && Date.now() - Date.parse(line.askedAt) > reportLag
  return entries.length === 0 && silent ? 'again' : 'asked'
}

/**
 * Ends a refund in doubt by what an admin has seen in the provider's panel.
 * @throws Failure not_found, refund_not_in_doubt, refund_under_way while the provider is being asked
 */
export async function settleRefund(
  tx: Tx,
  { client, id: orderId }: AuthorizedOrder,
  { givenBack, reason }: BodyOf<typeof settleCall>,
  by: By,
  { params: { refundId } }: Context<typeof settleCall>,
): Promise<void> {
  const { userId } = by
  const clientId = client.id
  const ref = { clientId, orderId, id: refundId }
  const order = await lockOrder(tx, { clientId, id: orderId })
  const refund = await lockRefund(tx, ref)
  if (refund === undefined) throw new Failure('not_found')
  if (refund.claimed) throw new Failure('refund_under_way')
  if (refund.state !== 'requested' && refund.state !== 'unknown') throw new Failure('refund_not_in_doubt')
  const lines = refund.lines.map((line): Line => {
    if (line.state === 'done' || line.state === 'refused') return line
    // The provider can't have given back what it was never asked for.
    return { ...line, state: givenBack && line.state === 'asked' ? 'done' : 'refused' }
  })
  await markSettledBy(tx, ref, { by: userId, reason })
  await addEvent(tx, { clientId, orderId, what: 'refund_settled', userId })
  await decide(tx, order, { clientId, id: refundId, lines, by: userId })
  await recordAudit(tx, {
    action: 'refund_settled',
    reason: givenBack ? 'given_back' : 'not_given_back',
    by,
    clientId,
    details: { order: order.number },
  })
}

/**
 * Ends a refund: keeps what went through, and gives the quota of what was refused back. The caller has locked the
 * order.
 */
async function decide(
  tx: Executor,
  order: LockedOrder,
  refund: RefundRef & { lines: RefundLines; by: string },
): Promise<void> {
  const { clientId, id, lines } = refund
  const of = { clientId, orderId: order.id }
  const [givenBack, refused] = [
    lines.filter((line) => line.state === 'done'),
    lines.filter((line) => line.state === 'refused'),
  ]
  const state = givenBack.length > 0 ? 'succeeded' : 'failed'
  await markDecided(tx, refund, { state, lines, givenBack })
  if (refused.length > 0) {
    await moveRefunded(tx, order, refused, -1)
    await restoreOrder(tx, { ...of, number: order.number, by: refund.by, lines: refused })
  }
  const what = state === 'failed' ? 'refund_failed' : refused.length > 0 ? 'refunded_in_part' : 'refunded'
  await addEvent(tx, { ...of, what, userId: null })
  if (state === 'succeeded') await addJob(tx, sendRefunded, { ...of, refundId: id })
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

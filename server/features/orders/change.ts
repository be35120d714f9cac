import { isOperator } from '#contract/access.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { approveOrder as approveCall } from '#contract/orders.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Sales } from '#server/config.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import type { AuthorizedOrder } from './access.ts'
import { sendOrderCancelled } from './jobs.ts'
import { findExpired, hasOpenPayment, insertEvent, lockOrder, markCancelled } from './queries.ts'
import { settleOrder } from './settle.ts'

/** Cancels an order that nobody has paid. @throws Failure order_not_pending, payment_under_way */
export async function cancelOrder(
  tx: Tx,
  { client, id }: AuthorizedOrder,
  _body: undefined,
  actor: Pick<Actor, 'userId' | 'address' | 'caller'>,
): Promise<void> {
  const { userId } = actor
  const order = await lockOrder(tx, { clientId: client.id, id })
  if (order.status !== 'pending') throw new Failure('order_not_pending')
  if (await hasOpenPayment(tx, order)) throw new Failure('payment_under_way')
  await markCancelled(tx, order, { by: userId, reason: isOperator(actor.caller) ? 'by_admin' : 'by_manager' })
  await insertEvent(tx, { clientId: client.id, orderId: id, what: 'cancelled', userId })
  // Buyers who cancel their own order know it.
  if (order.created_by !== userId) await addJob(tx, sendOrderCancelled, { clientId: client.id, orderId: id })
  await recordAudit(tx, {
    action: 'order_cancelled',
    by: actor,
    clientId: client.id,
    details: { order: order.number },
  })
}

/**
 * Records that a bank transfer came. Of two who approve at once one finds the order settled.
 * @param sales undefined where nothing is sold
 * @throws Failure payment_method_unavailable, order_not_eft, order_not_pending, amount_mismatch where the amount differs and
 *   nobody accepted that
 */
export async function approveOrder(
  tx: Tx,
  { client, id }: AuthorizedOrder,
  { amount, date, sender, acceptDifference }: BodyOf<typeof approveCall>,
  by: By,
  sales: Sales | undefined,
): Promise<void> {
  if (sales === undefined) throw new Failure('payment_method_unavailable')
  const order = await lockOrder(tx, { clientId: client.id, id })
  if (order.payment_method !== 'eft') throw new Failure('order_not_eft')
  if (order.status !== 'pending') throw new Failure('order_not_pending')
  const difference = amount - order.total_kurus
  if (difference !== 0 && acceptDifference === undefined)
    throw new Failure('amount_mismatch', { details: { expected: order.total_kurus, received: amount } })
  const transfer = { amount, date, sender, ...(difference === 0 ? {} : { accepted: acceptDifference }) }
  await settleOrder(tx, order, { status: 'approved', by: by.userId, transfer, sales })
  await recordAudit(tx, {
    action: 'order_approved',
    ...(difference === 0 ? {} : { reason: difference < 0 ? 'underpaid' : 'overpaid' }),
    by,
    clientId: client.id,
    details: { order: order.number, amountKurus: amount, totalKurus: order.total_kurus, date },
  })
}

/** Cancels card orders that nobody came back to. @returns how many */
export async function expireOrders(db: Database): Promise<number> {
  let expired = 0
  for (const { clientId, id } of await findExpired(db)) {
    await db.transaction().execute(async (tx) => {
      const order = await lockOrder(tx, { clientId, id })
      // Somebody may have begun to pay since.
      if (order.status !== 'pending' || (await hasOpenPayment(tx, order, { page: true }))) return
      await markCancelled(tx, order, { by: null, reason: 'expired' })
      await insertEvent(tx, { clientId, orderId: id, what: 'expired', userId: null })
      await addJob(tx, sendOrderCancelled, { clientId, orderId: id })
      expired += 1
    })
  }
  return expired
}

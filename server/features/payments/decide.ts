import type { BodyOf } from '#contract/kit.ts'
import type { decidePayment as decideCall } from '#contract/orders.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/database.ts'
import type { AuthorizedOrder } from '#server/features/orders/access.ts'
import { addEvent, lockOrder } from '#server/features/orders/settle.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { refreshAttention } from './check.ts'
import { lockUndecided, markDecided, markReturned } from './queries.ts'

/**
 * Ends what the provider leaves in doubt, by what an admin has seen in its panel. Of an order that is pending the buyer can pay
 * again afterwards. Should a charge come to light that was said not to be there, it counts as any other.
 * @throws Failure nothing_to_decide, payment_charged, several_in_doubt
 */
export async function decidePayment(
  tx: Tx,
  { client, id: orderId }: AuthorizedOrder,
  { outcome, reason, paymentId }: BodyOf<typeof decideCall>,
  by: By,
): Promise<void> {
  const { userId } = by
  const of = { clientId: client.id, orderId }
  const order = await lockOrder(tx, { clientId: client.id, id: orderId })
  const all = await lockUndecided(tx, of)
  const undecided = paymentId === undefined ? all : all.filter((payment) => payment.id === paymentId)
  if (undecided.length === 0) throw new Failure('nothing_to_decide')
  // An admin's word does not undo a charge that the provider reports.
  if (outcome === 'not_charged' && undecided.some(({ paidKurus }) => paidKurus !== null))
    throw new Failure('payment_charged')
  // That one charge was returned says nothing about another.
  if (outcome === 'returned' && undecided.length > 1)
    throw new Failure('several_in_doubt', { details: { payments: undecided.map((payment) => payment.id) } })
  for (const payment of undecided) {
    // A charge that no order needs is known to be one: it can only have been given back.
    if (payment.surplus === 'due') await markReturned(tx, payment)
    else await markDecided(tx, payment, outcome)
  }
  await refreshAttention(tx, order)
  await addEvent(tx, { ...of, what: 'payment_decided', userId })
  await recordAudit(tx, {
    action: 'payment_decided',
    reason: outcome,
    by,
    clientId: client.id,
    details: { order: order.number, why: reason },
  })
}

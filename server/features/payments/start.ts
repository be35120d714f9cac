import { z } from 'zod'
import { billing } from '#contract/billing.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { payOrder } from '#contract/orders.ts'
import { addressOf } from '#contract/pages.ts'
import type { Database } from '#server/db/database.ts'
import type { AuthorizedOrder } from '#server/features/orders/access.ts'
import { lineName } from '#server/features/orders/order-content.ts'
import {
  addEvent,
  type LockedOrder,
  lockOrder,
  openPayment,
  readOrder,
} from '#server/features/orders/settle.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import type { PaymentStart } from '#server/payments/provider.ts'
import { checkPayment, paymentDeps } from './check.ts'
import { findPayments, insertPayment, markFailed, markStarted } from './queries.ts'

type Payer = Pick<Actor, 'name' | 'address'>

/**
 * Starts a card payment of an order.
 * @returns the address of the provider's page
 * @throws Failure order_not_pending, payment_method_unavailable where nothing can be paid by card, for a transfer or a number
 *   of instalments that is not offered, payment_under_way while the bank has to be asked about an earlier attempt,
 *   provider_unreachable
 */
export async function startPayment(
  db: Database,
  { client, id: orderId }: AuthorizedOrder,
  { installment }: BodyOf<typeof payOrder>,
  by: Actor,
  { deps, request: { log } }: Context,
): Promise<{ paymentPageUrl: string }> {
  const { publicUrl } = deps.config
  const paying = paymentDeps(deps, log)
  if (paying === undefined) throw new Failure('payment_method_unavailable')
  const { payments, sales } = paying
  const offered = sales.installments.map((one) => one.count)
  if (installment !== undefined && !offered.includes(installment))
    throw new Failure('payment_method_unavailable')
  const ref = { clientId: client.id, orderId }
  // The page of an earlier attempt may have been paid meanwhile, in another window.
  for (const earlier of await findPayments(db, ref))
    if (earlier.state === 'challenge') await checkPayment(paying, earlier)
  const { id, order } = await db.transaction().execute(async (tx) => {
    const held = await lockOrder(tx, { clientId: client.id, id: orderId })
    if (held.status !== 'pending') throw new Failure('order_not_pending')
    if (held.payment_method !== 'credit_card') throw new Failure('payment_method_unavailable')
    if (await openPayment(tx, held)) throw new Failure('payment_under_way')
    const payment = {
      ...ref,
      provider: payments.name,
      amountKurus: held.total_kurus,
      installment,
      by: by.userId,
    }
    const made = await insertPayment(tx, payment)
    await addEvent(tx, { ...ref, what: 'payment_started', userId: by.userId })
    return { id: made, order: held }
  })
  const installments = installment === undefined ? offered : [installment]
  const started = await payments.start(paymentOf(order, { id, by, publicUrl, installments }))
  if (started.kind === 'started') {
    // An attempt that was given up meanwhile must not be paid: its page is shown to nobody.
    if (await markStarted(db, { clientId: client.id, id }, started.token))
      return { paymentPageUrl: started.paymentPageUrl }
    const { status } = await readOrder(db, { clientId: client.id, id: orderId })
    throw new Failure(status === 'pending' ? 'provider_unreachable' : 'order_not_pending')
  }
  // Nobody was given a page, so nothing can be charged.
  const code = started.kind === 'refused' ? started.code : ''
  log.warn({ payment: id, why: started.kind === 'refused' ? code : started.problem }, 'no card payment began')
  const reason = 'provider_unreachable'
  await db.transaction().execute(async (tx) => {
    await markFailed(tx, { clientId: client.id, id }, { reason, code })
    await addEvent(tx, { ...ref, what: 'payment_declined', userId: null, details: { reason } })
  })
  throw new Failure('provider_unreachable')
}

/** An attempt, as it is sent to the provider. */
function paymentOf(
  order: LockedOrder,
  { id, by, publicUrl, installments }: { id: string; by: Payer; publicUrl: string; installments: number[] },
): PaymentStart {
  return {
    conversationId: id,
    orderId: order.id,
    totalKurus: order.total_kurus,
    items: order.lines.map((line) => ({
      id: line.inventory_id,
      name: lineName(line, order.locale),
      kurus: line.net_kurus + line.tax_kurus,
    })),
    buyer: buyerOf(order, by),
    callbackUrl: publicUrl + addressOf('paymentCallback', { orderId: order.id }),
    locale: order.locale,
    installments,
  }
}

/** The buyer as the provider wants it: a person. Of a company it is the person who pays, at the company's address. */
function buyerOf(order: LockedOrder, by: Payer): PaymentStart['buyer'] {
  const bill = z.object(billing.shape).parse(order.billing)
  const [first = '', ...rest] = (bill.name ? `${bill.name} ${bill.surname}` : by.name).trim().split(/\s+/)
  return {
    id: order.client_id,
    name: first,
    surname: rest.join(' ') || first,
    // The provider asks for eleven digits of everybody; a company has none of its own to give.
    identityNumber: bill.identityNumber || '11111111111',
    email: bill.email,
    phone: bill.phone,
    address: `${bill.address}, ${bill.district}`,
    city: bill.city,
    country: bill.country,
    contactName: bill.title || `${bill.name} ${bill.surname}`,
    ip: by.address,
  }
}

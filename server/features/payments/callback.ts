import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ownerOf } from '#server/features/orders/access.ts'
import { lockOrder } from '#server/features/orders/settle.ts'
import type { BankReturn, CardSteps } from '#server/payments/provider.ts'
import { chargedBeside, claimReturn } from './card-queries.ts'
import { checkPayment, enterOutcome, handleOf, type PaymentDeps } from './check.ts'
import { findPayments, type PaymentRef } from './queries.ts'
import { returnSurplus } from './sweep.ts'

const hosted = z.object({ token: z.string().min(1).max(500) })

/**
 * Looks into the attempt with which a browser comes back from the bank. With the hosted page it names the attempt and no more;
 * with direct 3-D Secure it is signed, and the card is charged after it.
 * @returns whether that attempt paid the order
 */
export async function settleCallback(
  paying: PaymentDeps,
  orderId: string,
  posted: unknown,
): Promise<boolean> {
  const { db, payments } = paying
  const clientId = await ownerOf(db, orderId)
  if (clientId === undefined) return false
  const { data } = hosted.safeParse(posted)
  const returned = data === undefined ? payments.cards?.readReturn(posted) : undefined
  if (data === undefined && returned === undefined) {
    paying.log.warn({ order: orderId }, 'a callback is not signed by the provider')
    return false
  }
  const find = async () =>
    (await findPayments(db, { clientId, orderId })).find((payment) =>
      data === undefined
        ? payment.id === returned?.conversationId && payment.paymentId === returned.paymentId
        : payment.token === data.token,
    )
  const payment = await find()
  if (payment === undefined) return false
  let turnedAway = false
  if (payment.state !== 'succeeded') {
    if (returned !== undefined && payments.cards !== undefined)
      await endBankStep(paying, payments.cards, { ...payment, orderId }, returned)
    else turnedAway = !(await checkPayment(paying, payment))
  }
  let after = await decided(find)
  // Somebody else's check may have begun before the bank charged.
  if (turnedAway && (after?.state === 'challenge' || after?.state === 'unknown')) {
    await checkPayment(paying, after)
    after = await decided(find)
  }
  if (after?.surplus === 'due') await returnSurplus(paying, after)
  return after?.state === 'succeeded' && after.surplus === null
}

/** The attempt once nobody is asking about it, or after some seconds: the browser is on its way to the result. */
async function decided<Found extends { state: string }>(
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let found = await find()
  for (let waited = 0; found?.state === 'authorizing' && waited < 5000; waited += 250) {
    await pause(250)
    found = await find()
  }
  return found
}

/**
 * Charges the card when the bank has authenticated its holder. Of all callbacks one does it, once in the attempt's life, and the
 * claim is committed before: a server that dies in between, or hears no answer, leaves it to the sweeper to ask.
 */
async function endBankStep(
  deps: PaymentDeps,
  cards: CardSteps,
  payment: PaymentRef & { orderId: string },
  returned: BankReturn,
): Promise<void> {
  const { db } = deps
  const { authenticated: charge, paymentId, mdStatus } = returned
  const claimed = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, { clientId: payment.clientId, id: payment.orderId })
    // What needs no money any more is not charged.
    if (charge && (order.status !== 'pending' || (await chargedBeside(tx, payment)))) return undefined
    const taken = await claimReturn(tx, { ...payment, paymentId }, { charge })
    if (taken === undefined || charge) return taken
    const code = `mdStatus ${mdStatus}`
    const outcome = { kind: 'failed', reason: 'not_authenticated', code, group: 'MD_STATUS' } as const
    await enterOutcome(tx, taken, outcome, deps)
    return undefined
  })
  if (claimed === undefined) return
  const outcome = await cards.charge(handleOf(claimed), returned)
  const entered = await db.transaction().execute((tx) => enterOutcome(tx, claimed, outcome, deps))
  // Taken over by a sweeper that may have asked before the charge: asked again, never charged again.
  if (!entered) await checkPayment(deps, payment)
}

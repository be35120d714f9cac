import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ownerOf } from '#server/features/orders/access.ts'
import { checkPayment, type PaymentDeps } from './check.ts'
import { findPayments } from './queries.ts'
import { returnSurplus } from './sweep.ts'

const posting = z.object({ token: z.string().min(1).max(500) })

/**
 * Looks into the attempt with which a browser comes back from the bank. What it posts names the attempt and no more.
 * @returns whether that attempt paid the order
 */
export async function settleCallback(
  paying: PaymentDeps,
  orderId: string,
  posted: unknown,
): Promise<boolean> {
  const { db } = paying
  const clientId = await ownerOf(db, orderId)
  if (clientId === undefined) return false
  const { data } = posting.safeParse(posted)
  if (data === undefined) {
    paying.log.warn({ order: orderId }, 'a callback names no payment')
    return false
  }
  const find = async () =>
    (await findPayments(db, { clientId, orderId })).find(({ token }) => token === data.token)
  const payment = await find()
  if (payment === undefined) return false
  const turnedAway = payment.state !== 'succeeded' && !(await checkPayment(paying, payment))
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

import type { Locale } from '#contract/fields.ts'
import { lockOrder, readOrder } from '#server/features/orders/settle.ts'
import { networkOf } from '#server/features/throttles/network.ts'
import { take } from '#server/features/throttles/throttles.ts'
import { cardFormToken } from '#server/payments/iyzico-direct.ts'
import type { Card, CardSteps } from '#server/payments/provider.ts'
import { sameSignature } from '#server/payments/signatures.ts'
import { amountDue } from './amount.ts'
import { type AwaitedCard, chargedBeside, claimCard, findAwaitedCard, markChallenge } from './card-queries.ts'
import { enterOutcome, type PaymentDeps } from './check.ts'
import { lockClaimedPayment } from './queries.ts'
import { paymentOf } from './start.ts'

/** What settling card payments needs, where cards are typed on a page of ours. */
export interface CardDeps extends PaymentDeps {
  readonly cards: CardSteps
  readonly publicUrl: string
}

export interface CardForm {
  readonly awaited: AwaitedCard
  readonly locale: Locale
  /** The numbers of instalments that are offered, and what the card is charged in each. */
  readonly choices: readonly { readonly installment: number; readonly paidKurus: number }[]
}

/** The form of an attempt, for who knows its secret; undefined when there is nothing to type. */
export async function openCardForm(
  { db, sales }: CardDeps,
  id: string,
  secret: string,
): Promise<CardForm | undefined> {
  const awaited = await findAwaitedCard(db, id)
  if (awaited === undefined || !sameSignature(awaited.token, cardFormToken(secret))) return undefined
  const order = await readOrder(db, { clientId: awaited.clientId, id: awaited.orderId })
  const choices = sales.installments.flatMap(({ count }) => {
    const paidKurus = amountDue(order.total_kurus, count, sales)
    return paidKurus === undefined || (awaited.installment !== null && awaited.installment !== count)
      ? []
      : [{ installment: count, paidKurus }]
  })
  return { awaited, locale: order.locale, choices }
}

/**
 * Counts a submission: stolen card numbers would be tried here, from many addresses or on many orders.
 * @throws Failure too_many_requests
 */
export async function limitCards(db: CardDeps['db'], awaited: AwaitedCard, address: string): Promise<void> {
  await take(db, [
    { key: `card:${networkOf(address)}`, atMost: 30, seconds: 900 },
    { key: `card_entry:${awaited.id}`, atMost: 10, seconds: 3600 },
    { key: `card-client:${awaited.clientId}`, atMost: 60, seconds: 3600 },
  ])
}

/**
 * Hands a card on to the bank, once in an attempt's life.
 * @returns the bank's page; undefined where there is none and the attempt has failed, or another submission has taken it
 */
export async function submitCard(
  deps: CardDeps,
  { awaited, choices }: CardForm,
  card: Card,
  { installment, address }: { installment: number | undefined; address: string },
): Promise<string | undefined> {
  const { db, cards, log } = deps
  const chosen = choices.find((one) => one.installment === (installment ?? choices[0]?.installment))
  if (chosen === undefined) return undefined
  const { clientId, orderId: id } = awaited
  const taken = await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, { clientId, id })
    if (order.status !== 'pending' || (await chargedBeside(tx, awaited))) return undefined
    const claimed = await claimCard(tx, awaited)
    return claimed && { order, claimed }
  })
  if (taken === undefined) return undefined
  const payment = paymentOf(taken.order, {
    id: awaited.id,
    by: { name: awaited.userName, address },
    publicUrl: deps.publicUrl,
    installments: [chosen.installment],
  })
  const outcome = await cards.challenge(payment, card, chosen)
  return db.transaction().execute(async (tx) => {
    if (outcome.kind === 'challenge') {
      await lockOrder(tx, { clientId, id })
      if ((await lockClaimedPayment(tx, taken.claimed)) === undefined) return undefined
      await markChallenge(tx, taken.claimed, outcome.paymentId)
      return outcome.page
    }
    const failed =
      outcome.kind === 'failed' ? outcome : ({ reason: 'provider_unreachable', code: '' } as const)
    const why = outcome.kind === 'failed' ? outcome.code : outcome.problem
    log.warn({ payment: awaited.id, why }, 'no card payment began')
    await enterOutcome(tx, taken.claimed, { kind: 'failed', group: '', ...failed }, deps)
    return undefined
  })
}

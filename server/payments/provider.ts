import type { Locale } from '#contract/fields.ts'
import type { CardInfo, DeclineReason } from '#contract/orders.ts'

/** One attempt to pay an order, as it is handed to the provider. All amounts are integer kuruş. */
export interface PaymentStart {
  /** Unique for each attempt: the provider keeps no idempotency keys, so this is what it is found again by. */
  readonly conversationId: string
  /** The provider's name for it is the basket. */
  readonly orderId: string
  readonly totalKurus: number
  /** They add up to the total. */
  readonly items: readonly { readonly id: string; readonly name: string; readonly kurus: number }[]
  readonly buyer: {
    readonly id: string
    readonly name: string
    readonly surname: string
    /** A TCKN, or eleven digits where a company has none. */
    readonly identityNumber: string
    readonly email: string
    readonly phone: string
    readonly address: string
    readonly city: string
    readonly country: string
    /** The person that the invoice is made out to. */
    readonly contactName: string
    readonly ip: string
  }
  /** The address to which the provider sends the buyer's browser by a form post. */
  readonly callbackUrl: string
  readonly locale: Locale
  /** The numbers of instalments that the buyer may choose; 1 is a single payment. */
  readonly installments: readonly number[]
}

/** The ids by which an attempt is found at the provider. */
export interface PaymentHandle {
  readonly conversationId: string
  readonly token: string
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly token: string; readonly paymentPageUrl: string }
  /** The provider refuses what we sent, such as a key or a field: no card has been typed yet. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No usable answer: a time-out, a page of HTML, a wrong signature. Nobody was given a page to pay on. */
  | { readonly kind: 'unreachable'; readonly problem: string }

export interface Charge {
  readonly paymentId: string
  readonly basketId: string
  readonly conversationId: string
  readonly currency: string
  /** The price of the order, and below it the charge of the card: more where the buyer pays for instalments. */
  readonly priceKurus: number
  readonly paidKurus: number
  readonly card: CardInfo
  /** The ids that items have in a refund. */
  readonly items: readonly {
    readonly id: string
    readonly transactionId: string
    readonly paidKurus: number
  }[]
}

export type PaymentOutcome =
  | { readonly kind: 'succeeded'; readonly charge: Charge }
  /** Charged, but the provider looks into it before anything may be delivered. */
  | { readonly kind: 'held'; readonly charge: Charge }
  | { readonly kind: 'failed'; readonly reason: DeclineReason; readonly code: string; readonly group: string }
  /** The buyer has not finished at the bank. */
  | { readonly kind: 'open' }
  /** No usable answer. Whether the card was charged is not known: ask again, never pay again. */
  | { readonly kind: 'unknown'; readonly problem: string }

export type RefundOutcome =
  | { readonly kind: 'refunded' }
  | { readonly kind: 'failed'; readonly code: string; readonly group: string }
  | { readonly kind: 'unknown'; readonly problem: string }

/** A refund or void as the provider's report shows it. What has neither gone through nor clearly failed is `pending`. */
export interface ReportedRefund {
  readonly conversationId: string
  readonly kurus: number
  readonly state: 'done' | 'pending' | 'failed'
}

/** A verified message of the provider. It carries no amount: the payment is asked for again. */
export interface Notice {
  /** The same for each repetition. */
  readonly reference: string
  readonly conversationId: string
}

/** A card payment provider. No method throws for what the network or the provider does: each outcome is a value. */
export interface PaymentProvider {
  readonly name: 'iyzico'
  start(payment: PaymentStart): Promise<StartOutcome>
  /** The outcome of an attempt; signatures are verified. Asking moves no money. */
  retrieve(payment: PaymentHandle): Promise<PaymentOutcome>
  /** Voids a whole payment of today. */
  cancel(paymentId: string, conversationId: string): Promise<RefundOutcome>
  /** Gives a part of one item back. */
  refund(refund: {
    readonly conversationId: string
    readonly transactionId: string
    readonly kurus: number
  }): Promise<RefundOutcome>
  /** The refunds of a payment that the provider's report shows, which may lag behind; undefined where it can't be read now. */
  readRefunds(payment: {
    readonly paymentId: string
    readonly conversationId: string
  }): Promise<readonly ReportedRefund[] | undefined>
  /** undefined where the signature is wrong. */
  readNotice(headers: Readonly<Record<string, unknown>>, body: unknown): Notice | undefined
}

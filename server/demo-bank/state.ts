import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Behaviours that a demo bank can be given. */
export const scenarios = [
  'none',
  'decline',
  'md-status-0',
  'md-status-4',
  'init-hangs',
  'charge-then-hang',
  'duplicate-callback',
  'tampered-response',
  'tampered-callback',
  'amount-mismatch',
  'basket-mismatch',
  'currency-mismatch',
  'lost-callback',
  'fraud-review',
  'html-502',
  'empty-body',
  'refund-then-hang',
] as const
export type Scenario = (typeof scenarios)[number]

const payment = z.object({
  /** Token of the bank's page; the shop knows it as well. */
  token: z.string(),
  paymentId: z.string(),
  conversationId: z.string(),
  orderId: z.string(),
  callbackUrl: z.string(),
  locale: z.enum(['tr', 'en']),
  installments: z.array(z.number()),
  priceKurus: z.number(),
  paidKurus: z.number(),
  items: z.array(z.object({ id: z.string(), transactionId: z.string(), kurus: z.number() })),
  createdAt: z.number(),
  status: z.enum(['INIT_THREEDS', 'CALLBACK_THREEDS', 'SUCCESS', 'FAILURE']),
  fraudStatus: z.number(),
  installment: z.number(),
  lastFour: z.string(),
  association: z.string(),
  family: z.string(),
  cardType: z.string(),
  error: z.object({ code: z.string(), group: z.string() }).nullable(),
  mdStatus: z.string(),
  /** The number of times the card was charged: more than once would be a fault of the shop. */
  charges: z.number(),
  /** Answers that a scenario swallows, each once. */
  swallowed: z.array(z.string()),
  refunds: z.array(z.object({ transactionId: z.string(), conversationId: z.string(), kurus: z.number() })),
  cancelledBy: z.string().nullable(),
})
export type BankPayment = z.infer<typeof payment>

/**
 * The payment id of the demo's past orders: the bank was not there then, and trusts the shop about them.
 * @param item which of the payment's items, from 0
 */
export const pastPayment = (conversationId: string): string =>
  String(Number.parseInt(conversationId.replaceAll('-', '').slice(0, 12), 16))

/** The same of one of its items. */
export const pastTransaction = (conversationId: string, item: number, kurus: number): string =>
  `past_${conversationId}_${item}_${kurus}`

const stored = z.object({
  payments: z.array(payment),
  scenario: z.enum(scenarios),
  ofOrder: z.record(z.string(), z.enum(scenarios)),
})

/** The bank's state, in one file: a charge outlives the process that made it. */
export function openState(file: string, hangsUp = false) {
  let state: z.infer<typeof stored> = { payments: [], scenario: 'none', ofOrder: {} }
  try {
    state = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error
  }
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    hangsUp,
    save,
    add(one: BankPayment) {
      state.payments.push(one)
      save()
    },
    byToken: (token: string) => state.payments.find((one) => one.token === token),
    byConversation: (id: string) => state.payments.findLast((one) => one.conversationId === id),
    byPaymentId: (id: string) => state.payments.find((one) => one.paymentId === id),
    byTransaction: (id: string) =>
      state.payments.find((one) => one.items.some((item) => item.transactionId === id)),
    ofOrder: (orderId: string) => state.payments.filter((one) => one.orderId === orderId),
    all: () => state.payments,
    scenarioOf: (orderId: string): Scenario => state.ofOrder[orderId] ?? state.scenario,
    setScenario(scenario: Scenario, orderId: string | undefined) {
      if (orderId !== undefined) state.ofOrder[orderId] = scenario
      else {
        state.scenario = scenario
        state.ofOrder = {}
      }
      save()
    },
  }
}
export type BankState = ReturnType<typeof openState>

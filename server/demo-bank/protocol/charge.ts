import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { BankPayment, BankState } from '../state.ts'
import { price } from './amounts.ts'
import { failed } from './answers.ts'
import { reportPayment } from './report.ts'
import type { SignedCall } from './signed-calls.ts'

interface Charging {
  state: BankState
  secretKey: string
  decided: (payment: BankPayment) => void
}

const chargeOf = z.looseObject({ paymentId: z.string(), conversationId: z.string() })

/** Charges for cards that were typed in the shop. */
export function chargeCalls(call: SignedCall, charging: Charging): void {
  const { state } = charging

  call('POST', '/payment/3dsecure/auth', (body, _request, reply) => {
    const { data } = chargeOf.extend({ conversationData: z.string().default('') }).safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    return data === undefined || one?.conversationData !== data.conversationData
      ? failed('11')
      : charge(charging, one, reply)
  })

  call('POST', '/payment/v2/3dsecure/auth', (body, _request, reply) => {
    const { data } = chargeOf
      .extend({ paidPrice: price, basketId: z.string(), currency: z.literal('TRY') })
      .safeParse(body)
    const one = data && state.byPaymentId(data.paymentId)
    return data?.paidPrice !== one?.paidKurus || data?.basketId !== one?.orderId
      ? failed('11')
      : charge(charging, one, reply)
  })
}

/** Charges a card whose bank was asked. It is left to the shop whether mdStatus is good enough, and to ask once. */
function charge(
  { state, secretKey, decided }: Charging,
  one: BankPayment | undefined,
  reply: FastifyReply,
): unknown {
  if (one === undefined || !one.direct) return failed('5087')
  one.chargeCalls += 1
  state.save()
  if (one.status === 'INIT_THREEDS' || one.status === 'FAILURE') return failed('5115')
  const scenario = state.scenarioOf(one.orderId)
  if (scenario === 'decline') one.error = { code: '10051', group: 'NOT_SUFFICIENT_FUNDS' }
  one.status = one.error === null ? 'SUCCESS' : 'FAILURE'
  if (one.error === null) one.charges += 1
  if (scenario === 'fraud-review' && one.error === null) one.fraudStatus = 0
  state.save()
  decided(one)
  return one.error === null
    ? reportPayment({ state, secretKey }, one, 'charge', reply)
    : failed(one.error.code, one.error.group)
}

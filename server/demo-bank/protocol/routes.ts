import type { FastifyInstance } from 'fastify'
import type { BankState } from '../state.ts'
import { succeeded } from './answers.ts'
import { beginCalls } from './begin.ts'
import { refundCalls } from './refunds.ts'
import { reportCalls } from './report.ts'
import { type BankKeys, signedCalls } from './signed-calls.ts'

interface Protocol {
  keys: BankKeys
  pageUrl: () => string
}

/** The provider's own calls, as its official client makes them. */
export function protocolRoutes(app: FastifyInstance, state: BankState, { keys, pageUrl }: Protocol): void {
  const { secretKey } = keys
  const call = signedCalls(app, keys)
  beginCalls(call, { state, secretKey, pageUrl })
  reportCalls(call, { state, secretKey })
  refundCalls(call, state)
  call('POST', '/payment/bin/check', () => succeeded({ bankName: 'Demo Bank', cardType: 'CREDIT_CARD' }))
  call('POST', '/payment/iyzipos/installment', () => succeeded({ installmentDetails: [] }))
}

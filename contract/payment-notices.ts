import { z } from 'zod'
import { call } from './kit.ts'

export const receivePaymentNotice = call({
  name: 'receivePaymentNotice',
  method: 'POST',
  path: '/payments/iyzico/notices/',
  tag: 'Orders',
  summary:
    'What the payment provider reports by itself; signed, taken once, and looked into behind the scenes',
  access: 'guest',
  body: z.looseObject({}),
  answer: { status: 204 },
  errors: ['not_authenticated', 'not_found'],
})

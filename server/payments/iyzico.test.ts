import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createIyzico } from './iyzico.ts'
import type { PaymentStart } from './provider.ts'
import { answerSignature } from './signatures.ts'

const secretKey = 'gizli'
const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const orderId = '01890a5d-ac96-774b-bcce-b302099a8058'
const token = 't1'

/** A provider that answers every call with this, and keeps what it was sent. */
async function answering(body: object | string) {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      sent.push({ path: request.url ?? '', body: JSON.parse(text) })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const provider = createIyzico({
    apiKey: 'anahtar',
    secretKey,
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 5000,
  })
  return { provider, sent, close: () => server.close() }
}

const payment: PaymentStart = {
  conversationId: id,
  orderId,
  totalKurus: 10_050,
  items: [{ id: 'i1', name: 'AYT', kurus: 10_050 }],
  buyer: {
    id: 'c1',
    name: 'Ada',
    surname: 'Deniz',
    identityNumber: '11111111111',
    email: 'a@b.test',
    phone: '',
    address: 'x',
    city: 'İzmir',
    country: 'Türkiye',
    contactName: 'Ada Deniz',
    ip: '127.0.0.1',
  },
  callbackUrl: 'http://127.0.0.1/back',
  locale: 'tr',
  installments: [1, 3],
}

const begun = {
  status: 'success',
  token,
  paymentPageUrl: 'https://bank.example/pay',
  conversationId: id,
  signature: answerSignature(secretKey, [id, token]),
}

test('a payment begins on the page of the provider, which also does the bank’s step', async () => {
  const { provider, sent, close } = await answering(begun)
  expect(await provider.start(payment)).toEqual({
    kind: 'started',
    token,
    paymentPageUrl: 'https://bank.example/pay',
  })
  expect(sent).toMatchObject([
    {
      path: '/payment/iyzipos/checkoutform/initialize/auth/ecom',
      body: {
        price: '100.5',
        paidPrice: '100.5',
        basketId: orderId,
        forceThreeDS: 1,
        enabledInstallments: [1, 3],
      },
    },
  ])
  close()
})

test.each<[string, object | string]>([
  ['another payment’s signature', { ...begun, signature: answerSignature(secretKey, [id, 't2']) }],
  [
    'another conversation',
    { ...begun, conversationId: 'x', signature: answerSignature(secretKey, ['x', token]) },
  ],
  ['an address that is no page', { ...begun, paymentPageUrl: 'javascript:0' }],
  ['a page of HTML', '<html></html>'],
  ['nothing', ''],
])('%s begins nothing', async (_what, body) => {
  const { provider, close } = await answering(body)
  expect((await provider.start(payment)).kind).toBe('unreachable')
  close()
})

test('a refusal of what we sent comes with its code', async () => {
  const { provider, close } = await answering({ status: 'failure', errorCode: '1000', errorMessage: 'x' })
  expect(await provider.start(payment)).toEqual({ kind: 'refused', code: '1000' })
  close()
})

const charged = (more: object = {}, status = 'SUCCESS') => {
  const six = {
    paymentId: '17',
    currency: 'TRY',
    basketId: orderId,
    conversationId: id,
    paidPrice: '100.5',
    price: '100.5',
  }
  return {
    status: 'success',
    ...six,
    paymentStatus: status,
    token,
    paidPrice: 100.5,
    price: '100.50',
    fraudStatus: 1,
    signature: answerSignature(secretKey, [status, ...Object.values(six), token]),
    itemTransactions: [{ itemId: 'i1', paymentTransactionId: 5, paidPrice: 100.5 }],
    ...more,
  }
}

test.each<[string, object | string, string]>([
  ['its signed values', charged(), 'succeeded'],
  ['a wrong signature', charged({ signature: 'f'.repeat(64) }), 'unknown'],
  ['another amount under the same signature', charged({ paidPrice: 1 }), 'unknown'],
  ['another status under the same signature', charged({ paymentStatus: 'CALLBACK_THREEDS' }), 'unknown'],
  ['a page of HTML', '<html>', 'unknown'],
  ['nothing', '', 'unknown'],
  ['a refusal without a reason', { status: 'failure', errorCode: '99' }, 'unknown'],
  ['our own mistake', { status: 'failure', errorCode: '1001', errorGroup: 'X' }, 'unknown'],
  ['a bank’s silence', { status: 'failure', errorCode: '10219', errorGroup: 'BANK_TIMEOUT' }, 'unknown'],
  ['a bank’s step that goes on', charged({}, 'CALLBACK_THREEDS'), 'open'],
  ['a page that nobody has filled in', { status: 'failure', errorCode: '5115' }, 'open'],
  ['a review', charged({ fraudStatus: 0 }), 'held'],
  ['a fraud', charged({ fraudStatus: -1 }), 'failed'],
  ['a decline', { status: 'failure', errorCode: '10051', errorGroup: 'NOT_SUFFICIENT_FUNDS' }, 'failed'],
])('a payment answered by %s', async (_what, body, kind) => {
  const { provider, close } = await answering(body)
  expect((await provider.retrieve({ conversationId: id, token })).kind).toBe(kind)
  close()
})

test('a provider that never answers leaves in doubt what it was asked', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  const provider = createIyzico({ apiKey: 'anahtar', secretKey, baseUrl, timeoutMs: 50 })
  const problem = 'no answer within 50 ms'
  const outcomes = [
    provider.start(payment),
    provider.retrieve({ conversationId: id, token }),
    provider.refund({ conversationId: id, transactionId: '5', kurus: 100 }),
    provider.cancel('17', id),
  ]
  expect(await Promise.all(outcomes)).toEqual([
    { kind: 'unreachable', problem },
    { kind: 'unknown', problem },
    { kind: 'unknown', problem },
    { kind: 'unknown', problem },
  ])
  silent.closeAllConnections()
  silent.close()
})

test('a bank that did not answer the provider leaves a refund in doubt', async () => {
  const silent = { status: 'failure', errorCode: '10219', errorGroup: 'BANK_TIMEOUT', errorMessage: 'x' }
  const { provider, close } = await answering(silent)
  expect((await provider.refund({ conversationId: id, transactionId: '5', kurus: 100 })).kind).toBe('unknown')
  close()
})

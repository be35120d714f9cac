import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createIyzicoDirect } from './iyzico-direct.ts'
import type { PaymentStart } from './provider.ts'
import { answerSignature } from './signatures.ts'

const secretKey = 'gizli'
const keys = { apiKey: 'anahtar', secretKey }
const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const orderId = '01890a5d-ac96-774b-bcce-b302099a8058'

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
  const provider = createIyzicoDirect({ ...keys, baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5000 })
  const { cards } = provider
  if (cards === undefined) throw new Error('cards are typed here')
  return { provider, cards, sent, close: () => server.close() }
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
  cardFormUrl: 'http://127.0.0.1/payment/card/p1',
  locale: 'tr',
  installments: [1],
}
const card = {
  holderName: 'Ada Deniz',
  number: '5528790000000008',
  expireMonth: '12',
  expireYear: '2030',
  cvc: '123',
}
const handle = { conversationId: id, orderId, token: null, paymentId: '17' }

const begun = {
  status: 'success',
  paymentId: 17,
  conversationId: id,
  threeDSHtmlContent: Buffer.from('<p>Onaylayın</p>').toString('base64'),
  signature: answerSignature(secretKey, ['17', id]),
}

test('a card is handed on, and the bank’s page comes back when it is signed', async () => {
  const { cards, sent, close } = await answering(begun)
  const outcome = await cards.challenge(payment, card, { installment: 3, paidKurus: 10_200 })
  expect(outcome).toEqual({ kind: 'challenge', paymentId: '17', page: '<p>Onaylayın</p>' })
  expect(sent).toMatchObject([
    {
      path: '/payment/3dsecure/initialize',
      body: {
        price: '100.5',
        paidPrice: '102.0',
        installment: 3,
        basketId: orderId,
        paymentCard: { cardNumber: card.number, cvc: '123', registerCard: 0 },
      },
    },
  ])
  close()
})

const strange: [string, object | string][] = [
  ['another payment’s signature', { ...begun, signature: answerSignature(secretKey, ['18', id]) }],
  [
    'another conversation',
    { ...begun, conversationId: 'x', signature: answerSignature(secretKey, ['17', 'x']) },
  ],
  ['no page', { ...begun, threeDSHtmlContent: '' }],
  ['a page of HTML', '<html></html>'],
  ['nothing', ''],
]
test.each(strange)('%s begins nothing', async (_what, body) => {
  const { cards, close } = await answering(body)
  const outcome = await cards.challenge(payment, card, { installment: 1, paidKurus: 10_050 })
  expect(outcome.kind).toBe('unreachable')
  expect(JSON.stringify(outcome)).not.toContain(card.number)
  close()
})

test('a card with a wrong field is the buyer’s to put right', async () => {
  const { cards, close } = await answering({ status: 'failure', errorCode: '12', errorMessage: 'x' })
  expect(await cards.challenge(payment, card, { installment: 1, paidKurus: 10_050 })).toEqual({
    kind: 'failed',
    reason: 'card_details',
    code: '12',
  })
  close()
})

test.each(['1000', '11'])('a refusal of what we sent (%s) is no decline of the card', async (errorCode) => {
  const { cards, close } = await answering({ status: 'failure', errorCode, errorMessage: 'x' })
  expect(await cards.challenge(payment, card, { installment: 1, paidKurus: 10_050 })).toEqual({
    kind: 'unreachable',
    problem: `the provider refused: ${errorCode}`,
  })
  close()
})

/** A callback as the provider signs it. */
const callback = (more: object = {}) => {
  const said = {
    conversationData: '',
    conversationId: id,
    mdStatus: '1',
    paymentId: '17',
    status: 'success',
    ...more,
  }
  return { ...said, signature: answerSignature(secretKey, Object.values(said)) }
}

test('of all values of mdStatus only 1 lets a charge follow', async () => {
  const { cards, close } = await answering('')
  for (const mdStatus of ['-1', '0', '1', '2', '3', '4', '5', '6', '7', '8', '', '01', '1 '])
    expect(cards.readReturn(callback({ mdStatus }))?.authenticated).toBe(mdStatus === '1')
  expect(cards.readReturn(callback({ status: 'failure' }))?.authenticated).toBe(false)
  close()
})

test('a callback counts only as it was signed', async () => {
  const { cards, close } = await answering('')
  const good = callback({ conversationData: 'd' })
  expect(cards.readReturn(good)).toEqual({
    conversationId: id,
    paymentId: '17',
    conversationData: 'd',
    mdStatus: '1',
    authenticated: true,
  })
  const { conversationData: _, ...without } = callback()
  expect(cards.readReturn(without)?.conversationData).toBe('')
  for (const name of Object.keys(good)) expect(cards.readReturn({ ...good, [name]: 'x' })).toBeUndefined()
  for (const nothing of [{}, { token: 'x' }, null, undefined, 'status=success'])
    expect(cards.readReturn(nothing)).toBeUndefined()
  close()
})

const charged = (more: object = {}) => {
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
    paidPrice: 100.5,
    price: '100.50',
    fraudStatus: 1,
    signature: answerSignature(secretKey, Object.values(six)),
    itemTransactions: [{ itemId: 'i1', paymentTransactionId: 5, paidPrice: 100.5 }],
    ...more,
  }
}
const returned = { conversationId: id, paymentId: '17', mdStatus: '1', authenticated: true }

test('a charge is believed when its six values are signed, with and without data of the bank’s step', async () => {
  const { cards, sent, close } = await answering(charged())
  for (const conversationData of ['', 'd'])
    expect(await cards.charge(handle, { ...returned, conversationData })).toMatchObject({
      kind: 'succeeded',
      charge: { paymentId: '17', paidKurus: 10_050 },
    })
  expect(sent.map((one) => [one.path, one.body.conversationData])).toEqual([
    ['/payment/3dsecure/auth', undefined],
    ['/payment/3dsecure/auth', 'd'],
  ])
  close()
})

test.each<[string, object | string, string]>([
  ['a wrong signature', charged({ signature: 'f'.repeat(64) }), 'unknown'],
  ['another amount under the same signature', charged({ paidPrice: 1 }), 'unknown'],
  ['a page of HTML', '<html>', 'unknown'],
  ['nothing', '', 'unknown'],
  ['a refusal without a reason', { status: 'failure', errorCode: '99' }, 'unknown'],
  ['our own mistake', { status: 'failure', errorCode: '1001', errorGroup: 'X' }, 'unknown'],
  ['a review', charged({ fraudStatus: 0 }), 'held'],
  ['a fraud', charged({ fraudStatus: -1 }), 'failed'],
  ['a decline', { status: 'failure', errorCode: '10051', errorGroup: 'NOT_SUFFICIENT_FUNDS' }, 'failed'],
])('a charge answered by %s', async (_what, body, kind) => {
  const { cards, close } = await answering(body)
  expect((await cards.charge(handle, { ...returned, conversationData: '' })).kind).toBe(kind)
  close()
})

test('the detail of a payment is signed like its charge, without its status', async () => {
  const { provider, close } = await answering(charged({ paymentStatus: 'SUCCESS' }))
  expect((await provider.retrieve(handle)).kind).toBe('succeeded')
  close()
  const open = await answering(charged({ paymentStatus: 'CALLBACK_THREEDS' }))
  expect((await open.provider.retrieve(handle)).kind).toBe('open')
  open.close()
})

test('a bank that did not answer the provider leaves a charge and a refund in doubt', async () => {
  const silent = { status: 'failure', errorCode: '10219', errorGroup: 'BANK_TIMEOUT', errorMessage: 'x' }
  const { provider, cards, close } = await answering(silent)
  const back = cards.readReturn(callback())
  if (back === undefined) throw new Error('the callback is signed')
  expect((await cards.charge(handle, back)).kind).toBe('unknown')
  expect((await provider.retrieve(handle)).kind).toBe('unknown')
  expect((await provider.refund({ conversationId: id, transactionId: '5', kurus: 100 })).kind).toBe('unknown')
  close()
})

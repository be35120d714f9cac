import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import Iyzipay from 'iyzipay'
import { expect, test } from 'vitest'
import { decimalOf, kurusOf } from './decimal.ts'
import { createIyzico } from './iyzico.ts'
import { authorizationOf, noticeSignature, sameSignature, withoutZeros } from './signatures.ts'

/** A server that keeps the one request it gets. */
async function catcher() {
  const { promise, resolve } = Promise.withResolvers<{ request: IncomingMessage; body: string }>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      response.end('{"status":"failure"}')
      resolve({ request, body })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, caught: promise, close: () => server.close() }
}

test('our request signature is the official client’s, byte for byte, for the same nonce', async () => {
  const keys = { apiKey: 'anahtar', secretKey: 'gizli' }
  const { url, caught, close } = await catcher()
  const client = new Iyzipay({ uri: url, ...keys })
  const request = { locale: 'tr', conversationId: 'şğüİ', token: 'a"b' }
  await new Promise((done) => client.checkoutForm.retrieve(request, done))
  const { request: sent, body } = await caught
  const nonce = String(sent.headers['x-iyzi-rnd'])
  expect(authorizationOf(keys, { nonce, path: sent.url ?? '', body })).toBe(sent.headers.authorization)
  close()
})

test('amounts cross over and back without losing a kuruş', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (kurus) => {
      expect(kurusOf(decimalOf(kurus))).toBe(kurus)
      // The bank sends a JSON number.
      expect(kurusOf(Number(decimalOf(kurus)))).toBe(kurus)
    }),
  )
  expect(['10.5', '10.50', 10.5, '10', 10].map(kurusOf)).toEqual([1050, 1050, 1050, 1000, 1000])
  expect(['', '1,5', '-1', '10.505', null, Number.NaN].map(kurusOf)).toEqual(Array(6).fill(undefined))
})

test('trailing zeros are no part of a signature', () => {
  expect(['10.50', '10.0', '10', '100', '0.00'].map(withoutZeros)).toEqual(['10.5', '10', '10', '100', '0'])
})

test('a signature is compared whole', () => {
  expect(sameSignature('abc', 'abc')).toBe(true)
  for (const other of ['abd', 'ab', 'abcd', '', undefined, 7]) expect(sameSignature('abc', other)).toBe(false)
})

test('a message of either kind is read when its signature is right', () => {
  const provider = createIyzico({ apiKey: 'a', secretKey: 'gizli', baseUrl: 'http://127.0.0.1:1' })
  const message = {
    paymentConversationId: 'c1',
    iyziPaymentId: 17,
    status: 'SUCCESS',
    iyziReferenceCode: 'r1',
    iyziEventType: 'CHECKOUT_FORM_AUTH',
  }
  const hosted = noticeSignature('gizli', ['CHECKOUT_FORM_AUTH', '17', 't1', 'c1', 'SUCCESS'])
  const direct = noticeSignature('gizli', ['CHECKOUT_FORM_AUTH', '17', 'c1', 'SUCCESS'])
  const read = (body: object, signature: string) =>
    provider.readNotice({ 'x-iyz-signature-v3': signature }, body)
  const notice = { reference: 'r1', conversationId: 'c1' }
  expect(read({ ...message, token: 't1' }, hosted)).toEqual(notice)
  expect(read(message, direct)).toEqual(notice)
  expect(read(message, hosted)).toBeUndefined()
  expect(read({ ...message, status: 'FAILURE' }, direct)).toBeUndefined()
  expect(read({}, direct)).toBeUndefined()
})

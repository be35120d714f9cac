import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProviderCalls } from './provider-calls.ts'

let asked = 0
let away = false
let issuer = ''
const server = createServer((_request, response) => {
  asked += 1
  const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
  setTimeout(() => {
    if (away) response.writeHead(503).end()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
  }, 50)
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = 0
})

/** Asks for an address five times at once, and once more afterwards. @returns their outcomes */
async function askOften(): Promise<string[]> {
  const calls = createProviderCalls(
    { addresses: async () => [{ address: '127.0.0.1', family: 4 }], texts: async () => [] },
    { log: { info: () => undefined }, privateAllowed: true },
  )
  const ask = () =>
    calls
      .addressFor(
        { issuer, registeredAs: 'terazi', secret: 'secret' },
        { callbackUrl: 'http://127.0.0.1/', state: 's', nonce: 'n', verifier: 'v', email: 'a@example.test' },
      )
      .then(
        (url) => new URL(url).pathname,
        (error: unknown) => String(Object(error).code),
      )
  return [...(await Promise.all(Array.from({ length: 5 }, ask))), await ask()]
}

test('a provider is asked once what it says of itself, however many begin at once', async () => {
  expect(new Set(await askOften())).toEqual(new Set(['/auth']))
  expect(asked).toBe(1)
})

test('a provider that is away is left alone for a moment', async () => {
  away = true
  expect(new Set(await askOften())).toEqual(new Set(['sso_away']))
  expect(asked).toBe(1)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts a server of issuers, one for each path, which say of themselves what a provider has to and nothing else. The one at
 * `/liar` names another. The server ends with the process.
 * @returns its address
 */
export async function startIssuers(): Promise<string> {
  const server = createServer((asked, answer) => {
    const path = (asked.url ?? '').replace('/.well-known/openid-configuration', '')
    const issuer = `${address}${path === '/liar' ? '/other' : path}`
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify({ issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` }),
    )
  }).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return address
}

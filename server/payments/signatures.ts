import { createHmac, timingSafeEqual } from 'node:crypto'

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/**
 * The provider's IYZWSv2 Authorization header.
 * @param nonce also sent as `x-iyzi-rnd`
 * @param path with its leading slash, without the query
 * @param body the bytes that are sent, as text
 */
export function authorizationOf(
  keys: { apiKey: string; secretKey: string },
  { nonce, path, body }: { nonce: string; path: string; body: string },
): string {
  const signature = hmac(keys.secretKey, nonce + path + body)
  const text = `apiKey:${keys.apiKey}&randomKey:${nonce}&signature:${signature}`
  return `IYZWSv2 ${Buffer.from(text).toString('base64')}`
}

/** An amount as signatures have it: 10.50 is 10.5, 10.00 is 10. */
export const withoutZeros = (amount: string): string =>
  amount.includes('.') ? amount.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : amount

/** The signature of an answer: its values joined by colons. Amounts have lost their trailing zeros. */
export const answerSignature = (secretKey: string, values: readonly string[]): string =>
  hmac(secretKey, values.join(':'))

/** The signature of a message, whose values follow each other without anything between them. */
export const noticeSignature = (secretKey: string, values: readonly string[]): string =>
  hmac(secretKey, secretKey + values.join(''))

/** Compares two signatures in a time that does not depend on where they differ. */
export function sameSignature(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

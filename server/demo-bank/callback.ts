import { answerSignature } from '#server/payments/signatures.ts'
import { flipped } from './protocol/answers.ts'
import type { BankKeys } from './protocol/signed-calls.ts'
import type { BankPayment } from './state.ts'

/** What the browser brings back to the shop. */
export function callbackOf(
  one: BankPayment,
  { secretKey }: BankKeys,
  { tampered = false } = {},
): Record<string, string> {
  if (!one.direct) return { token: tampered ? `${one.token.slice(0, -1)}x` : one.token }
  const { conversationData, conversationId, mdStatus, paymentId } = one
  const status = mdStatus === '1' ? 'success' : 'failure'
  const values = [conversationData, conversationId, mdStatus, paymentId, status]
  const signature = answerSignature(secretKey, values)
  return {
    status,
    paymentId,
    conversationData,
    conversationId,
    mdStatus,
    signature: tampered ? flipped(signature) : signature,
  }
}

/** The callback as the provider's page makes a browser post it. */
export async function postCallback(
  one: BankPayment,
  keys: BankKeys,
): Promise<{ status: number; location: string }> {
  const answer = await fetch(one.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(callbackOf(one, keys)).toString(),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

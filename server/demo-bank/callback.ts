import type { BankPayment } from './state.ts'

/** The form that the browser sends back to the shop. */
export const callbackOf = ({ token }: BankPayment, { tampered = false } = {}): Record<string, string> => ({
  token: tampered ? `${token.slice(0, -1)}x` : token,
})

/** The callback as the provider's page makes a browser post it. */
export async function postCallback(one: BankPayment): Promise<{ status: number; location: string }> {
  const answer = await fetch(one.callbackUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(callbackOf(one)).toString(),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

import { useRef } from 'react'

export type KeyHeader = { 'idempotency-key': string }

/**
 * Sends what spends, gives back or mails under a name: the same for the same body until it was answered, so that pressing
 * again after a lost connection does nothing twice. Once it was answered, the same body is a new wish.
 */
export function useSameKey() {
  const last = useRef({ text: '', key: '' })
  return async <Answer>(body: unknown, send: (headers: KeyHeader) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body)
    if (text !== last.current.text) last.current = { text, key: crypto.randomUUID() }
    const answer = await send({ 'idempotency-key': last.current.key })
    last.current = { text: '', key: '' }
    return answer
  }
}

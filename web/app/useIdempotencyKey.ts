import { useRef } from 'react'

export type KeyHeader = { 'idempotency-key': string }

/**
 * Sends what spends, gives back or mails under a name: the same for the same body until it was answered, so that pressing
 * again after a lost connection does nothing twice. Once it was answered, the same body is a new wish. A form that sends
 * several bodies names the line of each.
 */
export function useIdempotencyKey() {
  const pending = useRef(new Map<string, { text: string; key: string }>())
  return async <Answer>(
    body: unknown,
    send: (headers: KeyHeader) => Promise<Answer>,
    line = '',
  ): Promise<Answer> => {
    const text = JSON.stringify(body)
    const last = pending.current.get(line)
    const key = last?.text === text ? last.key : crypto.randomUUID()
    pending.current.set(line, { text, key })
    const answer = await send({ 'idempotency-key': key })
    pending.current.delete(line)
    return answer
  }
}

import { useRef } from 'react'

/**
 * The name of a request that spends or invites: the same for the same body as long as its form stands open, so that
 * pressing again after a lost connection does nothing twice.
 */
export function useSameKey() {
  const last = useRef({ text: '', key: '' })
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (text !== last.current.text) last.current = { text, key: crypto.randomUUID() }
    return { 'idempotency-key': last.current.key }
  }
}

import { useState } from 'react'
import { CallFailure } from '../api.ts'
import { networkWords } from '../networkWords.ts'
import { t } from '../words.ts'

/** Sends something once at a time, and remembers why it failed. */
export function useSending<Answer>(onDone: (answer: Answer) => void) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const send = async (call: () => Promise<Answer>) => {
    if (sending) return
    setSending(true)
    setFailure(undefined)
    try {
      onDone(await call())
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error)))
    }
    setSending(false)
  }
  return { sending, failure, forget: () => setFailure(undefined), send }
}

/** The error message to show; after too many tries it also says how long to wait. */
export function failureWords({ status, code, message, retryAfterMs }: CallFailure): string {
  if (status === 0) return networkWords({ code }, 'register:network')
  if (status === 429 && retryAfterMs > 0)
    return t('player:code.tooMany', { count: Math.max(1, Math.ceil(retryAfterMs / 60_000)) })
  return message || t('player:failure.server')
}

import { useCallback, useEffect, useState } from 'react'
import { toSignIn } from '../address.ts'
import { CallFailure } from '../api.ts'
import { forgetSession } from '../device/slices.ts'

export type Loaded<T> = { is: 'loading' } | { is: 'failed'; failure: CallFailure } | { is: 'there'; value: T }

/** A dead session ends here as everywhere else: signed out, and back again after signing in. */
export function signedOut(failure: CallFailure): boolean {
  if (failure.status !== 401 && failure.status !== 403) return false
  forgetSession(failure.status)
  toSignIn()
  return true
}

/** Makes a call when the page opens, and again on request. */
export function useCall<T>(call: () => Promise<T>, key: string): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ is: 'loading' })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the call is another one
  useEffect(() => {
    let here = true
    setLoaded({ is: 'loading' })
    call().then(
      (value) => {
        if (here) setLoaded({ is: 'there', value })
      },
      (error: unknown) => {
        const failure = error instanceof CallFailure ? error : new CallFailure(0, 'network', String(error))
        if (here && !signedOut(failure)) setLoaded({ is: 'failed', failure })
      },
    )
    return () => {
      here = false
    }
  }, [key, turn])
  return [loaded, useCallback(() => setTurn((n) => n + 1), [])]
}

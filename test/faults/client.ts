import { setTimeout as pause } from 'node:timers/promises'
import type { Fact } from './history.ts'

/** The things that all callers of the server know of the experiment. */
export interface World {
  /** The address of the line to the server. */
  readonly url: string
  readonly tell: (fact: Fact) => void
  /** A number from 0 up to 1. */
  readonly random: () => number
  /** Nothing breaks any more, and no more answers are given. */
  readonly calm: () => boolean
  /** The experiment has failed, or its time is over. */
  readonly signal: AbortSignal
  /** The longest wait for an answer. */
  readonly timeoutMs: number
}

/** @param attempt for the history, when the answer is that the server is not there */
export async function post(
  { url, tell, signal, timeoutMs }: World,
  { path, token, attempt, body }: { path: string; token: string; attempt: string | null; body: object },
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (response.ok) return response.json()
  // While the database is away the answer is 503, and never one that would sign a person out.
  const text = await response.text()
  if (response.status !== 503) throw new Error(`${path} was answered ${response.status}: ${text}`)
  tell({ what: 'refused', attempt })
  return undefined
}

/** Runs a call that the line may cut or the server may not answer. @returns undefined when its outcome is unknown */
export async function unlessCut<T>({ signal, tell }: World, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    signal.throwIfAborted()
    const cut = error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    if (!cut && !late) throw error
    tell({ what: 'network', attempt: null, trouble: cut ? 'a call broken off' : 'a call without an answer' })
    return undefined
  }
}

/** Repeats a call until it is answered. */
export async function untilAnswered<T>(world: World, call: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await unlessCut(world, call)
    if (answer !== undefined) return answer
    await pause(200, undefined, { signal: world.signal })
  }
}

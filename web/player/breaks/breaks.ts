import type * as breaks from '#contract/breaks.ts'
import { CallFailure, request, type Shape } from '../api.ts'
import { isPaused } from '../attempt/clock/paused.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import type { Head } from '../attempt/saving/store.ts'

const path = '/participant/assignments/:assignmentId/break/' as const
const has = ['clock', 'serverTime'] as const
const calls = {
  take: { method: 'POST', path, has } as Shape<typeof breaks.takeBreak>,
  end: { method: 'DELETE', path, has } as Shape<typeof breaks.endBreak>,
}

/** Asks the server for a break or its end. @returns why it was refused; undefined where it was not */
export async function askFor(what: 'take' | 'end', live: LiveAttempt): Promise<CallFailure | undefined> {
  const { assignmentId, attemptToken } = live.get().head
  const input = { token: attemptToken, params: { assignmentId } }
  try {
    const answer = await (what === 'take' ? request(calls.take, input) : request(calls.end, input))
    await live.clockMoved(answer)
    return undefined
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return error
  }
}

/** When the break that lasts ends; undefined without one. */
export const breakUntil = (head: Head, now: number): string | undefined =>
  (isPaused(head, now) && head.breaks?.until) || undefined

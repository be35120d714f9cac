// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, openedState } from '../attempt/liveState.ts'
import { stepsOf } from '../attempt/steps.ts'
import type { Steps } from './useSteps.ts'
import { useTimes } from './useTimes.ts'

const start = Date.parse(begunAttempt.head.startedAt)
const opened = openedState({
  ...begunAttempt,
  head: { ...begunAttempt.head, deadline: new Date(start + 600_000).toISOString() },
})
const [step] = stepsOf(begunAttempt.head.form).filter(({ kind }) => kind === 'item')

/** The clocks' times so many seconds after the start, by a clock that nobody or the server has set. */
function times(seconds: number, { estimated, ...more }: { estimated: boolean } & Partial<LiveState>) {
  const state = { ...opened, ...more }
  const live = {
    clock: { now: () => start + seconds * 1000, estimated },
    get: () => state,
    syncClock: async () => false,
    submit: async () => undefined,
    beginPractice: async () => undefined,
  }
  const steps = { step, section: begunAttempt.head.form.sections[0], rules: { running: () => undefined } }
  const { result, unmount } = renderHook(() =>
    useTimes(live as unknown as LiveAttempt, state, steps as unknown as Steps),
  )
  unmount()
  return [result.current.limit?.seconds, result.current.finished]
}

it('shows no time that can’t be true while only a changed date is known, and says no end', () => {
  // A date that went a day ahead, and one that went back.
  for (const wrong of [86_400, -86_400]) expect(times(wrong, { estimated: true })).toEqual([undefined, false])
  expect(times(100, { estimated: true })).toEqual([500, false])
})

it('shows the end once the server has said the time, or could not be asked', () => {
  expect(times(86_400, { estimated: false })).toEqual([0, true])
  expect(times(86_400, { estimated: true, reached: false })).toEqual([0, true])
  expect(times(86_400, { estimated: true, saveError: 'away' })).toEqual([0, true])
})

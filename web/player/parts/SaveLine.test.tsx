// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import english from '../../../locales/en/player.json' with { type: 'json' }
import { CallFailure } from '../api.ts'
import { createLiveStore, type LiveState, openedState } from '../attempt/liveState.ts'
import type { AnswerState } from '../attempt/model.ts'
import { keepWords } from '../words.ts'
import { SaveLine } from './SaveLine.tsx'

keepWords('player', { tr: english, en: english })
afterEach(cleanup)

const line = (answer?: AnswerState, more: Partial<LiveState> = {}) => {
  const kept = answer && { value: 'a', epoch: 1, seq: 1, at: '', state: answer }
  const state = { progress: { answers: kept ? { q1: kept } : {} }, reached: true, ...more }
  render(<SaveLine state={state as unknown as LiveState} />)
  const said = screen.getByRole('status').textContent
  cleanup()
  return said
}

it('says nothing before the first answer, and “Saved” once it is', () => {
  expect(line()).toBe('')
  expect(line('stored')).toBe('Saved')
})

it('repeats a message without a second full stop, and doesn’t say “sending again” where nothing is sent any more', () => {
  const saveError = 'This test was cancelled.'
  expect(line('unsent', { saveError })).toBe(
    'Saving…This test was cancelled. Kept on this device (1), sending again.',
  )
  expect(line('unsent', { saveError, stopped: { why: 'closed', message: saveError } })).toBe(
    '1 answer stays on this device.',
  )
})

it.each([
  [new CallFailure(404, 'not_found', 'No.'), 'The requested resource was not found (404 error)'],
  [new CallFailure(409, 'assignment_closed', 'This test is closed.'), 'This test is closed.'],
  [new CallFailure(503, 'service_unavailable', ''), 'Error: 503'],
  [new CallFailure(0, 'network', 'Failed to fetch'), 'An unexpected error occurred'],
])('stores and says why a save failed: %s', (failure, words) => {
  const live = createLiveStore(openedState(begunAttempt))
  live.tried(failure)
  const { saveError, reached } = live.get()
  expect(saveError).toBe(words)
  expect(line('unsent', { saveError, reached: true })).toContain(words)
  expect(reached).toBe(failure.code !== 'network')
})

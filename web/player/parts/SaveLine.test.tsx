// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import english from '../../../locales/en/player.json' with { type: 'json' }
import type { LiveState } from '../attempt/liveState.ts'
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

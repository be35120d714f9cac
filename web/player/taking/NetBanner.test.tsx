// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { noAnswer, serveCalls } from '#test/support/serve-calls.ts'
import turkish from '../../../locales/tr/player-taking.json' with { type: 'json' }
import { type LiveAttempt, liveAttempt } from '../attempt/live.ts'
import { type LiveState, openedState } from '../attempt/liveState.ts'
import type { Progress } from '../attempt/model.ts'
import { keepWords } from '../words.ts'
import { NetBanner, useNetBanner } from './NetBanner.tsx'

serveCalls(() => noAnswer())
let live: LiveAttempt
beforeEach(() => {
  keepWords('player', { tr: turkish, en: turkish })
  live = liveAttempt(memoryStore(), begunAttempt)
})
afterEach(() => {
  cleanup()
  live.close()
  vi.restoreAllMocks()
})

const answer = { value: 'a', epoch: 1, seq: 1, at: '2026-11-20T10:00:00Z' }
function state(reached: boolean, ...answers: ('unsent' | 'stored')[]): LiveState {
  const all: Progress['answers'] = Object.fromEntries(
    answers.map((is, at) => [`q${at}`, { ...answer, state: is }]),
  )
  const opened = openedState(begunAttempt)
  return { ...opened, reached, progress: { ...opened.progress, answers: all } }
}

function Banner({ item, state }: { item: string; state: LiveState }) {
  const [net, onClose] = useNetBanner(item, state)
  return net ? <NetBanner net={net} live={live} state={state} onClose={onClose} /> : null
}
function show(first: LiveState) {
  const shown = render(<Banner item="q1" state={first} />)
  return (next: LiveState, item = 'q1') => shown.rerender(<Banner item={item} state={next} />)
}
const text = () => document.querySelector('p')?.textContent
const back = (count: number) => turkish.net.back_other.replace('{{count}}', String(count))

it('says in place that the connection is back once all has arrived, as high as before', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(73)
  const become = show(state(false, 'unsent', 'unsent'))
  expect(text()).toBe(turkish.net.offline)
  become(state(true, 'unsent', 'unsent'))
  expect(text()).toBe(turkish.net.offline)
  become(state(true, 'stored', 'stored'))
  expect(text()).toBe(back(2))
  expect(screen.getByText(back(2)).closest<HTMLElement>('[style]')?.style.minHeight).toBe('73px')
  // An answer on its way is no lost connection; a lost one is said in place, too.
  become(state(true, 'stored', 'stored', 'unsent'))
  expect(text()).toBe(back(2))
  become(state(false, 'stored', 'stored', 'unsent'))
  expect(text()).toBe(turkish.net.offline)
})

it('comes and goes with the item alone, unless it is closed', () => {
  const become = show(state(true))
  become(state(false, 'unsent'))
  expect(text()).toBeUndefined()
  become(state(false, 'unsent'), 'q2')
  expect(text()).toBe(turkish.net.offline)
  become(state(true, 'stored'), 'q2')
  become(state(true, 'stored'), 'q3')
  expect(text()).toBeUndefined()
  become(state(false, 'stored', 'unsent'), 'q4')
  fireEvent.click(screen.getByRole('button'))
  expect(text()).toBeUndefined()
})

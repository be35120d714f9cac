// @vitest-environment jsdom
import { webcrypto } from 'node:crypto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { StoppedSheet } from './Problems.tsx'

// jsdom has dialogs that cannot open.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The session has died in the middle of a test. */
function end(invitation: boolean) {
  const state = { signedIn: true, token: 'dead', user: { id: 'u1', name: 'Ayşe', invitation } }
  localStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
  const stopped = { why: 'signIn', message: '' }
  render(
    <StoppedSheet
      live={{} as LiveAttempt}
      state={{ stopped, progress: { answers: {} } } as unknown as LiveState}
    />,
  )
}

it('asks a person with an account to sign in again', () => {
  end(false)
  screen.getByText('player:stopped.signInTitle')
  screen.getByRole('button', { name: 'player:stopped.signInButton' })
})

it.each(['begunElsewhere', 'awaitsDecision'])(
  'leads a person whose answers the server has back to their tests: %s',
  (why) => {
    const stopped = { why, message: '' }
    const progress = { answers: { q1: { state: 'unsent', at: '2026-11-20T10:00:00Z' } } }
    render(
      <StoppedSheet
        live={{} as LiveAttempt}
        state={{ stopped, progress, head: {} } as unknown as LiveState}
      />,
    )
    screen.getByText(`tablet:stopped.${why}.text`)
    expect(screen.queryByText('player:stopped.kept')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'player:button.myAssignments' }))
    expect(window.location.pathname).toBe('/participant/assignments')
  },
)

it('asks a person who came by an invitation for the link, since there is no password to sign in with', () => {
  end(true)
  screen.getByText('player:stopped.linkTitle')
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers another way for answers that the server takes no more from this device, unless the test was handed in', () => {
  vi.stubGlobal('crypto', webcrypto)
  const answers = { q1: { state: 'unsent', at: '2026-11-20T10:00:00Z' } }
  const shown = (why: string) => {
    cleanup()
    const state = { stopped: { why, message: '' }, progress: { answers }, head: { rescueKey: 'key' } }
    render(<StoppedSheet live={{} as LiveAttempt} state={state as unknown as LiveState} />)
    return screen.queryByRole('button', { name: 'player:rescue' }) !== null
  }
  expect(['signIn', 'closed', 'submitted', 'begunElsewhere', 'awaitsDecision'].map(shown)).toEqual([
    ...[true, true, false, false, false],
  ])
  vi.unstubAllGlobals()
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
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

it('asks a person who came by an invitation for the link, since there is no password to sign in with', () => {
  end(true)
  screen.getByText('player:stopped.linkTitle')
  expect(screen.queryByRole('button')).toBeNull()
})

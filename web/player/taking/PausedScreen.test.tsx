// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { runIn } from '../device/kiosk.ts'
import { t } from '../words.ts'
import { PausedScreen } from './PausedScreen.tsx'

afterEach(() => {
  cleanup()
  runIn(undefined)
})

it('leaves the supervisor of a tablet their way in, and shows nobody else one', () => {
  const way = () => screen.queryByRole('button', { name: 'supervisor' })
  render(<PausedScreen timed client="Anadolu" />)
  expect(way()).toBeNull()
  screen.getByText(t('player-taking:paused.text', { client: 'Anadolu' }))
  cleanup()
  runIn({
    Header: () => <button type="button">supervisor</button>,
    Sending: () => null,
    NeedsConnection: () => null,
    finish: () => undefined,
    leave: () => undefined,
    reload: () => undefined,
    begun: async () => undefined,
    signedOut: () => undefined,
    supervise: () => undefined,
    answer: async () => undefined,
    formIn: async () => undefined,
  })
  render(<PausedScreen timed client="Anadolu" />)
  expect(way()).not.toBeNull()
  screen.getByText('tablet:paused')
})

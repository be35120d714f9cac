// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ToConsents } from './ToConsents.tsx'

afterEach(cleanup)

it('leads to one’s own data from the list, beside the texts that one has read', () => {
  render(<ToConsents data />)
  screen.getByRole('button', { name: 'player:list.consents' })
  fireEvent.click(screen.getByRole('button', { name: 'player:list.data' }))
  expect(window.location.pathname).toBe('/participant/data')
})

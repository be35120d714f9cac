// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FilterFold } from './FilterFold.tsx'
import { draw } from './testRender.tsx'

afterEach(cleanup)

const fold = (narrow: boolean) =>
  draw(
    <FilterFold values={{ action: 'sign_in', client: '', from: '2026-11-01' }}>
      <input aria-label="Action" />
    </FilterFold>,
    { narrow },
  )

it('stands open where there is room', async () => {
  await fold(false)
  expect(screen.getByRole('textbox', { name: 'Action' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('on a phone says how many filters are set, and shows them on request', async () => {
  await fold(true)
  const button = screen.getByRole('button', { name: 'Filters: 2 set' })
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('textbox', { name: 'Action' })).toBeTruthy()
})

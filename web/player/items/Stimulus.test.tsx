// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Stimulus } from './Stimulus.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows rows, heads and steps that say the same as others', () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const rows = [
    ['Day', 'Hours', 'Hours'],
    ['Monday', '8', '8'],
    ['Monday', '7', '8'],
  ]
  render(<Stimulus stimulus={{ id: 't', kind: 'table', title: 'Shifts', rows }} />)
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(rows.map((row) => row.join('')))
  const steps = ['Wait.', 'Press.', 'Wait.']
  render(<Stimulus stimulus={{ id: 'p', kind: 'procedure', title: 'Press', steps }} />)
  expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual(steps)
  expect(complained).not.toHaveBeenCalled()
})

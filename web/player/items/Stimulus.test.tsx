// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FormStimulus } from '#contract/participant.ts'
import { Stimulus } from './Stimulus.tsx'

const show = (stimulus: FormStimulus) =>
  render(<Stimulus item={{ id: 'i', type: 'single', prompt: '', stimulus }} />)

// A stub of the observer that jsdom lacks.
const watcher = class {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', watcher)
})
afterEach(() => {
  vi.unstubAllGlobals()
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
  show({ id: 't', kind: 'table', title: 'Shifts', rows })
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(rows.map((row) => row.join('')))
  const steps = ['Wait.', 'Press.', 'Wait.']
  show({ id: 'p', kind: 'procedure', title: 'Press', steps })
  expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual(steps)
  expect(complained).not.toHaveBeenCalled()
})

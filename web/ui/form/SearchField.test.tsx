// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { draw, startWords } from '../testRender.tsx'
import { SearchField } from './SearchField.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function typed(text: string) {
  await startWords()
  vi.useFakeTimers()
  const sent: string[] = []
  await draw(<SearchField value="" placeholder="Name" onChange={(value) => sent.push(value)} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: text } })
  return { sent, field }
}

it('asks for nothing more after it was cleared', async () => {
  const { sent, field } = await typed('ayşe')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  act(() => void vi.advanceTimersByTime(5000))
  expect([sent, field.value]).toEqual([[''], ''])
})

it('asks once when Enter does not wait for the rest', async () => {
  const { sent, field } = await typed('ayşe')
  fireEvent.keyDown(field, { key: 'Enter' })
  act(() => void vi.advanceTimersByTime(5000))
  expect(sent).toEqual(['ayşe'])
})

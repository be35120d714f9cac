// @vitest-environment jsdom
import { notifications } from '@mantine/notifications'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, startWords } from '../testRender.tsx'
import { Toasts, toast } from './toast.tsx'

beforeEach(async () => {
  await startWords()
  await draw(<Toasts />)
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => notifications.clean())
  cleanup()
  vi.useRealTimers()
})

const show = (one: () => unknown) => act(async () => void one())
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = (text: string) => screen.queryByText(text) !== null

it('good news goes after two seconds, other words after four', async () => {
  await show(() => toast.success('Saved'))
  await show(() => toast.error('Not saved'))
  await show(() => toast.blank('By the way'))
  await show(() => toast.custom(<a href="/orders">The order</a>))
  await later(1900)
  expect([shown('Saved'), shown('Not saved'), shown('By the way')]).toEqual([true, true, true])
  await later(600)
  expect(screen.getByRole('link', { name: 'The order' })).toBeTruthy()
  expect([shown('Saved'), shown('Not saved'), shown('By the way')]).toEqual([false, true, true])
  await later(2000)
  expect([shown('Not saved'), shown('By the way'), shown('The order')]).toEqual([false, false, false])
})

it('what is under way stays until it is over', async () => {
  let id = ''
  await show(() => {
    id = toast.loading('Sending')
  })
  await later(60 * 60_000)
  expect(shown('Sending')).toBe(true)
  await show(() => toast.dismiss(id))
  await later(1000)
  expect(shown('Sending')).toBe(false)
})

it('is at the top right, at most twenty at a time', async () => {
  await show(() => {
    for (let at = 1; at <= 25; at++) toast.loading(`Sending ${at}`)
  })
  await later(1000)
  expect(screen.getAllByText(/^Sending/)).toHaveLength(20)
  const place = screen.getByText('Sending 1').closest('[data-position]')
  expect(place?.getAttribute('data-position')).toBe('top-right')
})

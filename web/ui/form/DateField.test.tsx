// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { draw } from '../testRender.tsx'
import { DateField } from './DateField.tsx'

afterEach(cleanup)

const seen: { day: string | null; unreadable: boolean } = { day: null, unreadable: false }

function Due({ first = null }: { first?: string | null }) {
  const [day, setDay] = useState(first)
  seen.day = day
  return (
    <DateField
      label="Due"
      value={day}
      minDate="2026-11-22"
      onChange={setDay}
      onUnreadable={(unreadable) => (seen.unreadable = unreadable)}
    />
  )
}

function type(text: string): HTMLInputElement {
  const input = screen.getByLabelText<HTMLInputElement>('Due')
  fireEvent.focus(input)
  fireEvent.input(input, { target: { value: text } })
  return input
}

it.each(['yarın', '31.11.2026', '1.13'])('says that %s is no day, and keeps it', async (text) => {
  await draw(<Due first="2026-11-30" />)
  const input = type(text)
  expect(screen.queryByText(/isn’t a date/)).toBeNull()
  fireEvent.blur(input)
  screen.getByText(/isn’t a date/)
  expect(input.value).toBe(text)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(seen).toEqual({ day: null, unreadable: true })
  type('')
  expect(screen.queryByText(/isn’t a date/)).toBeNull()
  expect(seen).toEqual({ day: null, unreadable: false })
})

it('says so at once when the form is sent from the field', async () => {
  await draw(<Due />)
  fireEvent.keyDown(type('yarın'), { key: 'Enter' })
  screen.getByText(/isn’t a date/)
})

it('hands on a day that is too early, for the form to refuse', async () => {
  await draw(<Due first="2026-11-30" />)
  const input = type('21.11.2026')
  expect(seen).toEqual({ day: '2026-11-21', unreadable: false })
  fireEvent.blur(input)
  expect(input.value).toBe('21 Nov 2026')
})

it('reads a day as people type it', async () => {
  await draw(<Due />)
  fireEvent.blur(type('1/12/26'))
  expect(seen).toEqual({ day: '2026-12-01', unreadable: false })
})

it('shows no calendar when it is focused because it is wrong, until it is clicked', async () => {
  await draw(<DateField label="Due" value={null} onChange={() => undefined} error="Choose a date" touched />)
  const input = screen.getByLabelText('Due')
  fireEvent.focus(input)
  expect(document.querySelector('[data-dates-dropdown]')).toBeNull()
  fireEvent.click(input)
  await vi.waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).not.toBeNull())
})

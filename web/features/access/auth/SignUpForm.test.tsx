// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { clearSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { SignUpForm } from './SignUpForm.tsx'

serveCalls(() => problem('invalid_request', { message: { email: ['There is an account.'] } }))

beforeAll(async () => {
  // Stubs of browser functions that Mantine needs and jsdom lacks.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['auth'])
})
afterEach(() => {
  cleanup()
  clearSession()
})

function open() {
  const router = createMemoryRouter([{ path: '/', element: <SignUpForm target={undefined} /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: /sign up|create/i }))
const wrong = () =>
  ['fullName', 'email', 'password', 'confirmPassword'].filter(
    (name) => field(name).getAttribute('aria-invalid') === 'true',
  )

it('takes an error away as soon as its field is filled in right, without another try', () => {
  open()
  type('email', 'ada@')
  fireEvent.blur(field('email'))
  expect(wrong()).toEqual([])
  submit()
  expect(wrong()).toEqual(['fullName', 'email', 'password'])
  expect(document.activeElement).toBe(field('fullName'))
  type('fullName', 'Ada Kaya')
  type('email', 'ada@example.test')
  type('password', 'menekşe kokusu')
  expect(wrong()).toEqual(['confirmPassword'])
  type('confirmPassword', 'menekşe kokusu')
  expect(wrong()).toEqual([])
})

it('takes what the server said of a field away when that field is changed, and says it nowhere else', async () => {
  open()
  type('fullName', 'Ada Kaya')
  type('email', 'ada@example.test')
  type('password', 'menekşe kokusu')
  type('confirmPassword', 'menekşe kokusu')
  submit()
  await waitFor(() => expect(screen.queryByText('There is an account.')).not.toBeNull())
  expect(wrong()).toEqual(['email'])
  type('email', 'ada.kaya@example.test')
  expect(wrong()).toEqual([])
  expect(screen.queryByText('There is an account.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

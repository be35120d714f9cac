// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { User } from '#contract/auth.ts'
import { secondStepKey } from '#contract/landing.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, useAuth } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import SecondStepPage from './SecondStepPage.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const person: User = { ...anonymous, id, name: 'Hatice Karaağaç', authority: ['participant'] }
const arrived = serveCalls(() => Response.json({ token: 'fresh', user: person }))

beforeAll(async () => {
  // Stubs of browser functions that Mantine needs and jsdom lacks.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['auth', 'second-factor'])
})

afterEach(() => {
  cleanup()
  clearSession()
})

function open() {
  const router = createMemoryRouter(
    [
      { path: '/magic-link', Component: SecondStepPage },
      { path: '*', Component: () => <h1>elsewhere</h1> },
    ],
    { initialEntries: ['/magic-link'] },
  )
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  return router
}

it.each([
  [undefined, '/participant/assignments', '?welcome'],
  [
    'again',
    '/account/first-password',
    `?why=again&redirectUrl=${encodeURIComponent('/participant/assignments?welcome')}`,
  ],
])(
  'asks somebody who came by a link for their code, and then goes where the link leads: %s',
  async (choosePassword, pathname, search) => {
    const refusal = { code: 'second_factor_required', challenge: 'a challenge of twenty characters' }
    sessionStorage.setItem(secondStepKey, JSON.stringify({ ...refusal, choosePassword }))
    const router = open()
    const field = await screen.findByRole('textbox', { name: 'Code' })
    // A reload does not begin again: the challenge is in no storage any more.
    expect(sessionStorage.getItem(secondStepKey)).toBeNull()
    fireEvent.change(field, { target: { value: '123 456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('elsewhere')
    expect(router.state.location).toMatchObject({ pathname, search })
    expect(arrived.map(({ url }) => url)).toEqual(['/api/second-factor/'])
    expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id } })
  },
)

it.each([null, '{', '{}'])('leads to sign-in where no second step is asked for: %s', async (stored) => {
  if (stored !== null) sessionStorage.setItem(secondStepKey, stored)
  const router = open()
  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/sign-in')
})

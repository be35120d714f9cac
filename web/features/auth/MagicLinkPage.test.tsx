// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { signOut, type User } from '#contract/auth.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession, useAuth } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import MagicLinkPage from './MagicLinkPage.tsx'

const [id, other] = [1, 2].map((at) => `01890000-0000-7000-8000-00000000000${at}`) as [string, string]
const person: User = { ...anonymous, id, name: 'Hatice Karaağaç', authority: ['participant'] }
const signedIn = () => Response.json({ token: 'fresh', user: person })
let answer: () => Response
const arrived = serveCalls(({ entry }) =>
  entry === signOut ? new Response(null, { status: 204 }) : answer(),
)
const posts = () => arrived.filter(({ entry }) => entry !== signOut)

beforeAll(async () => {
  // What Mantine asks of a browser and jsdom has not.
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
  window.history.replaceState(null, '', '/magic-link/uid/secret')
  const router = createMemoryRouter(
    [
      { path: '/magic-link/:uid/:token', Component: MagicLinkPage },
      { path: '*', Component: () => <h1>elsewhere</h1> },
    ],
    { initialEntries: ['/magic-link/uid/secret'] },
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

it('opens the link once, without the earlier session, and goes on to the greeting', async () => {
  storeSession('earlier', { ...anonymous, id: other, authority: ['manager'] }, true)
  answer = signedIn
  const router = open()
  await screen.findByText('elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/participant/assignments', search: '?welcome' })
  expect(posts().map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
    ['/api/magic-link/uid/secret/', null],
  ])
  expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id } })
})

it('takes the secret of a refused link out of the address', async () => {
  answer = () => problem('magic_link_expired')
  open()
  await screen.findByRole('heading', { name: 'Magic link has expired or is invalid' })
  expect(window.location.pathname).toBe('/magic-link')
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    '/sign-in?way=link',
  )
})

it('thanks people who have finished, with the receipt', async () => {
  answer = () => problem('invitation_completed', { receipt: 'TRZ-7K4M' })
  open()
  await screen.findByText('TRZ-7K4M')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you, your test is complete')
})

it('keeps a link whose answer never came, to be tried again', async () => {
  answer = noAnswer
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(window.location.pathname).toBe('/magic-link/uid/secret')
  answer = () => problem('magic_link_invalid')
  again.click()
  await screen.findByRole('heading', { name: 'Invalid magic link' })
  await waitFor(() => expect(posts()).toHaveLength(2))
})

it.each([
  [undefined, '/participant/assignments', '?welcome'],
  [
    'again',
    '/account/first-password',
    `?why=again&redirectUrl=${encodeURIComponent('/participant/assignments?welcome')}`,
  ],
])(
  'asks somebody with two steps for their code, and then goes where the link leads: %s',
  async (choosePassword, pathname, search) => {
    answer = () =>
      problem('second_factor_required', { challenge: 'a challenge of twenty characters', choosePassword })
    const router = open()
    const field = await screen.findByRole('textbox', { name: 'Code' })
    expect(window.location.pathname).toBe('/magic-link')
    expect(useAuth.getState().signedIn).toBe(false)
    answer = signedIn
    fireEvent.change(field, { target: { value: '123 456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('elsewhere')
    expect(router.state.location).toMatchObject({ pathname, search })
    expect(posts().map(({ url }) => url)).toEqual(['/api/magic-link/uid/secret/', '/api/second-factor/'])
    expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id } })
  },
)

// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession, useAuth } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import MagicLinkPage from './MagicLinkPage.tsx'

const person = { ...anonymous, id: 'u1', name: 'Hatice Karaağaç', authority: ['participant'] }
const posts: { url: string; token: string | null }[] = []
let answer: () => Response

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

beforeEach(() => {
  posts.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    posts.push({ url, token: useAuth.getState().token })
    return answer()
  })
})

afterEach(() => {
  cleanup()
  clearSession()
})

const problem = (code: string, more = {}) =>
  Response.json({ code, status: 400, message: code, ...more }, { status: 400 })

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
  storeSession('earlier', { ...anonymous, id: 'u0', authority: ['manager'] }, true)
  answer = () => Response.json({ token: 'fresh', user: person })
  const router = open()
  await screen.findByText('elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/participant/assignments', search: '?welcome' })
  expect(posts.filter(({ url }) => url !== '/api/sign-out/')).toEqual([
    { url: '/api/magic-link/uid/secret/', token: null },
  ])
  expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id: 'u1' } })
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

it('thanks whoever has finished, with the receipt', async () => {
  answer = () => problem('invitation_completed', { receipt: 'TRZ-7K4M' })
  open()
  await screen.findByText('TRZ-7K4M')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you, your test is complete')
})

it('keeps a link whose answer never came, to be tried again', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(window.location.pathname).toBe('/magic-link/uid/secret')
  answer = () => problem('magic_link_invalid')
  again.click()
  await screen.findByRole('heading', { name: 'Invalid magic link' })
  await waitFor(() => expect(posts).toHaveLength(2))
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
    answer = () => problem('second_factor_required', { challenge: 'chl_1', choosePassword })
    const router = open()
    const field = await screen.findByRole('textbox', { name: 'Code' })
    expect(window.location.pathname).toBe('/magic-link')
    expect(useAuth.getState().signedIn).toBe(false)
    answer = () => Response.json({ token: 'fresh', user: person })
    fireEvent.change(field, { target: { value: '123 456' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('elsewhere')
    expect(router.state.location).toMatchObject({ pathname, search })
    expect(posts.map(({ url }) => url)).toEqual(['/api/magic-link/uid/secret/', '/api/second-factor/'])
    expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id: 'u1' } })
  },
)

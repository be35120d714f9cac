// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession, useAuth } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import SlipCodePage from './SlipCodePage.tsx'

const code = '7KQ4M0XW2HVZ'
const person = { ...anonymous, id: 'u1', authority: ['participant'], invitation: true }
const posts: { url: string; token: string | null; body: unknown }[] = []
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
  await loadTexts(['auth'])
})

beforeEach(() => {
  posts.length = 0
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    posts.push({ url, token: useAuth.getState().token, body: JSON.parse(String(body ?? null)) })
    return answer()
  })
})

afterEach(() => {
  cleanup()
  clearSession()
})

const problem = (status: number, name: string, more = {}, headers = {}) =>
  Response.json({ code: name, status, message: `said: ${name}`, ...more }, { status, headers })

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/k', Component: SlipCodePage },
      { path: '*', Component: () => <h1>elsewhere</h1> },
    ],
    { initialEntries: ['/k'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Code' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  return { router, field, type, send }
}

it('sends the code without its spaces, in no address, and goes on to the greeting', async () => {
  storeSession('earlier', { ...anonymous, id: 'u0', authority: ['manager'] }, true)
  answer = () => Response.json({ token: 'fresh', user: person })
  const { router, field, type } = await open()
  expect(document.activeElement).toBe(field)
  type(code.toLowerCase())
  expect(field.value).toBe('7KQ4 M0XW 2HVZ')
  screen.getByText('The code is complete.')
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText('elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/participant/assignments', search: '?welcome' })
  expect(posts.filter(({ url }) => url !== '/api/sign-out/')).toEqual([
    { url: '/api/slip-code/', token: null, body: { code } },
  ])
  expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id: 'u1' } })
})

it('says what is missing without asking the server', async () => {
  const { field, type, send } = await open()
  send()
  await screen.findByText('Please type the code on your slip')
  type(code.slice(0, 9))
  expect(screen.queryByText('Please type the code on your slip')).toBeNull()
  screen.getByText('3 characters left.')
  send()
  await screen.findByText('The code is not complete: 3 more characters')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(posts).toEqual([])
})

it('takes the longer code of an older slip as well, and no other length', async () => {
  answer = () => Response.json({ token: 'fresh', user: person })
  const { field, type, send } = await open()
  const long = `${code}9B3NDG8PT5RYJ1AC`
  type(long.slice(0, 16))
  screen.getByText('A code has 12 characters, on older slips 28.')
  send()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(posts).toEqual([])
  type(long)
  expect([field.value, field.rows]).toEqual(['7KQ4 M0XW 2HVZ 9B3N\nDG8P T5RY J1AC', 2])
  screen.getByText('The code is complete.')
  send()
  await screen.findByText('elsewhere')
  expect(posts.find(({ url }) => url === '/api/slip-code/')?.body).toEqual({ code: long })
})

it.each(['slip_code_invalid', 'slip_code_expired'])(
  'says %s at the code, which stays there',
  async (name) => {
    answer = () => problem(400, name)
    const { field, type, send } = await open()
    type(code)
    send()
    await screen.findByText(`said: ${name}`)
    expect(field.value.replace(/\s/g, '')).toBe(code)
    type(`${code.slice(0, 11)}D`)
    await waitFor(() => expect(screen.queryByText(`said: ${name}`)).toBeNull())
  },
)

it('thanks whoever has finished, with the receipt', async () => {
  answer = () => problem(400, 'invitation_completed', { receipt: 'TRZ-7K4M' })
  const { type, send } = await open()
  type(code)
  send()
  await screen.findByText('TRZ-7K4M')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you, your test is complete')
})

it('says how long to wait after too many tries, and tries again when the network is back', async () => {
  answer = () => problem(429, 'too_many_requests', {}, { 'retry-after': '240' })
  const { field, type, send } = await open()
  type(code)
  send()
  await screen.findByText('Too many tries. Please wait 4 minutes and try again.')
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  send()
  await waitFor(() => expect(screen.queryByText(/Too many tries/)).toBeNull())
  await screen.findByText('The code could not be opened')
  expect(field.value.replace(/\s/g, '')).toBe(code)
  answer = () => Response.json({ token: 'fresh', user: person })
  send()
  await screen.findByText('elsewhere')
})

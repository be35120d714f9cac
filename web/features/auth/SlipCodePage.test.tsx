// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openSlipCode, signOut, type User } from '#contract/auth.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession, useAuth } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import SlipCodePage from './SlipCodePage.tsx'

const code = '7KQ4M0XW2HVZ'
const [id, other] = [1, 2].map((at) => `01890000-0000-7000-8000-00000000000${at}`) as [string, string]
const person: User = { ...anonymous, id, authority: ['participant'], invitation: true }
const signedIn = () => Response.json({ token: 'fresh', user: person })
let answer: () => Response
const arrived = serveCalls(({ entry }) =>
  entry === signOut ? new Response(null, { status: 204 }) : answer(),
)

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

afterEach(() => {
  cleanup()
  clearSession()
})

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
  storeSession('earlier', { ...anonymous, id: other, authority: ['manager'] }, true)
  answer = signedIn
  const { router, field, type } = await open()
  expect(document.activeElement).toBe(field)
  type(code.toLowerCase())
  expect(field.value).toBe('7KQ4 M0XW 2HVZ')
  screen.getByText('The code is complete.')
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText('elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/participant/assignments', search: '?welcome' })
  const opened = arrived.filter(({ entry }) => entry === openSlipCode)
  expect(opened.map(({ url, headers, body }) => [url, headers.get('authorization'), body])).toEqual([
    ['/api/slip-code/', null, { code }],
  ])
  expect(useAuth.getState()).toMatchObject({ signedIn: true, token: 'fresh', user: { id } })
})

it('says what is missing without asking the server', async () => {
  const { field, type, send } = await open()
  send()
  await screen.findByText('Enter your code')
  type(code.slice(0, 9))
  expect(screen.queryByText('Enter your code')).toBeNull()
  screen.getByText('3 characters left.')
  send()
  await screen.findByText('Enter 3 more characters')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(arrived).toEqual([])
})

it('takes the longer code of an older slip as well, and no other length', async () => {
  answer = signedIn
  const { field, type, send } = await open()
  const long = `${code}9B3NDG8PT5RYJ1AC`
  type(long.slice(0, 16))
  screen.getByText('A code has 12 characters. Older slips have 28.')
  send()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(arrived).toEqual([])
  type(long)
  expect([field.value, field.rows]).toEqual(['7KQ4 M0XW 2HVZ 9B3N\nDG8P T5RY J1AC', 2])
  screen.getByText('The code is complete.')
  send()
  await screen.findByText('elsewhere')
  expect(arrived.find(({ entry }) => entry === openSlipCode)?.body).toEqual({ code: long })
})

it.each(['slip_code_invalid', 'slip_code_expired'] as const)(
  'says %s at the code, which stays there',
  async (name) => {
    answer = () => problem(name, { message: `said: ${name}` })
    const { field, type, send } = await open()
    type(code)
    send()
    await screen.findByText(`said: ${name}`)
    expect(field.value.replace(/\s/g, '')).toBe(code)
    type(`${code.slice(0, 11)}D`)
    await waitFor(() => expect(screen.queryByText(`said: ${name}`)).toBeNull())
  },
)

it('thanks people who have finished, with the receipt', async () => {
  answer = () => problem('invitation_completed', { receipt: 'TRZ-7K4M' })
  const { type, send } = await open()
  type(code)
  send()
  await screen.findByText('TRZ-7K4M')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you, your test is complete')
})

it('says how long to wait after too many tries, and tries again when the network is back', async () => {
  answer = () => problem('too_many_requests', {}, { 'retry-after': '240' })
  const { field, type, send } = await open()
  type(code)
  send()
  await screen.findByText('Too many attempts. Wait 4 minutes and try again.')
  answer = noAnswer
  send()
  await waitFor(() => expect(screen.queryByText(/Too many attempts/)).toBeNull())
  await screen.findByText('Couldn’t open the code')
  expect(field.value.replace(/\s/g, '')).toBe(code)
  answer = signedIn
  send()
  await screen.findByText('elsewhere')
})

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSlipCode, signOut, type User } from '#contract/auth.ts'
import { exampleUser } from '#test/support/client.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { SlipCodePage } from './SlipCodePage.tsx'

const code = '7KQ4M0XW2HVZ'
const [id, other] = [1, 2].map((at) => `01890000-0000-7000-8000-00000000000${at}`) as [string, string]
const person: User = { ...exampleUser, id, authority: ['participant'], invitation: true }
const signedIn = () => Response.json({ token: 'fresh', user: person })
let answer: () => Response
const arrived = serveCalls(({ entry }) =>
  entry === signOut ? new Response(null, { status: 204 }) : answer(),
)

beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState(null, '', '/k')
})
afterEach(cleanup)

async function open() {
  render(<SlipCodePage />)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'slip-code:label' })
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'slip-code:submit' }))
  return { field, type, send }
}
const greeted = () =>
  waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/participant/assignments?welcome'),
  )

it('sends the code without its spaces, in no address, and goes on to the greeting', async () => {
  storeSession('earlier', { ...exampleUser, id: other, authority: ['manager'] })
  answer = signedIn
  const { field, type } = await open()
  expect(document.activeElement).toBe(field)
  type(code.toLowerCase())
  expect(field.value).toBe('7KQ4 M0XW 2HVZ')
  screen.getByText('slip-code:all')
  fireEvent.keyDown(field, { key: 'Enter' })
  await greeted()
  const opened = arrived.filter(({ entry }) => entry === openSlipCode)
  expect(opened.map(({ url, headers, body }) => [url, headers.get('authorization'), body])).toEqual([
    ['/api/slip-code/', null, { code }],
  ])
  expect(currentSession()).toMatchObject({ token: 'fresh', user: { id } })
})

it('says what is missing without asking the server', async () => {
  const { field, type, send } = await open()
  send()
  await screen.findByText('slip-code:missing')
  type(code.slice(0, 9))
  expect(screen.queryByText('slip-code:missing')).toBeNull()
  screen.getByText('slip-code:left')
  send()
  await screen.findByText('slip-code:short')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(arrived).toEqual([])
})

it('takes the longer code of an older slip as well, and no other length', async () => {
  answer = signedIn
  const { field, type, send } = await open()
  const long = `${code}9B3NDG8PT5RYJ1AC`
  type(long.slice(0, 16))
  screen.getByText('slip-code:lengths')
  send()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(arrived).toEqual([])
  type(long)
  expect([field.value, field.rows]).toEqual(['7KQ4 M0XW 2HVZ 9B3N\nDG8P T5RY J1AC', 2])
  screen.getByText('slip-code:all')
  send()
  await greeted()
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
  answer = () => Response.json({ token: 'ses_after', user: person, done: { receipt: 'TRZ-7K4M' } })
  const { type, send } = await open()
  type(code)
  send()
  await screen.findByText('TRZ-7K4M')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('player:link.thanks')
})

it('says how long to wait after too many tries, and tries again when the network is back', async () => {
  answer = () => problem('too_many_requests', {}, { 'retry-after': '240' })
  const { field, type, send } = await open()
  type(code)
  send()
  await screen.findByText('player:code.tooMany')
  answer = noAnswer
  send()
  await waitFor(() => expect(screen.queryByText(/tooMany/)).toBeNull())
  await screen.findByText('slip-code:failed')
  expect(field.value.replace(/\s/g, '')).toBe(code)
  answer = signedIn
  send()
  await greeted()
})

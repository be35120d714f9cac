// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confirmRegistration, getRegistrationPage, register } from '#contract/registering.ts'
import { bodyOf, problem, serveCalls } from '#test/support/serve-calls.ts'
import { RegisterPage } from './RegisterPage.tsx'

const code = '7KQ4M0XW2H'
const registration = {
  client: { name: 'Anadolu Gıda A.Ş.', email: 'ik@anadolu.example', phone: '0232 000 00 00' },
  name: 'Depo görevlisi',
  tests: [{ name: 'MYT', minutes: 55 }],
  testDay: null,
  dueDate: null,
  endsOn: '2999-11-30',
  approval: false,
  state: 'open',
  notice: { version: 3, title: 'Bilgileriniz', text: 'Hangi bilgiler? Adınız.' },
  token: 'ticket',
}
const outcome = (more: object) =>
  Response.json({ outcome: 'received', check: null, state: null, link: null, dayCode: null, ...more })
let page: object
let registering: () => Response
let confirming: () => Response
const arrived = serveCalls(({ entry }) => {
  if (entry === getRegistrationPage) return Response.json(page)
  return entry === register ? registering() : confirming()
})
const sent = (entry: typeof register | typeof confirmRegistration) =>
  arrived.filter((call) => call.entry === entry).map((call) => bodyOf(entry, call))

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  page = registration
  registering = () => outcome({ outcome: 'code', check: 'chk' })
  window.history.replaceState(null, '', `/r/${code}`)
  // Nobody registers within three seconds: the page waits for that.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5000))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })

async function byMail() {
  render(<RegisterPage code={code} />)
  await type('register:name', 'Ada Deniz')
  await type('register:label.email', 'ada@deniz.test')
  press('register:sendCode')
  await screen.findByRole('heading', { name: 'register:codeTitle' })
}

it('says what is missing without asking the server', async () => {
  render(<RegisterPage code={code} />)
  await screen.findByText('Depo görevlisi')
  press('register:sendCode')
  await screen.findByText('register:nameMissing')
  screen.getByText('register:wrong.email')
  expect(document.activeElement).toBe(screen.getByLabelText('register:name'))
  expect(sent(register)).toEqual([])
})

it('registers with a phone, with the notice that was shown, and goes on to the link', async () => {
  registering = () => outcome({ outcome: 'enter', link: '/magic-link/u/t' })
  render(<RegisterPage code={code} />)
  fireEvent.click(await screen.findByLabelText('register:way.phone'))
  await type('register:name', ' Hasan ')
  await type('register:label.phone', '0532 111 22 33')
  press('register:submit')
  await waitFor(() => expect(window.location.pathname).toBe('/magic-link/u/t'))
  expect(sent(register)).toEqual([{ name: 'Hasan', phone: '0532 111 22 33', notice: 3, token: 'ticket' }])
  // The same poster leads back to it on this phone, until somebody else says so.
  cleanup()
  window.history.replaceState(null, '', `/r/${code}`)
  render(<RegisterPage code={code} />)
  await screen.findByText('register:here')
  press('player:button.continue')
  expect(window.location.pathname).toBe('/magic-link/u/t')
  press('player:welcome.notMe')
  await waitFor(() => expect(screen.queryByText('register:here')).toBeNull())
  expect(localStorage.length).toBe(0)
})

it('asks for the code of an address, also after the page was closed by the mail program', async () => {
  await byMail()
  cleanup()
  render(<RegisterPage code={code} />)
  await type('register:code', '12 34 5')
  press('register:codeSubmit')
  await screen.findByText('register:codeShort')
  expect(sent(confirmRegistration)).toEqual([])
  confirming = () => problem('registration_code_wrong', { message: 'wrong' })
  await type('register:code', '123456')
  press('register:codeSubmit')
  await screen.findByText('wrong')
  confirming = () => outcome({ outcome: 'enter', link: '/magic-link/u/t' })
  press('register:codeSubmit')
  await waitFor(() => expect(window.location.pathname).toBe('/magic-link/u/t'))
  expect(sent(confirmRegistration).at(-1)).toEqual({ check: 'chk', digits: '123456' })
  expect(sessionStorage.length).toBe(0)
})

it('sends a new code with a token of its own', async () => {
  await byMail()
  registering = () => outcome({ outcome: 'code', check: 'other' })
  press('register:codeAgain')
  await screen.findByText('register:codeAgainSent')
  confirming = () => outcome({})
  await type('register:code', '123456')
  press('register:codeSubmit')
  await screen.findByRole('heading', { name: 'register:received' })
  expect(sent(confirmRegistration)).toEqual([{ check: 'other', digits: '123456' }])
  expect(arrived.filter(({ entry }) => entry === getRegistrationPage)).toHaveLength(2)
})

it('renews a token that ran out while somebody was reading, once', async () => {
  let refused = 0
  registering = () => {
    refused += 1
    return refused === 1 ? problem('contact_expired') : outcome({ outcome: 'code', check: 'chk' })
  }
  await byMail()
  expect(sent(register)).toHaveLength(2)
})

it('lets only those in by address who registered before, once it is full', async () => {
  page = { ...registration, state: 'full' }
  render(<RegisterPage code={code} />)
  await screen.findByText('register:full')
  expect(screen.queryByLabelText('register:way.phone')).toBeNull()
  await type('register:name', 'Ada Deniz')
  await type('register:label.email', 'ada@deniz.test')
  press('register:sendCode')
  // Nobody else is mailed a code.
  await screen.findByText(/register:codeSentIfKnown/)
})

it('says of a code that it was sent only where it was: the last place went while the page was open', async () => {
  registering = () => outcome({ outcome: 'code', check: 'chk', state: 'full' })
  await byMail()
  const said = () => document.querySelector('main')?.textContent
  expect(said()).toContain('register:full register:codeSentIfKnown')
  // Also after the mail program has closed the page, and for another code.
  cleanup()
  render(<RegisterPage code={code} />)
  await screen.findByRole('heading', { name: 'register:codeTitle' })
  press('register:codeAgain')
  await waitFor(() => expect(sent(register)).toHaveLength(2))
  await waitFor(() => expect(document.querySelector('[aria-disabled=true]')).toBeNull())
  expect(said()).toContain('register:full register:codeSentIfKnown')
  expect(said()).not.toContain('register:codeAgainSent')
})

it('says where and when a test day is, and shows the code to enter there', async () => {
  const day = { testDay: { place: 'Kapı 2', day: '2999-12-01' }, dueDate: '2999-12-01' }
  page = { ...registration, ...day }
  registering = () => outcome({ outcome: 'listed', dayCode: '407218550123' })
  render(<RegisterPage code={code} />)
  await screen.findByText('register:asksDay')
  screen.getByText('Kapı 2')
  fireEvent.click(screen.getByLabelText('register:way.phone'))
  await type('register:name', 'Hasan')
  await type('register:label.phone', '0532 111 22 33')
  press('register:submit')
  await screen.findByRole('heading', { name: 'register:listed' })
  screen.getByText('4072 1855 0123')
  cleanup()
  registering = () => outcome({})
  render(<RegisterPage code={code} />)
  fireEvent.click(await screen.findByLabelText('register:way.phone'))
  await type('register:name', 'Hasan')
  await type('register:label.phone', '0532 111 22 33')
  press('register:submit')
  await screen.findByText('register:receivedDay')
})

it('says to an applicant how long the data is kept, and to nobody else', async () => {
  for (const approval of [true, false]) {
    page = { ...registration, approval }
    registering = () => outcome({})
    render(<RegisterPage code={code} />)
    await type('register:name', 'Ada Deniz')
    await type('register:label.email', 'ada@deniz.test')
    press('register:sendCode')
    await screen.findByRole('heading', { name: 'register:received' })
    expect(screen.queryByText('register:receivedKept') !== null).toBe(approval)
    cleanup()
    sessionStorage.clear()
    localStorage.clear()
  }
})

it('has the look and the words of the organisation on its pages', async () => {
  const logo = { url: '/logos/abc/', width: 200, height: 60 }
  const brand = { logo, color: '#0a7d55', textColor: '#ffffff', intro: 'Hoş geldiniz.', thanks: '' }
  page = { ...registration, client: { ...registration.client, brand } }
  await byMail()
  const ofClient = () => screen.getByRole('img', { name: 'Anadolu Gıda A.Ş.' }).getAttribute('src')
  expect(ofClient()).toBe('/logos/abc/')
  cleanup()
  sessionStorage.clear()
  render(<RegisterPage code={code} />)
  await screen.findByText('Hoş geldiniz.')
  expect(ofClient()).toBe('/logos/abc/')
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listClientInventories } from '#contract/enablements.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { findOtherNames, type forecastInvitation, inviteEmails } from '#contract/people.ts'
import { exampleClient } from '#test/support/client.ts'
import { bodyOf, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import access from '../../../../locales/en/access.json' with { type: 'json' }
import common from '../../../../locales/en/common.json' with { type: 'json' }
import invite from '../../../../locales/en/invite.json' with { type: 'json' }
import mail from '../../../../locales/en/mail.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { Wizard } from './Wizard.tsx'

const id = '01900000-0000-7000-8000-000000000001'
const client = { ...exampleClient, id, quota: 1 }
const test = { id, code: 'ENGLISH', name: 'English placement' }

/** The server's answers to invitations, in turn; the network fails when there is none left. */
const answers: Response[] = []
/** An answer that is still on its way. */
let late: Promise<Response> | undefined
let forecast: AnswerOf<typeof forecastInvitation> = []
/** Names under which the server has the people of a list, by address, and whether it can be asked. */
let registered: Record<string, string> = {}
let namesFail = false
const jobs: unknown[] = []

const arrived = serveCalls((call) => {
  const { entry, url } = call
  if (entry === inviteEmails) return late ?? answers.shift() ?? noAnswer()
  if (url.includes('/invite_forecast/')) return Response.json(forecast)
  if (entry === findOtherNames) {
    if (namesFail) return noAnswer()
    const { emails } = bodyOf(findOtherNames, call)
    return Response.json(
      emails.flatMap((given, row) => {
        const name = typeof given === 'object' ? registered[given.email ?? ''] : undefined
        return name === undefined ? [] : [{ row, name }]
      }),
    )
  }
  if (url.includes('/invitation_jobs/')) return Response.json(jobs.length > 1 ? jobs.shift() : jobs[0])
  if (entry === listClientInventories) return Response.json([])
  if (url.includes('/quotas/')) {
    const quota = {
      inventory: test,
      availableQuantity: 1,
      itemCount: 75,
      used: 0,
      reserved: 0,
      purchased: 1,
      enabled: true,
      low: false,
    }
    return Response.json([quota])
  }
  if (url.includes('/groups/')) return Response.json([])
  if (url.includes('/inventories/')) {
    const facts = {
      description: '',
      minutes: 45,
      itemCount: 75,
      version: 1,
      sensitive: false,
      priceTiers: [],
    }
    return Response.json([{ ...test, ...facts }])
  }
  if (url.endsWith(`/clients/${id}/`)) return Response.json(client)
  return Response.json({ count: 0, next: null, previous: null, results: [] })
})
const sent = () =>
  arrived
    .filter(({ entry }) => entry === inviteEmails)
    .map((call) => ({
      key: call.headers.get('idempotency-key'),
      emails: bodyOf(inviteEmails, call).emails,
    }))

beforeEach(async () => {
  answers.length = 0
  late = undefined
  forecast = []
  registered = {}
  namesFail = false
  jobs.length = 0
  await startWords()
  for (const [name, words] of Object.entries({ access, common, invite, mail })) {
    i18next.addResourceBundle('en', name, words)
  }
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})

afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

async function open(state?: unknown) {
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  return draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[{ pathname: '/', state }]}>
        <Wizard client={{ value: id, label: 'Ornek' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const invited = (...addresses: string[]) =>
  Response.json({
    created: addresses.map((email, row) => ({
      row,
      email,
      name: '',
      phone: '',
      staffNumber: '',
      userId: id,
      membershipId: id,
    })),
    existing: [],
    failed: [],
  })

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function goToCheck(list: string) {
  type('Name, email, phone', list)
  press('Continue')
  fireEvent.click(await screen.findByRole('checkbox', { name: /English placement/ }))
  type(/^Description/, 'Yearly')
  press('Check')
  await screen.findByText('Check before you send')
}

it('asks about one address under two names, and lists what was decided', async () => {
  const known = { row: 0, email: 'a@x.test', name: 'Ayşe Ak', phone: '', staffNumber: '' }
  const existing = [{ ...known, userId: id, membershipId: id, otherName: true }]
  answers.push(Response.json({ created: [], existing, failed: [] }))
  await open()
  await goToCheck('Ayşe Ak\ta@x.test\nVeli Ak\ta@x.test')
  expect(screen.getByText(/Row 1 has this address under the name Ayşe Ak/)).toBeTruthy()
  press('Row 2: same person')
  expect(screen.getByText(/Same person as row 1/)).toBeTruthy()
  press(/^Invite 1 person/)
  await screen.findByText('Same person as an earlier row: your decision')
  expect(screen.getByText('Registered under another name')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry failed rows' })).toBeNull()
})

it('asks about an address that is registered under another name before it sends', async () => {
  registered = { 'a@x.test': 'Veli Kaya', 'c@x.test': 'Can Ak' }
  const known = { row: 0, email: 'a@x.test', name: 'Ayşe Ak', phone: '', staffNumber: '' }
  const existing = [{ ...known, userId: id, membershipId: id, otherName: true }]
  answers.push(Response.json({ created: [], existing, failed: [] }))
  await open()
  await goToCheck('Ayşe Ak\ta@x.test\nCem Ak\tc@x.test')
  await screen.findByText(/Registered here as Veli Kaya/)
  screen.getByText(/Registered here as Can Ak/)
  expect(sent()).toEqual([])
  press('Row 1: same person')
  screen.getByText('Same person as Veli Kaya')
  press('Remove row 2')
  press(/^Invite 1 person/)
  await screen.findByText('Registered under another name')
  screen.getByText('Left out: registered under another name')
  expect(sent().map(({ emails }) => emails)).toEqual([[{ email: 'a@x.test', name: 'Ayşe Ak' }]])
})

it('decides about all who are registered under other names at once', async () => {
  registered = { 'a@x.test': 'Veli Kaya', 'b@x.test': 'Bora Su' }
  answers.push(invited('a@x.test', 'b@x.test'))
  await open()
  await goToCheck('Ayşe Ak\ta@x.test\nBüşra Su\tb@x.test')
  fireEvent.click(await screen.findByRole('button', { name: 'All 2 are the same people' }))
  press(/^Invite 2 people/)
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(1)
})

it('sends nothing where it could not ask about names, and asks again about a row that was changed', async () => {
  namesFail = true
  registered = { 'c@x.test': 'Can Ak' }
  await open()
  await goToCheck('Ayşe Ak\ta@x.test')
  press(/^Invite 1 person/)
  await screen.findByText('The server didn’t respond')
  expect(sent()).toEqual([])
  namesFail = false
  press('Edit row 1')
  type('Row 1, email', 'c@x.test')
  press(/^Invite 1 person/)
  await screen.findByText(/Registered here as Can Ak/)
  expect(sent()).toEqual([])
})

it('says what is missing, in the words of the specification', async () => {
  await open()
  press('Continue')
  expect(screen.getByText('Please enter at least one email')).toBeTruthy()
  type('Name, email, phone', 'ayse@x')
  await waitFor(() => expect(screen.getByText('Please enter valid email addresses')).toBeTruthy())
  fireEvent.click(screen.getByLabelText(/Upload CSV/))
  press('Continue')
  expect(screen.getByText('Please upload a CSV file')).toBeTruthy()
  fireEvent.click(screen.getByLabelText(/One person/))
  press('Continue')
  expect(screen.getByText('Please enter candidate name')).toBeTruthy()
  expect(screen.getByText('Please enter candidate email')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Employees'))
  expect(screen.getByText('Please enter employee name')).toBeTruthy()
  expect(screen.getByText('Please enter employee email')).toBeTruthy()
})

it('names the columns of a list, sums up how people are reached, and needs no description', async () => {
  await open()
  type(
    'Name, email, phone',
    'Ad Soyad\tE-posta\tTelefon\tBeden\nAyşe Ak\ta@x.test\t\tM\nCan Er\t\t0532 111 22 33\tL',
  )
  const columns = await screen.findByRole('list', { name: 'Columns found' })
  expect([...columns.children].map((one) => one.textContent?.trim())).toEqual([
    'Name',
    'Email',
    'Phone',
    'Beden: not used',
  ])
  press('Continue')
  fireEvent.click(await screen.findByRole('checkbox', { name: /English placement/ }))
  press('Check')
  await screen.findByText('Check before you send')
  const facts = Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )
  expect(facts).toMatchObject({ 'By email': '1', 'By slip or WhatsApp': '1' })
  press('Back')
  const description = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Description/ })
  expect(description.value).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4} invitation$/)
})

it('keeps what was typed over a reload, and forgets it at sign-out', async () => {
  const first = await open()
  type('Name, email, phone', 'Ayşe a@x.test')
  fireEvent(window, new Event('pagehide'))
  fireEvent(window, new Event('pageshow'))
  first.unmount()
  const second = await open()
  expect(screen.getByDisplayValue('Ayşe a@x.test')).toBeTruthy()
  second.unmount()
  clearSession()
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await open()
  expect(screen.queryByDisplayValue('Ayşe a@x.test')).toBeNull()
})

it('sends once for two clicks, and under the same key again when no answer came', async () => {
  await open()
  await goToCheck('Ayşe a@x.test\nBüşra b@x')
  const button = screen.getByRole('button', { name: 'Invite 1 person' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByText('The server didn’t respond')
  expect(sent()).toHaveLength(1)

  answers.push(invited('a@x.test'))
  press('Invite 1 person')
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
  expect(sent()[0]?.emails).toEqual([{ email: 'a@x.test', name: 'Ayşe' }])

  press('Correct row')
  type('Row 2, email', 'b@x.test')
  answers.push(invited('b@x.test'))
  press('Invite 1 person')
  await screen.findByText('1 person was invited.')
  expect(sent()[2]?.emails).toEqual([{ email: 'b@x.test', name: 'Büşra' }])
  expect(sent()[2]?.key).not.toBe(sent()[0]?.key)
})

it('says both sentences when the quota is not enough, and leads back to the tests', async () => {
  await open()
  await goToCheck('a@x.test\nb@x.test')
  await screen.findByText('Insufficient quota, please purchase quota')
  answers.push(problem('quota_exceeded'))
  press('Invite 2 people')
  await screen.findByText(/Quota exceeded\. Please purchase additional quota to create new assignments/)
  press('Go back')
  expect(screen.getByText('Which tests, and by when?')).toBeTruthy()
})

it('forecasts what the server will take: nothing for those who already have the test', async () => {
  forecast = [{ inventoryId: id, units: 1, coolingDown: { count: 0, people: [] } }]
  await open()
  await goToCheck('a@x.test\nb@x.test\nc@x.test')
  await screen.findByText('1 will be used, 0 left')
  expect(screen.getByText('2 people already have this test pending and use no quota.')).toBeTruthy()
  expect(screen.queryByText('Insufficient quota, please purchase quota')).toBeNull()
})

it('names who took a test too recently before the list is sent', async () => {
  const people = [{ userId: id, name: 'Ayşe Demir', availableFrom: '2026-12-24' }]
  forecast = [{ inventoryId: id, units: 1, coolingDown: { count: 1, people } }]
  await open()
  await goToCheck('a@x.test\nb@x.test')
  await screen.findByText('Ayşe Demir: ENGLISH, again from 24 Dec 2026')
  expect(screen.queryByText(/already have this test pending/)).toBeNull()
})

it('sends from when the test can be started, and says it before', async () => {
  await open()
  type('Name, email, phone', 'a@x.test')
  press('Continue')
  fireEvent.click(await screen.findByRole('checkbox', { name: /English placement/ }))
  type(/^Opening day/, '24.12.2998')
  type(/^Hour/, '13:30')
  press('Check')
  await screen.findByText('Opens 24 Dec 2998 13:30')
  press('Invite 1 person')
  const sent = () => arrived.find(({ entry }) => entry === inviteEmails)?.body
  await waitFor(() => expect(sent()).toMatchObject({ opensAt: '2998-12-24T13:30' }))
})

const longList = Array.from({ length: 501 }, (_, at) => `kisi.${at}@x.test`).join('\n')
const running = {
  id,
  status: 'running',
  total: 501,
  done: 250,
  createdAt: '2026-01-01T00:00:00Z',
  finishedAt: null as string | null,
  result: null,
  problem: null,
  counts: null,
  createdBy: { id, name: 'Deniz' },
}
const firstOfAll = { row: 0, email: 'kisi.0@x.test', name: '', phone: '', staffNumber: '' }
const done = {
  ...running,
  status: 'done',
  done: 501,
  finishedAt: '2026-01-01T00:01:00Z',
  result: { created: [{ ...firstOfAll, userId: id, membershipId: id }], existing: [], failed: [] },
}

/** A long list is sent, and its page is left while it is under way. */
async function leaveWhileRunning() {
  jobs.push(running)
  const first = await open()
  await goToCheck(longList)
  answers.push(Response.json({ ...running, status: 'waiting', done: 0 }, { status: 202 }))
  press('Invite 501 people')
  await screen.findByRole('progressbar', { name: '250 of 501 invited' })
  first.unmount()
}

it('follows a long list that is imported in the background, also after the page was left', async () => {
  await leaveWhileRunning()
  await open()
  await screen.findByRole('progressbar', { name: '250 of 501 invited' })
  jobs.splice(0, 1, done)
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(1)
})

it('begins a new list after the long one has ended, with a link to its result', async () => {
  await leaveWhileRunning()
  jobs.splice(0, 1, done)
  await open()
  await screen.findByText('Your last invitation')
  expect(screen.queryByText('Invitations sent')).toBeNull()
  press('View result')
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(1)
})

it('shows the result of a long list on request', async () => {
  await leaveWhileRunning()
  jobs.splice(0, 1, done)
  await open({ result: true })
  await screen.findByText('Invitations sent')
})

it('asks once more, under the same key, for the result of a list whose page was left immediately', async () => {
  late = new Promise(() => {})
  const first = await open()
  await goToCheck('a@x.test')
  press('Invite 1 person')
  await waitFor(() => expect(sent()).toHaveLength(1))
  first.unmount()
  late = undefined
  answers.push(invited('a@x.test'))
  await open()
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(2)
  expect(sent()[1]).toEqual(sent()[0])
})

it('shows the result of a list that was answered after its page was left', async () => {
  let arrive: (answer: Response) => void = () => {}
  late = new Promise((resolve) => {
    arrive = resolve
  })
  const first = await open()
  await goToCheck('a@x.test')
  press('Invite 1 person')
  await waitFor(() => expect(sent()).toHaveLength(1))
  first.unmount()
  arrive(invited('a@x.test'))
  await waitFor(() => expect(sessionStorage.getItem('terazi.invite')).toContain('"step":"result"'))
  await open()
  await screen.findByText('Invitations sent')
  expect(sent()).toHaveLength(1)
})

it('says on coming back that an unanswered list may have arrived, and sends nothing unasked', async () => {
  const first = await open()
  await goToCheck('a@x.test')
  press('Invite 1 person')
  await screen.findByText('The server didn’t respond')
  first.unmount()
  await open()
  await screen.findByText('We don’t know if your last list was sent')
  expect(sent()).toHaveLength(1)
})

it('begins a new list after a finished one, with a link to the last result', async () => {
  const first = await open()
  await goToCheck('a@x.test')
  answers.push(invited('a@x.test'))
  press('Invite 1 person')
  await screen.findByText('Invitations sent')
  press('New invitation')
  await screen.findByText('Your last invitation')
  first.unmount()
  await open()
  press('View result')
  await screen.findByText('Invitations sent')
  expect(screen.getByText('1 person was invited.')).toBeTruthy()
})

it('offers a new list where the address is opened again, and keeps the result over a reload', async () => {
  const first = await open()
  await goToCheck('a@x.test')
  answers.push(invited('a@x.test'))
  press('Invite 1 person')
  await screen.findByText('Invitations sent')
  const kept = sessionStorage.getItem('terazi.invite') ?? ''
  first.unmount()
  for (const [type, step] of [
    ['reload', 'result'],
    ['navigate', 'people'],
  ] as const) {
    sessionStorage.setItem('terazi.invite', kept)
    vi.resetModules()
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { type, name: window.location.href } as unknown as PerformanceEntry,
    ])
    const { useDraft } = await import('./draft/useDraft.ts')
    const auth = await import('../../../app/auth.ts')
    auth.storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
    const { result, unmount } = renderHook(() => useDraft(id, 'en'))
    expect(result.current[0].step).toBe(step)
    unmount()
  }
})

it('does not say that invitations went out where everybody was here already', async () => {
  await open()
  await goToCheck('a@x.test')
  const person = {
    row: 0,
    email: 'a@x.test',
    name: '',
    phone: '',
    staffNumber: '',
    userId: id,
    membershipId: id,
  }
  answers.push(Response.json({ created: [], existing: [person], failed: [] }))
  press('Invite 1 person')
  await screen.findByText('Invitations finished')
  expect(screen.queryByText('Invitations sent')).toBeNull()
})

it('lets any part of any row be corrected before it is sent', async () => {
  await open()
  await goToCheck('Ayse, a@x.test\nFatma, b@')
  fireEvent.click(screen.getByText('All', { exact: false, selector: 'label, label *' }))
  press('Edit row 1')
  type('Row 1, name', 'Ayşe Nur')
  type('Row 1, staff number', 'S-10')
  press('Edit row 2')
  type('Row 2, email', 'b@x.test')
  answers.push(invited('a@x.test', 'b@x.test'))
  press('Invite 2 people')
  await screen.findByText('Invitations sent')
  expect(sent()[0]?.emails).toEqual([
    { email: 'a@x.test', name: 'Ayşe Nur', staffNumber: 'S-10' },
    { email: 'b@x.test', name: 'Fatma' },
  ])
})

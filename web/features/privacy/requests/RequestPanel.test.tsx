// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { getClient } from '#contract/clients.ts'
import {
  checkIdentity,
  decideRequest,
  enterRequest,
  findRequesters,
  handOutDataPdf,
  type PersonRequest,
} from '#contract/requests.ts'
import { exampleClient } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { EnterRequest } from './EnterRequest.tsx'
import { RequestList } from './RequestList.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const at = '2026-11-26T10:00:00Z'
const open: PersonRequest = {
  id,
  client: { id, name: 'Anadolu Gıda A.Ş.', timeZone: 'Europe/Istanbul' },
  kind: 'rectification',
  message: 'Adım yanlış',
  channel: 'page',
  receivedOn: null,
  enteredBy: null,
  dataUntil: null,
  downloadsThemselves: false,
  createdAt: at,
  dueAt: '2026-12-26T10:00:00Z',
  decision: null,
  reason: '',
  decidedAt: null,
  person: { membershipId: id, userId: id, name: 'Ada Deniz', email: 'ada@deniz.test' },
  test: null,
  identity: null,
  identityAt: null,
  identityBy: null,
  identityNote: '',
  decidedBy: null,
  answerTo: null,
  answeredBy: null,
  handOver: null,
}
let request: PersonRequest
const arrived = serveCalls(({ entry, query }) => {
  if (entry === checkIdentity) {
    request = { ...request, identity: 'other', identityAt: at, identityBy: 'Gül', identityNote: 'Not' }
    return Response.json(request)
  }
  if (entry === getClient) return Response.json(exampleClient)
  if (entry === findRequesters)
    return Response.json([
      { membershipId: id, name: 'Ada Deniz', email: '', phone: '', staffNumber: 'A1', leftAt: at },
    ])
  if (entry === enterRequest) return Response.json({ id, dueAt: at }, { status: 201 })
  if (entry === handOutDataPdf)
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
  if (entry === decideRequest) {
    if (request.kind === 'access') {
      request = {
        ...request,
        decision: 'accepted',
        reason: 'Ektedir',
        decidedAt: at,
        dataUntil: '2026-12-26',
      }
      return Response.json(request)
    }
    request = { ...request, decision: 'refused', reason: 'Adınız doğru', answeredBy: 'hand', decidedAt: at }
    return Response.json({ ...request, handOver: 'Sayın Ada Deniz' })
  }
  const results = query.get('state') === 'open' && request.decision !== null ? [] : [request]
  return Response.json({ count: results.length, next: null, previous: null, results })
})
const bodies = (entry: typeof checkIdentity | typeof decideRequest | typeof enterRequest) =>
  arrived.filter((call) => call.entry === entry).map(({ body }) => body)

beforeAll(async () => {
  // jsdom has none.
  HTMLElement.prototype.scrollIntoView = () => undefined
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['requests', 'erasure', 'common'])
})
beforeEach(() => {
  request = open
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  clearSession()
  queryClient.clear()
})

async function opened() {
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RequestList clientId={undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click((await screen.findAllByText('Ada Deniz'))[0] ?? document.body)
  await screen.findByText('Adım yanlış')
}
const button = (name: string) => screen.findByRole('button', { name })

it('marks an open request as overdue once its last day is over, and none that was answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const marked = async (day: number, more: Partial<PersonRequest> = {}) => {
    vi.setSystemTime(new Date(Date.UTC(2026, 11, day, 9)))
    request = { ...open, ...more }
    await draw(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[more.decision ? '/?state=decided' : '/']}>
          <RequestList clientId={undefined} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    await screen.findAllByText('Ada Deniz')
    const late = [
      screen.queryAllByText('Overdue').length > 0,
      screen.queryAllByText('2 days late').length > 0,
    ]
    cleanup()
    queryClient.clear()
    return late
  }
  expect(await marked(26)).toEqual([false, false])
  expect(await marked(28)).toEqual([true, true])
  expect(await marked(28, { decision: 'refused', decidedAt: at })).toEqual([false, false])
})

it('tells deadline and identity check by the clock of the organisation', async () => {
  const auckland = { ...open.client, timeZone: 'Pacific/Auckland' }
  request = { ...open, client: auckland, dueAt: '2026-12-26T10:59:00Z' }
  request = { ...request, identity: 'document', identityAt: '2026-11-26T11:30:00Z', identityBy: 'Gül' }
  await opened()
  screen.getByText('26 Dec 2026', { exact: false, selector: 'td' })
  screen.getByText(/26 Dec 2026, 23:59/)
  screen.getByText(/27 Nov 2026, 00:30/)
})

it('accepts a correction once it is recorded how the identity was checked', async () => {
  await opened()
  expect(await button('Accept')).toHaveProperty('disabled', true)
  const before = bodies(checkIdentity).length
  fireEvent.click(await button('Save identity check'))
  await screen.findByText('Select how you checked.')
  expect(bodies(checkIdentity)).toHaveLength(before)
  fireEvent.click(screen.getByRole('combobox', { name: 'How did you check?' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Another way' }))
  fireEvent.click(await button('Save identity check'))
  await screen.findByText('Write how you checked.')
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'Ustabaşısı tanıyor' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /confirmed this address: ada@deniz.test/ }))
  fireEvent.click(await button('Save identity check'))
  await screen.findByText(/Gül checked the identity/)
  expect(bodies(checkIdentity)).toEqual([
    { way: 'other', note: 'Ustabaşısı tanıyor', addressConfirmed: true },
  ])
  expect(await button('Accept')).toHaveProperty('disabled', false)
})

it('leads to where the name of who asks is corrected, which accepting does not do', async () => {
  await opened()
  screen.getByText(/^Accepting doesn’t change any data/)
  const link = screen.getByRole('link', { name: 'Open the person’s details' })
  expect(link.getAttribute('href')).toBe(`/manager/participants/${id}`)
  fireEvent.click(link)
  // That page is of the chosen organisation.
  expect(sessionStorage.getItem('terazi.client')).toContain(id)
})

it.each([null, open.person.email])(
  'says the same before the decision where the address is known and where it is not: %s',
  async (answerTo) => {
    request = { ...open, answerTo }
    await opened()
    screen.getByText(/^The answer is emailed if the person’s address is confirmed here\. If not, deliver it/)
    screen.getByRole('checkbox', { name: /confirmed this address: ada@deniz.test/ })
  },
)

it('shows the answer to hand over where none is mailed, until that is done', async () => {
  await opened()
  fireEvent.change(screen.getByLabelText(/^Your answer/), { target: { value: 'Adınız doğru' } })
  fireEvent.click(await button('Refuse'))
  await screen.findByText('Sayın Ada Deniz')
  expect(bodies(decideRequest)).toEqual([{ decision: 'refused', reason: 'Adınız doğru' }])
  fireEvent.click(await button('Delivered in person'))
  await waitFor(() => expect(screen.queryByText('Sayın Ada Deniz')).toBeNull())
})

it('offers the data of a person whose request to see it was accepted', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  request = { ...open, kind: 'access', identity: 'document', identityAt: at, identityBy: 'Gül' }
  await opened()
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Your answer/), { target: { value: 'Ektedir' } })
  fireEvent.click(await button('Accept'))
  fireEvent.click(await button('Download PDF'))
  screen.getByText(/download it until 26 Dec 2026;/)
  await waitFor(() => expect(arrived.map(({ entry }) => entry)).toContain(handOutDataPdf))
})

it('says that nobody hands out the data of a person who can download it', async () => {
  // Said before the decision: the answer can say it, too.
  request = { ...open, kind: 'access', downloadsThemselves: true }
  await opened()
  screen.getByText(/can download their data on their own page/)
})

it('enters a letter for somebody who left, once everything is filled in', async () => {
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnterRequest clientId={id} />
    </QueryClientProvider>,
  )
  fireEvent.click(await button('Enter request'))
  fireEvent.click(await button('Save request'))
  expect(await screen.findAllByText('Fill in this field.')).toHaveLength(4)
  const choose = async (field: string, option: RegExp) => {
    fireEvent.click(screen.getByRole('combobox', { name: field }))
    fireEvent.click(await screen.findByRole('option', { name: option }))
  }
  const person = screen.getByRole('combobox', { name: 'Person' })
  fireEvent.click(person)
  await screen.findByText('Type to search')
  fireEvent.change(person, { target: { value: 'Ada' } })
  await choose('Person', /Ada Deniz · A1 · left 26 Nov 2026/)
  await choose('Request', /See data/)
  await choose('How was it received?', /Letter/)
  fireEvent.change(screen.getByLabelText(/^Day received/), { target: { value: '20.11.2026' } })
  fireEvent.blur(screen.getByLabelText(/^Day received/))
  fireEvent.click(await button('Save request'))
  await waitFor(() =>
    expect(bodies(enterRequest)).toEqual([
      { membershipId: id, kind: 'access', channel: 'letter', receivedOn: '2026-11-20' },
    ]),
  )
})

it('asks for the name before an accepted request erases the person', async () => {
  request = { ...open, kind: 'erasure', identity: 'document', identityAt: at, identityBy: 'Gül' }
  await opened()
  const before = bodies(decideRequest).length
  fireEvent.change(screen.getByLabelText(/^Your answer/), { target: { value: 'Silindi' } })
  fireEvent.click(await button('Accept and erase data'))
  fireEvent.change(await screen.findByLabelText(/Type the person’s name/), { target: { value: 'Ada' } })
  fireEvent.click(await button('Erase for good'))
  await screen.findByText('What you typed is not the person’s name.')
  expect(bodies(decideRequest)).toHaveLength(before)
  fireEvent.change(screen.getByLabelText(/Type the person’s name/), { target: { value: 'ada deniz' } })
  fireEvent.click(await button('Erase for good'))
  await waitFor(() => expect(bodies(decideRequest).at(before)).toMatchObject({ decision: 'accepted' }))
})

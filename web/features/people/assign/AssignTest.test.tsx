// @vitest-environment jsdom
import { notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ClientInventory, listClientInventories } from '#contract/enablements.ts'
import { exampleClient } from '#test/support/client.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import access from '../../../../locales/en/access.json' with { type: 'json' }
import assign from '../../../../locales/en/assign.json' with { type: 'json' }
import common from '../../../../locales/en/common.json' with { type: 'json' }
import invite from '../../../../locales/en/invite.json' with { type: 'json' }
import participants from '../../../../locales/en/participants.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { addDays, todayIn } from '../../../app/days.ts'
import { Toasts } from '../../../ui/feedback/toast.tsx'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { emptySelection } from '../../memberships/selection.ts'
import { AssignTest } from './AssignTest.tsx'
import { beginDraft, forgetDraft } from './draft.ts'

const id = '01900000-0000-7000-8000-000000000001'
const inventory = { id, code: 'ENGLISH', name: 'English placement' }
const assignments = { assigned: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 }
const person = {
  membershipId: id,
  userId: id,
  name: 'Ayşe Demir',
  email: 'ayse@x.test',
  phone: '',
  staffNumber: '',
  type: 'candidate',
  role: 'participant',
  group: '',
  joinedAt: '2026-01-01T00:00:00Z',
  keptUntil: null,
  decision: { decision: 'none', note: '', at: null, by: null },
  assignments,
}
const client = { ...exampleClient, id, quota: 9 }
let made = { created: 1, skipped: 0, coolingDown: 0 }
let refusal: Response | undefined
/** The inventory of a sensitive test that still has to be opened to the client. */
let closed: ClientInventory

const arrived = serveCalls(({ entry, url }) => {
  if (url.includes('/assignments/'))
    return refusal ?? Response.json({ ...made, assignments: [] }, { status: 201 })
  if (url.includes('/candidates/'))
    return Response.json({ count: 1, next: null, previous: null, results: [person] })
  if (url.includes('/quotas/'))
    return Response.json([
      {
        inventory,
        availableQuantity: 9,
        used: 0,
        reserved: 0,
        purchased: 9,
        enabled: true,
        itemCount: 75,
        low: false,
      },
    ])
  if (url.includes('/groups/')) return Response.json([])
  if (entry === listClientInventories) return Response.json([closed])
  if (url.includes('/inventories/')) {
    const facts = {
      description: '',
      minutes: 45,
      itemCount: 75,
      version: 1,
      sensitive: closed.sensitive,
      priceTiers: [],
    }
    return Response.json([{ ...inventory, ...facts }])
  }
  return Response.json(client)
})
const sent = () => arrived.filter(({ url }) => url.includes('/assignments/')).map(({ body }) => body)

beforeEach(async () => {
  made = { created: 1, skipped: 0, coolingDown: 0 }
  refusal = undefined
  closed = {
    inventory,
    sensitive: false,
    sensitiveScales: [],
    enabled: true,
    legalBasis: 'Sözleşme',
    purpose: 'Risk değerlendirmesi',
    forCandidates: false,
    enabledAt: null,
    enabledBy: null,
    recipients: [{ userId: id, name: 'Dr. Gül Su', email: '' }],
    clinicianId: null,
    running: { people: 0, candidates: 0 },
  }
  await startWords()
  for (const [name, words] of Object.entries({ common, access, assign, invite, participants }))
    i18next.addResourceBundle('en', name, words)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  notifications.clean()
  clearSession()
  vi.unstubAllGlobals()
})

async function open() {
  vi.stubGlobal('scrollTo', () => {})
  return draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AssignTest client={{ value: id, label: 'Ornek' }} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const checkbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const description = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Description/ })
async function fill() {
  fireEvent.click(await checkbox('Select Ayşe Demir'))
  fireEvent.click(await checkbox(/English placement/))
  fireEvent.change(description(), { target: { value: 'Spring' } })
}

it('keeps who and what was chosen over a reload, and forgets it at sign-out', async () => {
  const first = await open()
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  await fill()
  first.unmount()
  const second = await open()
  await waitFor(async () => expect((await checkbox('Select Ayşe Demir')).checked).toBe(true))
  expect((await checkbox(/English placement/)).getAttribute('aria-checked')).toBe('true')
  expect(description().value).toBe('Spring')
  await screen.findByText('1 person × 1 test')
  second.unmount()
  clearSession()
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await open()
  expect(description().value).toBe('')
})

it('begins with the people who were chosen in the list of people, named or as a filter', async () => {
  const listed = { ...emptySelection, ticked: [] }
  beginDraft(id, 'en', { ...listed, ticked: [{ userId: id, membershipId: id, name: 'Ayşe Demir' }] })
  const first = await open()
  await waitFor(async () => expect((await checkbox('Select Ayşe Demir')).checked).toBe(true))
  fireEvent.click(await checkbox(/English placement/))
  first.unmount()
  // Coming back with other people keeps the tests.
  beginDraft(id, 'en', { ...listed, group: 'Depo', all: true, ticked: [] })
  await open()
  await screen.findByText('1 person × 1 test')
  await checkbox(/English placement/)
  fireEvent.change(description(), { target: { value: 'Spring' } })
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await waitFor(() => expect(sent()).toMatchObject([{ filter: { role: 'candidate', group: 'Depo' } }]))
})

it('says of a sensitive test what it is for and who reads it, and of its risk with candidates', async () => {
  const shown = async () => {
    const page = await open()
    await fill()
    await screen.findByText('English placement: occupational health only')
    const words = ['Purpose: Risk değerlendirmesi', 'Readers: Dr. Gül Su', /Asking candidates/]
    await screen.findByText('Readers: Dr. Gül Su')
    const found = words.map((one) => screen.queryByText(one) !== null)
    page.unmount()
    forgetDraft(id)
    return found
  }
  closed = { ...closed, sensitive: true }
  expect(await shown()).toEqual([true, true, false])
  closed = { ...closed, forCandidates: true }
  expect(await shown()).toEqual([true, true, true])
})

it('says of a test with a sensitive scale which it is, who reads it, and the risk with candidates', async () => {
  closed = { ...closed, sensitiveScales: ['Ruh hâli'] }
  await open()
  await fill()
  await screen.findByText('English placement: sensitive scale')
  screen.getByText('Asked only with explicit consent: Ruh hâli')
  screen.getByText('Readers: Dr. Gül Su')
  screen.getByText(/Asking candidates/)
  expect(screen.queryByText(/^Purpose/)).toBeNull()
})

it('starts over when that is asked for and confirmed', async () => {
  const first = await open()
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  const dialog = await screen.findByRole('dialog', { name: 'Start over?' })
  expect(description().value).toBe('Spring')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(description().value).toBe(''))
  expect((await checkbox('Select Ayşe Demir')).checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  first.unmount()
  await open()
  expect(description().value).toBe('')
})

it('says how many tests were given and how many were pending, and leaves an empty form', async () => {
  made = { created: 2, skipped: 1, coolingDown: 0 }
  const first = await open()
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await screen.findByText('Assignments created successfully')
  screen.getByText(/2 tests assigned\./)
  screen.getByText('1 test was already pending, so we skipped it.')
  const dueDate = addDays(todayIn('Europe/Istanbul'), 14)
  expect(sent()).toEqual([
    { userIds: [id], inventoryIds: [id], description: 'Spring', locale: 'en', dueDate },
  ])
  first.unmount()
  await open()
  expect(description().value).toBe('')
})

it('sends no due date where “No due date” was ticked, and says what that means; an empty one is asked for', async () => {
  await open()
  await fill()
  fireEvent.change(screen.getByLabelText(/^Due date/), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await screen.findByText('Choose a day, or “No due date”')
  fireEvent.click(await checkbox('No due date'))
  screen.getByText(/We send no automatic reminders/)
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).not.toHaveProperty('dueDate')
})

it('does not say that assignments were created where none was', async () => {
  made = { created: 0, skipped: 3, coolingDown: 0 }
  await open()
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await screen.findByText('No test assigned: all 3 tests were already pending.')
  expect(screen.queryByText('Assignments created successfully')).toBeNull()
})

it('names who took a test too recently, and goes on without them', async () => {
  const people = [{ userId: id, name: 'Ayşe Demir', inventories: ['ENGLISH'], availableFrom: '2026-12-24' }]
  refusal = problem('cooling_down', { count: 1, people })
  await open()
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  await screen.findByText('Ayşe Demir: ENGLISH, again from 24 Dec 2026')
  refusal = undefined
  made = { created: 0, skipped: 0, coolingDown: 1 }
  fireEvent.click(screen.getByRole('button', { name: 'Assign to the others' }))
  await screen.findByText('1 test wasn’t assigned: it was taken too recently.')
  expect(sent().at(-1)).toMatchObject({ skipCoolingDown: true })
})

it('takes back what was refused once somebody or something else is chosen', async () => {
  const waiting = {
    count: 1,
    people: [{ userId: id, name: 'Ayşe Demir', inventories: ['English placement'] }],
  }
  refusal = problem('already_assigned', waiting)
  await open()
  await fill()
  fireEvent.click(screen.getByRole('button', { name: 'Assign tests' }))
  const skip = 'Skip them and continue'
  await screen.findByRole('button', { name: skip })
  fireEvent.click(await checkbox('Select Ayşe Demir'))
  await waitFor(() => expect(screen.queryByRole('button', { name: skip })).toBeNull())
})

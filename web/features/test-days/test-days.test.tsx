// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Registration } from '#contract/registrations.ts'
import type { TestDayDetails } from '#contract/test-days.ts'
import { exampleClient } from '#test/support/client.ts'
import { noAnswer, serveCalls } from '#test/support/serve-calls.ts'
import { testDay, testDayPerson } from '#test/support/test-day.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { forgetSelectedClient, selectClient } from '../../app/clientSelection.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { draw } from '../../ui/testRender.tsx'
import TestDayPage from './page/TestDayPage.tsx'
import PlanPage from './plan/PlanPage.tsx'
import TestDaysPage from './TestDaysPage.tsx'

const id = testDay().id
const inventory = { id, code: 'MYT', name: 'İş becerileri' }
const assignments = { assigned: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 }
const candidate = {
  membershipId: id,
  userId: id,
  name: 'Ayşe Demir',
  email: '',
  phone: '',
  staffNumber: '7',
  type: 'candidate',
  role: 'participant',
  group: '',
  joinedAt: '2026-01-01T00:00:00Z',
  keptUntil: null,
  decision: { decision: 'none' as const, note: '', at: null, by: null },
  assignments,
}
const page = (...results: object[]) =>
  Response.json({ count: results.length, next: null, previous: null, results })

let day: TestDayDetails
let days: TestDayDetails[]
let registrations: Registration[]
let consentItemCount: number | undefined
const answers: Record<string, () => Response> = {
  listClients: () => page({ ...exampleClient, id }),
  getClient: () => Response.json({ ...exampleClient, id }),
  listTestDays: () => page(...days),
  getTestDay: () => Response.json(day),
  createTestDay: () => Response.json(day, { status: 201 }),
  updateTestDay: () => Response.json(day),
  closeTestDay: () => Response.json({ ...day, state: 'over', closedAt: day.createdAt }),
  listTestDayPeople: () =>
    page(testDayPerson(), testDayPerson({ membershipId: idOf(2), name: 'Hasan Ünlü' })),
  renewTestDayCode: () => Response.json(testDayPerson({ code: '111117111117' })),
  testDaySlips: () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
  placeTestDayPerson: () => Response.json(testDayPerson()),
  changeManyAccommodations: () => Response.json({ done: 1, skipped: [] }),
  revokeTablet: () => new Response(null, { status: 204 }),
  confirmTablet: () => new Response(null, { status: 204 }),
  makeSetupCodes: () => Response.json(day, { status: 201 }),
  renewSetupCode: () => Response.json(day),
  revokeSetupCode: () => new Response(null, { status: 204 }),
  listRegistrations: () => page(...registrations),
  openRegistration: () => Response.json(registrationOf(), { status: 201 }),
  listCandidates: () => page(candidate),
  listGroups: () => Response.json([]),
  listClientInventories: () => Response.json([]),
  listQuotas: () =>
    Response.json([
      {
        inventory,
        availableQuantity: 9,
        used: 0,
        reserved: 0,
        purchased: 9,
        enabled: true,
        itemCount: 164,
        low: false,
        consentItemCount,
      },
    ]),
  listInventories: () =>
    Response.json([
      {
        ...inventory,
        description: '',
        minutes: 55,
        itemCount: 173,
        version: 1,
        sensitive: false,
        priceTiers: [],
      },
    ]),
  liveBoard: () => Response.json({ serverTime: day.createdAt, rows: [], count: 0 }),
}
const arrived = serveCalls(({ name }) => {
  const answer = answers[name]
  if (name === 'clientEvents') return noAnswer()
  if (answer === undefined) throw new Error(`no answer to ${name}`)
  return answer()
})
const sent = (name: string) => arrived.filter((call) => call.name === name)
function registrationOf(): Registration {
  return {
    id,
    name: 'Vardiya',
    url: 'https://terazi.example/r/x',
    group: '',
    locale: 'tr',
    cap: 50,
    inventories: [inventory],
    testDay: { id, place: 'Kapı 2', day: '2999-11-26' },
    dueDate: '2999-11-26',
    endsOn: '2999-11-26',
    approval: false,
    atGate: null,
    burstAt: null,
    createdAt: '2026-11-20T09:00:00Z',
    createdBy: 'Deniz',
    closedAt: null,
    closedBy: '',
    people: { waiting: 1, accepted: 2, refused: 0 },
    reserved: 48,
  }
}
function idOf(at: number) {
  return `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
}

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts([
    'test-days',
    'board',
    'accommodations',
    'assign',
    'invite',
    'participants',
    'registrations',
    'common',
  ])
})
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  day = testDay()
  days = []
  registrations = []
  consentItemCount = undefined
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient({ value: id, label: 'Örnek' })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
})
afterEach(async () => {
  cleanup()
  // Pending requests of the page must not arrive in the next test.
  await queryClient.cancelQueries()
  clearSession()
  forgetSelectedClient()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const list = '/manager/test-days'
const see = (address: string) =>
  draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter(
          [
            { path: list, Component: TestDaysPage },
            { path: `${list}/new`, Component: PlanPage },
            { path: `${list}/:testDayId/:part?`, Component: TestDayPage },
            { path: '/manager/participants/registrations/:registrationId', element: null },
          ],
          { initialEntries: [address] },
        )}
      />
      <Toasts />
    </QueryClientProvider>,
  )
const press = async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }))

it('says what test days are for while there is none, and lists them with how far they are', async () => {
  await see(list)
  await screen.findByText('No test days yet')
  cleanup()
  queryClient.clear()
  days = [testDay()]
  await see(list)
  const row = (await screen.findByText('Kapı 2')).closest('tr')
  expect([...(row?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    '26 Nov 2026Thu',
    'Kapı 2Salon 1, Salon 2',
    'MYT',
    ...['2', '1', '0'],
    'Today',
  ])
})

it('asks for place, day, tests and people, and sends them once they are there', async () => {
  await see(`${list}/new`)
  await press('Plan test day')
  for (const problem of [
    'Enter the place',
    'Choose the day',
    'Select at least one test',
    'Select at least one person',
  ])
    await screen.findByText(problem)
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  type(/^Place/, ' Kapı 2 ')
  type(/^Rooms/, 'Salon 1,  Salon 2, Salon 1')
  fireEvent.input(screen.getByLabelText(/^Day/), { target: { value: '31.12.2999' } })
  fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '31.12.2999' } })
  expect(screen.getByLabelText(/^Day/).getAttribute('aria-required')).toBe('true')
  // The length for this client's people, not that of the whole test.
  await screen.findByText(/164 questions/)
  const ticked = await screen.findByRole('checkbox', { name: 'Select Ayşe Demir' })
  fireEvent.click(screen.getByText('Ayşe Demir'))
  expect(ticked).toHaveProperty('checked', true)
  fireEvent.click(ticked)
  expect(ticked).toHaveProperty('checked', false)
  fireEvent.click(screen.getByText('Ayşe Demir'))
  fireEvent.click(await screen.findByRole('checkbox', { name: /İş becerileri/ }))
  await screen.findByText('1 person × 1 test')
  await press('Plan test day')
  await screen.findByText('Test day planned')
  expect(sent('createTestDay').map(({ body }) => body)).toEqual([
    {
      membershipIds: [id],
      place: 'Kapı 2',
      day: '2999-12-31',
      rooms: ['Salon 1', 'Salon 2'],
      inventoryIds: [id],
      locale: 'en',
    },
  ])
})

it('asks whether sensitive tests may begin offline only where the day has one, and says what that risks', async () => {
  await see(`${list}/${id}/people`)
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit test day' })
  expect(screen.queryByRole('checkbox', { name: /sensitive tests/ })).toBeNull()
  cleanup()
  queryClient.clear()
  day = testDay({
    day: '2999-11-26',
    tests: [{ inventoryId: id, code: 'SCL90', name: 'SCL', sensitive: true }],
  })
  await see(`${list}/${id}/people`)
  await press('Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit test day' })
  within(dialog).getByText(/start SCL without internet, but someone who steals an open tablet/)
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Allow sensitive tests to start offline' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByText('Test day saved')
  expect(sent('updateTestDay').map(({ body }) => body)).toMatchObject([{ sensitiveOffline: true }])
})

it('asks the same in the plan once a sensitive test is chosen, and sends the answer', async () => {
  consentItemCount = 9
  await see(`${list}/new`)
  await screen.findByText(/164 questions/)
  expect(screen.queryByRole('checkbox', { name: /sensitive tests/ })).toBeNull()
  fireEvent.click(await screen.findByRole('checkbox', { name: /İş becerileri/ }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Allow sensitive tests to start offline' }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Place/ }), { target: { value: 'Kapı 2' } })
  fireEvent.input(screen.getByLabelText(/^Day/), { target: { value: '31.12.2999' } })
  fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '31.12.2999' } })
  fireEvent.click(await screen.findByText('Ayşe Demir'))
  await press('Plan test day')
  await waitFor(() => expect(sent('createTestDay').at(-1)?.body).toMatchObject({ sensitiveOffline: true }))
})

it('opens the board on its day, and the people before it', async () => {
  await see(`${list}/${id}`)
  await screen.findByText('Nobody is on this test day')
  expect(sent('liveBoard')[0]?.query.get('testDay')).toBe(id)
  cleanup()
  queryClient.clear()
  day = testDay({ state: 'planned' })
  await see(`${list}/${id}`)
  await screen.findByText('Gülşah Öztürk')
})

it('replaces a code after asking, shows the new one, and prints its slip', async () => {
  await see(`${list}/${id}/people`)
  await press('Gülşah Öztürk: actions')
  await press('Replacement code', 'menuitem')
  await screen.findByText('The old code and its slip stop working. Answers are kept.')
  await press('Replace code')
  await screen.findByText('1111 1711 1117')
  screen.getByText('The old code and its slip no longer work.')
  screen.getAllByRole('button', { name: 'Close' })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await press('Print slip')
  await waitFor(() => expect(sent('testDaySlips')).toHaveLength(1))
  expect(sent('testDaySlips')[0]?.query.get('membershipId')).toBe(id)
})

it('gives one person accommodations from their menu, and says whose they are', async () => {
  await see(`${list}/${id}/people`)
  await press('Gülşah Öztürk: actions')
  await press('Accommodations', 'menuitem')
  const dialog = await screen.findByRole('dialog', { name: 'Gülşah Öztürk: accommodations' })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'A++' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('changeManyAccommodations')).toHaveLength(1))
  expect(sent('changeManyAccommodations')[0]?.body).toMatchObject({
    ofTestDay: { id, membershipIds: [id] },
    accommodations: { textSize: 2 },
  })
  await screen.findByText('Accommodations saved for 1 test.')
})

it('prints the slips of the room that is shown', async () => {
  await see(`${list}/${id}/people?room=Salon 2`)
  await press('Print slips: Salon 2')
  await waitFor(() => expect(sent('testDaySlips')).toHaveLength(1))
  expect(sent('testDaySlips')[0]?.query.get('room')).toBe('Salon 2')
  await waitFor(() => expect(sent('listTestDayPeople').at(-1)?.query.get('room')).toBe('Salon 2'))
})

it('opens a registration for the day, with the day’s tests and until the day', async () => {
  registrations = [registrationOf()]
  await see(`${list}/${id}/people`)
  await screen.findByRole('link', { name: 'Vardiya' })
  screen.getByText('3 of 50 places taken · 1 pending · Register by 26 Nov 2999')
  day = testDay({ day: '2999-11-26' })
  queryClient.clear()
  cleanup()
  await see(`${list}/${id}/people`)
  await press('Create registration link')
  await screen.findByText('Tests of the day: İş becerileri')
  await press('Create')
  await screen.findByText('Registration link created')
  expect(sent('openRegistration').map(({ body }) => body)).toEqual([
    {
      name: 'Kapı 2',
      testDayId: id,
      locale: 'tr',
      cap: 50,
      endsOn: '2999-11-26',
      approval: false,
    },
  ])
})

it('gives everyone who is ticked a room', async () => {
  await see(`${list}/${id}/people`)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Gülşah Öztürk' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Hasan Ünlü' }))
  await press('Change room')
  await screen.findByRole('dialog', { name: 'Room of 2 people' })
  fireEvent.click(screen.getByRole('combobox', { name: 'Room' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Salon 2' }))
  await press('Save room')
  await waitFor(() => expect(sent('placeTestDayPerson')).toHaveLength(2))
  expect(sent('placeTestDayPerson').map(({ params, body }) => [params.membershipId, body])).toEqual([
    [id, { room: 'Salon 2' }],
    [idOf(2), { room: 'Salon 2' }],
  ])
})

const tabletOf = (more: Partial<TestDayDetails['tablets'][number]> = {}) => ({
  id,
  name: 'Tablet 07',
  room: 'Salon 1',
  createdAt: day.createdAt,
  openedAt: null,
  lastSeenAt: day.createdAt,
  revokedAt: null,
  pendingSince: null,
  ...more,
})

it('says how a tablet is opened, and that one is withdrawn at its next contact', async () => {
  day = testDay({ tablets: [tabletOf()] })
  await see(`${list}/${id}/tablets`)
  await screen.findByText('407 218')
  screen.getByText(/\/tablet$/)
  await press('Withdraw Tablet 07')
  await screen.findByText(/when the tablet next reaches the server/)
  await press('Withdraw tablet')
  await waitFor(() => expect(sent('revokeTablet')).toHaveLength(1))
})

it('makes codes for tablets, shows those that nobody has used, and replaces and withdraws them', async () => {
  day = testDay({ setupCodes: [{ id, code: 'K7QMD9TRX4', createdAt: day.createdAt }] })
  await see(`${list}/${id}/tablets`)
  await screen.findByText('K7QMD 9TRX4')
  await screen.findByRole('img', { name: 'QR code of K7QMD 9TRX4' })
  const field = screen.getByRole('textbox', { name: /How many tablets/ })
  for (const wrong of ['', '0', '51', 'x']) {
    fireEvent.change(field, { target: { value: wrong } })
    await press('Make codes')
    await screen.findByText('Enter a number from 1 to 50')
  }
  fireEvent.change(field, { target: { value: '10' } })
  await press('Make codes')
  await screen.findByText('Codes made')
  expect(sent('makeSetupCodes').map(({ body }) => body)).toEqual([{ quantity: 10 }])
  await press('Replace K7QMD 9TRX4')
  await screen.findByText('Code replaced')
  await press('Withdraw K7QMD 9TRX4')
  await screen.findByText('Code withdrawn')
})

it('says that wrong PINs were too many, and confirms a tablet that waits for it', async () => {
  day = testDay({ pinLimitReached: true, tablets: [tabletOf({ pendingSince: day.createdAt })] })
  await see(`${list}/${id}/tablets`)
  await screen.findByText('Too many wrong PINs')
  screen.getByRole('link', { name: 'Tablets (1 to confirm)' })
  await press('Confirm Tablet 07')
  await press('Confirm tablet')
  await screen.findByText('Tablet confirmed')
  expect(sent('confirmTablet')).toHaveLength(1)
})

it('offers nothing that changes a day which is over', async () => {
  day = testDay({ state: 'over' })
  await see(`${list}/${id}/people`)
  await screen.findByText('Gülşah Öztürk')
  for (const name of ['Edit', 'Close day', 'Add people', 'Print all slips', 'Gülşah Öztürk: actions'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
})

it('closes the day after saying what that means', async () => {
  await see(`${list}/${id}`)
  await press('Close day')
  const dialog = await screen.findByRole('dialog', { name: 'Close the test day “Kapı 2”?' })
  within(dialog).getByText(/Tests that are running continue/)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close day' }))
  await screen.findByText('Test day closed')
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { signOut } from '#contract/auth.ts'
import { dayCodeOf } from '#contract/dayCode.ts'
import { saveResponses } from '#contract/responses.ts'
import {
  enterByDayCode,
  getTabletDay,
  getTabletPackage,
  openTablet,
  registerTablet,
  type TabletDay,
} from '#contract/tablets.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { exampleUser } from '#test/support/client.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { exampleDay, sealed, serviceWorkers } from '#test/support/tablet.ts'
import { allAttempts, writeAttempt } from '../attempt/saving/store.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { kioskHere, runIn } from '../device/kiosk.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { WelcomePage } from '../pages/WelcomePage.tsx'
import { sync } from './day.ts'
import { reloadUnlocked } from './guard.ts'
import { lock } from './handOver.ts'
import { NeedsConnectionPage } from './NeedsConnectionPage.tsx'
import { changeLock, type LockState, lockKey, readLock } from './pin.ts'
import { resetState, tabletState } from './state.ts'
import { type EncryptedPackage, readKey, readPackage, readTablet } from './store.ts'
import { TabletApp } from './TabletApp.tsx'

// jsdom has no database.
vi.mock('../device/indexedDb.ts', async () => {
  const { memoryStore } = await import('#test/support/memory-store.ts')
  return { deviceStore: memoryStore() }
})

const code = dayCodeOf(7, 40_721)
const most = code.slice(0, -1)
/** A slip of the finger at the last digit. */
const mistyped = most + ((Number(code.at(-1)) + 1) % 10)
const [pin, key] = ['482913', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=']
const person = {
  ...exampleUser,
  id: '01890000-0000-7000-8000-000000000009',
  name: 'Gülşah Öztürk',
  invitation: true,
  authority: ['participant' as const],
}
const test = {
  id: '01890000-0000-7000-8000-00000000000a',
  client: { name: 'Anadolu Gıda', phone: '' },
  description: '',
  status: 'pending' as const,
  locale: 'tr' as const,
  inventory: { code: 'MYT', name: 'İş becerileri testi', description: '' },
  minutes: 55,
  itemCount: 72,
  createdAt: '2026-11-20T06:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  dueDate: '2026-11-20',
  opening: null,
  testDay: { place: 'Kapı 2', day: '2026-11-20' },
  accommodations: noAccommodations,
}

let day: TabletDay
let saves: () => Response
let prepared: () => EncryptedPackage
/** Replace the answers with the tablet's token and the day's key. */
let registering: (() => Response) | undefined
let opening: (() => Response) | undefined
/** Replaces the answer with the person's session. */
let refusal: (() => Response) | undefined
/** Dialogs in the order in which they came to the front. */
const shown: HTMLDialogElement[] = []
const arrived = serveCalls(({ entry }) => {
  switch (entry) {
    case registerTablet:
      return registering?.() ?? Response.json({ token: 'tab_1', day }, { status: 201 })
    case openTablet:
      return opening?.() ?? Response.json({ day, key })
    case getTabletDay:
      return Response.json(day)
    case getTabletPackage:
      return Response.json(prepared())
    case enterByDayCode: {
      if (refusal) return refusal()
      const assignments = { name: person.name, serverTime: day.serverTime, results: [test] }
      return Response.json({ token: 'ses_1', user: person, assignments })
    }
    case signOut:
      return new Response(null, { status: 204 })
    case saveResponses:
      return saves()
    default:
      throw new Error(entry.name)
  }
})

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    shown.push(this)
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
beforeEach(async () => {
  day = exampleDay
  saves = noAnswer
  prepared = () => sealed(day.packageVersion, Buffer.from(key, 'base64'))
  serviceWorkers()
  refusal = undefined
  registering = undefined
  opening = undefined
  localStorage.clear()
  sessionStorage.clear()
  await deviceStore.remove(await deviceStore.keys())
  resetState()
  window.history.replaceState(null, '', '/tablet#K7QMD9TRX4')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const named = (name: string) => ({ name: `tablet:${name}` })
const press = (name: string) => fireEvent.click(screen.getByRole('button', named(name)))
const typeKeys = (digits: string) => {
  for (const digit of digits) fireEvent.keyDown(window, { key: digit })
  fireEvent.keyDown(window, { key: 'Enter' })
}
const sent = (entry: unknown) => arrived.filter((call) => call.entry === entry)

async function setUp() {
  render(
    <TabletApp>
      <p>the player</p>
    </TabletApp>,
  )
  await fillIn()
}
async function fillIn() {
  await screen.findByRole('heading', named('setUp.title'))
  const fill = (name: string, value: string) => {
    const field = document.querySelector(`input[name=${name}]`)
    if (field) fireEvent.input(field, { target: { value } })
  }
  fill('name', 'Tablet 07')
  press('setUp.submit')
}
async function openDay() {
  await setUp()
  await screen.findByRole('heading', named('prepared.today'))
  typeKeys(pin)
  await screen.findByRole('heading', named('code.title'))
}
async function enterCode() {
  await openDay()
  typeKeys(code)
  await screen.findByText(/İş becerileri testi/)
}
async function confirmName() {
  await enterCode()
  press('confirm.yes')
  await screen.findByText('the player')
}
/** An attempt of the person with an answer that the server lacks. */
const leaveUnsent = (userId: string) =>
  writeAttempt(deviceStore, {
    head: { ...begunAttempt.head, userId },
    progress: {
      ...begunAttempt.progress,
      answers: { q1: { value: 'a', epoch: 1, seq: 1, at: day.serverTime, state: 'unsent' } },
    },
  })

it('is prepared for a day to come, and holds no key before that', async () => {
  day = { ...exampleDay, state: 'planned', serverTime: '2026-11-18T07:00:00.000Z' }
  storeSession('manager', exampleUser)
  await setUp()
  await screen.findByRole('heading', named('prepared.title'))
  await screen.findByText('tablet:prepared.ready')
  expect(sent(registerTablet).map(({ body }) => body)).toEqual([
    { code: 'K7QMD 9TRX4', name: 'Tablet 07', device: expect.stringMatching(/^[\w-]{43}$/) },
  ])
  expect(sent(openTablet)).toEqual([])
  expect([await readKey(deviceStore), (await readPackage(deviceStore))?.version]).toEqual([undefined, 'v1'])
  // The manager who prepared it is signed out of a device that others will use.
  expect(currentSession()).toBeUndefined()
})

it('asks for a whole code, says that one is used up, and registers again as the same device', async () => {
  registering = () => problem('setup_code_invalid')
  window.history.replaceState(null, '', '/tablet')
  await setUp()
  await screen.findByText('tablet:setUp.missing')
  const field = document.querySelector<HTMLInputElement>('input[name=code]')
  if (!field) throw new Error('no field for the code')
  fireEvent.input(field, { target: { value: 'k7qmd-9tr' } })
  await screen.findByText('tablet:setUp.characters')
  fireEvent.input(field, { target: { value: 'k7qmd-9trx4' } })
  fireEvent.blur(field)
  expect(field.value).toBe('K7QMD 9TRX4')
  press('setUp.submit')
  await screen.findByRole('alert')
  registering = noAnswer
  press('setUp.submit')
  await waitFor(() => expect(sent(registerTablet).length).toBe(2))
  registering = undefined
  await screen.findByRole('button', named('setUp.submit'))
  press('setUp.submit')
  await screen.findByRole('heading', named('prepared.today'))
  expect(new Set(sent(registerTablet).map(({ body }) => JSON.stringify(body))).size).toBe(1)
})

it('uses no code up where the device can’t store anything', async () => {
  const writing = vi.spyOn(deviceStore, 'set').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await setUp()
  await screen.findByText('tablet:failure.storage')
  expect(sent(registerTablet)).toEqual([])
  writing.mockRestore()
})

it('says that a manager has to confirm it, and opens with the same PIN once they have', async () => {
  opening = () => problem('tablet_pending')
  await setUp()
  await screen.findByRole('heading', named('prepared.today'))
  await waitFor(() => expect(tabletState().prepared).toBe(true))
  day = { ...exampleDay, pending: true }
  typeKeys(pin)
  await screen.findByRole('heading', named('pending.title'))
  await sync()
  screen.getByRole('heading', named('pending.title'))
  day = { ...exampleDay, confirmed: true }
  opening = undefined
  await sync()
  await screen.findByRole('heading', named('code.title'))
  expect(sent(openTablet).map(({ body }) => body)).toEqual([{ pin }, { pin }])
})

it('asks for the PIN again once a manager has replaced it, and does not try the one that was typed before', async () => {
  opening = () => problem('tablet_pending')
  await setUp()
  await screen.findByRole('heading', named('prepared.today'))
  await waitFor(() => expect(tabletState().prepared).toBe(true))
  day = { ...exampleDay, pending: true }
  typeKeys(pin)
  await screen.findByRole('heading', named('pending.title'))
  day = exampleDay
  await sync()
  await screen.findByRole('heading', named('prepared.today'))
  await sync()
  expect(sent(openTablet)).toHaveLength(1)
})

it('offers the rooms that came with the address, and takes another one', async () => {
  window.history.replaceState(null, '', '/tablet?room=Salon%201&room=Salon%202#K7QMD9TRX4')
  render(<TabletApp>the player</TabletApp>)
  await screen.findByRole('heading', named('setUp.title'))
  const room = document.querySelector<HTMLInputElement>('input[name=room]')
  expect([...(room?.list?.options ?? [])].map(({ value }) => value)).toEqual(['Salon 1', 'Salon 2'])
  expect(document.querySelector<HTMLInputElement>('input[name=name]')?.list).toBeNull()
})

it('opens a test that needs a connection as soon as there is one, and lets its person come back later', async () => {
  const reached = vi.fn()
  render(
    <TabletApp>
      <NeedsConnectionPage onReached={reached} />
    </TabletApp>,
  )
  await fillIn()
  await screen.findByRole('heading', named('prepared.today'))
  typeKeys(pin)
  await screen.findByRole('heading', named('code.title'))
  typeKeys(code)
  await screen.findByText(/İş becerileri testi/)
  press('confirm.yes')
  await screen.findByText('tablet:needsConnection.text')
  await waitFor(() => expect(reached).toHaveBeenCalledOnce())
  press('needsConnection.back')
  await screen.findByRole('heading', named('code.title'))
})

it('fetches the package again when it has changed', async () => {
  await openDay()
  await waitFor(() => expect(tabletState().prepared).toBe(true))
  await sync()
  expect(sent(getTabletPackage).length).toBe(1)
  day = { ...exampleDay, packageVersion: 'v2' }
  await sync()
  expect((await readPackage(deviceStore))?.version).toBe('v2')
})

it('is ready once its pages are kept, too, and says so until then where people enter', async () => {
  const workers = serviceWorkers({ active: false })
  await openDay()
  await waitFor(() => expect(tabletState().prepared).toBe(true))
  await screen.findByText('tablet:prepared.loading')
  expect(screen.queryByText('tablet:code.offline')).toBeNull()
  workers.keep()
  await waitFor(() => expect(screen.queryByText('tablet:prepared.loading')).toBeNull(), { timeout: 5_000 })
})

it('says that it has no space, and fetches what does not fit again only after a pause', async () => {
  const write = deviceStore.set
  const writing = vi.spyOn(deviceStore, 'set').mockImplementation(async (entries) => {
    if (entries.some(([name]) => name === 'tablet-package')) throw new DOMException('', 'QuotaExceededError')
    await write(entries)
  })
  await openDay()
  await screen.findByText('tablet:prepared.full')
  await sync()
  expect(sent(getTabletPackage).length).toBe(1)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000)
  await sync()
  expect(sent(getTabletPackage).length).toBe(2)
  // Twice as long.
  vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000 + 119_000)
  await sync()
  expect(sent(getTabletPackage).length).toBe(2)
  writing.mockRestore()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000 + 121_000)
  await sync()
  await waitFor(() => expect(screen.queryByText('tablet:prepared.full')).toBeNull())
})

it('fetches a damaged package again, once', async () => {
  prepared = () => ({
    version: 'damaged',
    iv: 'AAAAAAAAAAAAAAAA',
    data: 'AAAA',
    codes: { iv: 'AAAA', data: 'AAAA' },
  })
  day = { ...exampleDay, packageVersion: 'damaged' }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await openDay()
  await waitFor(() => expect(sent(getTabletPackage).length).toBe(1))
  await waitFor(async () => expect((await readPackage(deviceStore))?.version).toBe('damaged'))
  // The first fetch may still be looking at what it got.
  await waitFor(async () => {
    await sync()
    expect([sent(getTabletPackage).length, tabletState().prepared]).toEqual([2, false])
  })
  await sync()
  expect(sent(getTabletPackage).length).toBe(2)
})

it('notices a slip of the finger before anybody is asked', async () => {
  await openDay()
  typeKeys(mistyped)
  await screen.findByText(/tablet:code.notFound/)
  expect(sent(enterByDayCode)).toEqual([])
})

it('begins a new code with the first digit after a wrong one; deleting corrects it instead', async () => {
  await openDay()
  typeKeys(mistyped)
  await screen.findByText(/tablet:code.notFound/)
  fireEvent.keyDown(window, { key: 'Backspace' })
  screen.getByLabelText(`tablet:code.label: ${[...most].join(' ')}`)
  typeKeys(String((Number(code.at(-1)) + 2) % 10))
  await screen.findByText(/tablet:code.notFound/)
  typeKeys(code)
  await screen.findByText(/İş becerileri testi/)
  expect(sent(enterByDayCode).map(({ body }) => body)).toEqual([{ code }])
})

it('says how long to wait after too many codes, and keeps the digits', async () => {
  await openDay()
  refusal = () => problem('too_many_requests', {}, { 'retry-after': '90' })
  typeKeys(code)
  await screen.findByText('tablet:failure.tooMany')
  screen.getByLabelText(`tablet:code.label: ${[...code].join(' ')}`)
})

it('shows the receipt of somebody who has finished, and opens no session', async () => {
  await openDay()
  refusal = () => Response.json({ token: 'ses_done', user: person, done: { receipt: 'TRZ-7K4M' } })
  typeKeys(code)
  await screen.findByText('tablet:code.finished')
  expect(currentSession()).toBeUndefined()
  await waitFor(() =>
    expect(sent(signOut).map(({ headers }) => headers.get('authorization'))).toEqual(['Token ses_done']),
  )
})

it('enters the code in a karekod’s address, and says on a person’s own phone that it is for tablets', async () => {
  await openDay()
  cleanup()
  resetState()
  window.history.replaceState(null, '', `/tablet?code=${code}`)
  render(<TabletApp>the player</TabletApp>)
  await screen.findByText(/İş becerileri testi/)
  expect(sent(enterByDayCode).map(({ body }) => body)).toEqual([{ code }])
  cleanup()
  resetState()
  localStorage.clear()
  window.history.replaceState(null, '', `/tablet?code=${code}`)
  render(<TabletApp>the player</TabletApp>)
  await screen.findByRole('heading', named('elsewhere.title'))
})

it('asks whose code it is, and ends the session of a colleague', async () => {
  await enterCode()
  screen.getByRole('heading', { name: person.name })
  expect(currentSession()?.token).toBe('ses_1')
  press('confirm.no')
  await screen.findByRole('heading', named('code.title'))
  expect(currentSession()).toBeUndefined()
  await waitFor(() => expect(sent(signOut).length).toBe(1))
  expect(screen.queryByText('the player')).toBeNull()
})

it('runs the player for this tab, and takes the person off the tablet when they have finished', async () => {
  await confirmName()
  expect(window.location.pathname + window.location.search).toBe('/participant/assignments?welcome')
  expect(localStorage.getItem('terazi.auth')).toBeNull()
  kioskHere()?.finish(['TRZ-7K4M-92'])
  await screen.findByRole('heading', named('finished.title'))
  screen.getByText('TRZ-7K4M-92')
  expect([currentSession(), Object.keys(sessionStorage)]).toEqual([undefined, []])
})

it('goes on to the next person after half a minute, and shows the receipts no more', async () => {
  await confirmName()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  kioskHere()?.finish(['TRZ-7K4M-92'])
  await screen.findByRole('heading', named('finished.title'))
  act(() => vi.advanceTimersByTime(30_000))
  await screen.findByRole('heading', named('code.title'))
})

it('keeps what could not be sent, unseen, until it has arrived', async () => {
  await confirmName()
  await leaveUnsent(person.id)
  kioskHere()?.leave()
  await screen.findByRole('heading', named('code.title'))
  await waitFor(async () => expect((await allAttempts(deviceStore))[0]?.head.locked).toBe(true))
  saves = () =>
    Response.json({
      status: 'success',
      data: { saved: ['q1'], superseded: [], late: [], ...clock },
    })
  await waitFor(async () => {
    await sync()
    expect(await allAttempts(deviceStore)).toEqual([])
  })
})
const clock = {
  serverTime: exampleDay.serverTime,
  deadline: null,
  practice: null,
  pausedAt: null,
  sections: [],
}

it('says that the last person’s key could not be removed, and removes it before the next code is sent', async () => {
  await confirmName()
  await waitFor(async () => expect(await deviceStore.get('tablet-proof')).toBeDefined())
  const remove = deviceStore.remove
  let refused = 0
  const removing = vi.spyOn(deviceStore, 'remove').mockImplementation(async (names) => {
    if (names.includes('tablet-proof')) {
      refused += 1
      throw new DOMException('', 'UnknownError')
    }
    await remove(names)
  })
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  kioskHere()?.leave()
  await screen.findByText('tablet:code.traces')
  await sync()
  expect([refused, told.mock.calls.length]).toEqual([2, 2])
  removing.mockRestore()
  refusal = () => problem('day_code_invalid')
  typeKeys(code)
  await screen.findByText(/tablet:code.notFound/)
  expect([await deviceStore.get('tablet-proof'), screen.queryByText('tablet:code.traces')]).toEqual([
    undefined,
    null,
  ])
})

it('deletes what was prepared when it is withdrawn, and sends the person’s answers later', async () => {
  await confirmName()
  await leaveUnsent(person.id)
  day = { ...exampleDay, state: 'over', revoked: true }
  await sync()
  await screen.findByRole('heading', named('closed.withdrawn'))
  expect([await readKey(deviceStore), await readPackage(deviceStore)]).toEqual([undefined, undefined])
  expect((await allAttempts(deviceStore)).map(({ head }) => head.locked)).toEqual([true])
  // Leaving is not offered before the answers have arrived.
  await screen.findByText(/tablet:closed.unsent/)
  expect(screen.queryByRole('button', named('leave.button'))).toBeNull()
})

it('lets nobody enter once the day is over, and a person in a test go on', async () => {
  await confirmName()
  day = { ...exampleDay, state: 'over' }
  await sync()
  screen.getByText('the player')
  expect(await readKey(deviceStore)).toBeUndefined()
  kioskHere()?.leave()
  await screen.findByRole('heading', named('closed.over'))
})

it('is opened again with the PIN when the day moves to a later one', async () => {
  await openDay()
  day = {
    ...exampleDay,
    state: 'planned',
    startsAt: '2026-11-21T21:00:00.000Z',
    endsAt: '2026-11-22T21:00:00.000Z',
  }
  await sync()
  await screen.findByRole('heading', named('prepared.title'))
  expect([await readKey(deviceStore), (await readTablet(deviceStore))?.verifier]).toEqual([
    undefined,
    undefined,
  ])
})

it('is locked until the PIN is entered, and says so of a test’s time', async () => {
  await confirmName()
  sessionStorage.setItem('terazi.hidden', '0')
  fireEvent(document, new Event('visibilitychange'))
  await screen.findByRole('heading', named('lock.title'))
  screen.getByText('tablet:lock.clock')
  // A time that is up opens a dialog of its own, which must not come in front.
  const later = document.body.appendChild(document.createElement('dialog'))
  later.showModal()
  await waitFor(() => expect(shown.at(-1)).not.toBe(later))
  later.remove()
  const asked = sent(getTabletDay).length
  typeKeys(pin)
  await waitFor(() => expect(screen.queryByRole('heading', named('lock.title'))).toBeNull())
  screen.getByText('the player')
  // The PIN may have been replaced: the server is asked behind it, and then how the day is.
  await waitFor(() => expect(sent(getTabletDay).length).toBe(asked + 1))
  expect(sent(openTablet).length).toBe(2)
})

it('takes the person off where the server refuses the tablet that a known PIN unlocks', async () => {
  await confirmName()
  act(lock)
  await screen.findByRole('heading', named('lock.title'))
  day = { ...exampleDay, state: 'over', revoked: true }
  opening = () => problem('test_day_over')
  typeKeys(pin)
  await screen.findByRole('heading', named('closed.withdrawn'))
  expect(currentSession()).toBeUndefined()
})

/** The tab is closed, and the tablet's page opened in another one. */
async function inNewTab() {
  cleanup()
  resetState()
  sessionStorage.clear()
  runIn(undefined)
  window.history.replaceState(null, '', '/tablet')
  render(<TabletApp>the player</TabletApp>)
  await waitFor(() => expect(tabletState().loaded).toBe(true))
}
/** Changes the lock as another page of the tablet would, and sends the event that a browser sends. */
function inOtherPage(lock: Partial<LockState>) {
  changeLock(lock)
  fireEvent(window, new StorageEvent('storage', { key: lockKey, newValue: JSON.stringify(readLock()) }))
}

it('opens locked in a new tab while somebody was in a test, and unlocked once they have left', async () => {
  await confirmName()
  await inNewTab()
  await screen.findByRole('heading', named('lock.title'))
  const { verifier } = tabletState().tablet ?? {}
  typeKeys(pin)
  await waitFor(() => expect(screen.queryByRole('heading', named('lock.title'))).toBeNull())
  // The server is asked behind the PIN: nothing of that is under way any more.
  await waitFor(() => expect(tabletState().tablet?.verifier).not.toBe(verifier))
  // The supervisor has seen to it.
  await inNewTab()
  await screen.findByRole('heading', named('code.title'))
  expect(screen.queryByRole('heading', named('lock.title'))).toBeNull()
})

it('opens locked when the page of a test was loaded again, and not when it did so itself', async () => {
  await confirmName()
  cleanup()
  resetState()
  reloadUnlocked(() => undefined)
  render(<TabletApp>the player</TabletApp>)
  await waitFor(() => expect(tabletState().loaded).toBe(true))
  expect(tabletState().locked).toBe(false)
  cleanup()
  resetState()
  render(<TabletApp>the player</TabletApp>)
  await screen.findByRole('heading', named('lock.title'))
})

it('is locked and unlocked with the tablet’s other pages', async () => {
  await confirmName()
  inOtherPage({ locked: true })
  await screen.findByRole('heading', named('lock.title'))
  inOtherPage({ locked: false })
  await waitFor(() => expect(screen.queryByRole('heading', named('lock.title'))).toBeNull())
  screen.getByText('the player')
})

it('steps back when somebody enters on another page, and keeps what is unsent', async () => {
  await confirmName()
  await leaveUnsent(person.id)
  inOtherPage({ inTest: 'another page' })
  await screen.findByRole('heading', named('code.title'))
  expect([currentSession(), (await allAttempts(deviceStore)).length]).toEqual([undefined, 1])
})

it('keeps no name as a page’s title, which stays in the browser’s history', async () => {
  const titles: string[] = []
  const watching = new MutationObserver(() => titles.push(document.title))
  watching.observe(document.head, { subtree: true, childList: true, characterData: true })
  await confirmName()
  kioskHere()?.finish(['TRZ-7K4M-92'])
  await screen.findByRole('heading', named('finished.title'))
  render(<WelcomePage name={person.name} list={[test]} serverTime={day.serverTime} />)
  await screen.findByRole('heading', { name: 'player:welcome.hello' })
  watching.disconnect()
  expect(document.title).toBe('player:list.title · Terazi')
  expect(titles.filter((title) => title.includes('hello') || title.includes(person.name))).toEqual([])
})

it('asks the server where a PIN is not the one that it was opened with', async () => {
  await openDay()
  press('supervisor.open')
  await screen.findByText('tablet:supervisor.enterPin')
  typeKeys('111111')
  await screen.findByRole('button', named('supervisor.lock'))
  expect(sent(openTablet).map(({ body }) => body)).toEqual([{ pin }, { pin: '111111' }])
})

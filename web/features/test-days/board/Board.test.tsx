// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { BoardRow } from '#contract/board.ts'
import { boardRow } from '#test/support/board.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { translate } from '#test/support/translator.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { Toasts } from '../../../ui/feedback/toast.tsx'
import { draw } from '../../../ui/testRender.tsx'
import { Board } from './Board.tsx'

const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const client = idOf(1)
const person = (at: number, name: string, more: Partial<BoardRow> = {}) =>
  boardRow({ assignmentId: idOf(at), membershipId: idOf(at), name, ...more })

let rows: BoardRow[]
let failing: boolean
const arrived = serveCalls(({ name }) => {
  if (name === 'pauseTests') return Response.json({ done: 1 })
  if (name === 'changeManyAccommodations') return Response.json({ done: 2, skipped: [] })
  if (name === 'addMinutes') return Response.json({ deadline: null, addedMinutes: 10 })
  if (name === 'endTest') return new Response(null, { status: 204 })
  if (name === 'listNotes') return Response.json({ notes: [] })
  if (name === 'addNote')
    return Response.json(
      { id: idOf(99), text: 'Alarm', createdAt: '2026-11-26T10:31:00Z', createdBy: 'Deniz' },
      { status: 201 },
    )
  if (failing) return problem('internal_error')
  return Response.json({ serverTime: '2026-11-26T10:31:00Z', rows, count: rows.length })
})
const sent = (name: string) => arrived.filter((call) => call.name === name)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['board', 'accommodations', 'common'])
})
beforeEach(() => {
  failing = false
  rows = [
    person(2, 'Gülşah Öztürk', { state: 'offline', seenAt: '2026-11-26T10:18:00Z', room: 'Salon 1' }),
    person(3, 'Ayşe Demir', { room: 'Salon 1' }),
    person(4, 'Hasan Ünlü', { room: 'Salon 2', deadline: null }),
    person(5, 'Zeynep Çolak', { state: 'finished', finishedAt: '2026-11-26T10:29:00Z' }),
    person(6, 'Fatma İnce', { state: 'not_started', startedAt: null }),
  ]
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const see = async (address = '/') => {
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Board clientId={client} timeZone="Europe/Istanbul" filter={{}} empty={<p>Nobody</p>} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Running' })
}
const card = (name: string | RegExp) => screen.getByRole('button', { name })
const figures = () =>
  [...document.querySelectorAll('dl > div')].map((one) => one.textContent).filter((text) => /\d$/.test(text))
/** Asks the board once more, as the clock does. */
const lookAgain = () => act(() => queryClient.refetchQueries({ queryKey: ['board'] }))

it('says how many people need attention, run, have finished and have not started', async () => {
  await see()
  expect(figures()).toEqual(['Needs attention1', 'Running2', 'Finished1', 'Not started1', 'Total5'])
  card(/Gülşah Öztürk.*Offline.*since 13:18.*question 11 of 75/)
  card(/Ayşe Demir.*Running.*question 11 of 75/)
  card(/Zeynep Çolak.*Finished.*at 13:29/)
})

it('goes on after a page translator has replaced its texts', async () => {
  await see()
  translate(document.body)
  rows = rows.map((row) =>
    row.name === 'Ayşe Demir'
      ? { ...row, state: 'finished', finishedAt: '2026-11-26T10:30:00Z' }
      : row.name === 'Hasan Ünlü'
        ? { ...row, state: 'idle', answeredAt: '2026-11-26T10:20:00Z', item: 12, unsent: 2 }
        : row,
  )
  await lookAgain()
  await screen.findByRole('button', { name: /Ayşe Demir.*Finished.*at 13:30/ })
  // Unchanged rows keep the other language.
  const moved = card(/Hasan Ünlü.*No answers.*since 13:20.*question 12 of 75/)
  expect(moved.textContent).not.toContain('Running')
  const numbers = [...document.querySelectorAll('dl dd')].map((one) => one.textContent)
  expect(numbers).toEqual(['2', '0', '2', '«1»', '«5»'])
})

it('narrows figures to a room, and a search narrows the cards alone', async () => {
  await see('/?room=Salon 1')
  expect(figures()).toEqual(['Needs attention1', 'Running1', 'Finished0', 'Not started0', 'Total2'])
  cleanup()
  await see('/?find=hasan')
  expect(figures().at(-1)).toBe('Total5')
  expect(screen.queryByRole('button', { name: /Ayşe Demir/ })).toBeNull()
  card(/Hasan Ünlü/)
})

it('leaves the other cards as they are, and keeps the focus of one that moves to another group', async () => {
  await see()
  const still = card(/Hasan Ünlü/)
  const watched = new MutationObserver(() => undefined)
  watched.observe(still, { subtree: true, childList: true, characterData: true, attributes: true })
  card(/Ayşe Demir/).focus()
  rows = rows.map((row) =>
    row.name === 'Ayşe Demir' ? { ...row, state: 'idle', answeredAt: '2026-11-26T10:20:00Z' } : { ...row },
  )
  await lookAgain()
  const moved = await screen.findByRole('button', { name: /Ayşe Demir.*No answers/ })
  expect(document.activeElement).toBe(moved)
  expect(card(/Hasan Ünlü/)).toBe(still)
  expect(watched.takeRecords()).toEqual([])
})

it('announces who begins to need attention, and nothing else', async () => {
  await see()
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced().join('')).toBe('')
  rows = rows.map((row) => ({ ...row, answered: row.answered + 1 }))
  await lookAgain()
  expect(announced().join('')).toBe('')
  rows = rows.map((row) => (row.name === 'Ayşe Demir' ? { ...row, state: 'offline' } : row))
  await lookAgain()
  await waitFor(() => expect(announced()).toContain('Ayşe Demir: Offline'))
})

it('says since when it is not up to date when answers fail, and keeps what it has', async () => {
  await see()
  screen.getByText(/^Live · /)
  failing = true
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  cleanup()
  await see()
  vi.setSystemTime(Date.now() + 10_000)
  act(() => void vi.advanceTimersByTime(1000))
  screen.getByText(/^Not up to date since /)
  card(/Ayşe Demir/)
})

it('pauses all that run, and lets the paused go on', async () => {
  await see()
  fireEvent.click(screen.getByRole('button', { name: 'Pause all (3)' }))
  await screen.findByText('1 test paused')
  expect(sent('pauseTests').map(({ body }) => body)).toEqual([
    { paused: true, assignmentIds: [idOf(2), idOf(3), idOf(4)] },
  ])
  rows = rows.map((row) => (row.name === 'Ayşe Demir' ? { ...row, state: 'paused' } : row))
  await lookAgain()
  fireEvent.click(await screen.findByRole('button', { name: 'Resume all (1)' }))
  await waitFor(() =>
    expect(sent('pauseTests').at(-1)?.body).toEqual({ paused: false, assignmentIds: [idOf(3)] }),
  )
})

it('adds minutes, ends and notes for one person', async () => {
  await see()
  fireEvent.click(card(/Ayşe Demir/))
  const panel = await screen.findByRole('dialog', { name: 'Ayşe Demir' })
  const press = (name: string) => fireEvent.click(within(panel).getByRole('button', { name }))
  press('Add minutes')
  fireEvent.click(await screen.findByRole('button', { name: 'Add 10 minutes' }))
  await screen.findByText('10 minutes added')
  expect(sent('addMinutes').map(({ body }) => body)).toEqual([{ minutes: 10 }])
  press('End test')
  const asked = await screen.findByRole('dialog', { name: 'End the test of Ayşe Demir?' })
  within(asked).getByText(/scored with the 10 of 75 answers/)
  expect(asked.textContent).not.toContain('on the device')
  fireEvent.click(within(asked).getByRole('button', { name: 'End test' }))
  await waitFor(() => expect(sent('endTest')).toHaveLength(1))
  press('Add note')
  await within(panel).findByText('Write what happened')
  fireEvent.change(within(panel).getByRole('textbox'), { target: { value: 'Alarm' } })
  press('Add note')
  await waitFor(() => expect(sent('addNote').map(({ body }) => body)).toEqual([{ text: 'Alarm' }]))
})

it('gives a person who has not started accommodations, for all that they have not started', async () => {
  const own = { state: 'not_started', startedAt: null } as const
  const accommodations = { ...noAccommodations, timePercent: 150 } as const
  const [next, after] = [
    person(6, 'Fatma İnce', { ...own, accommodations }),
    person(6, 'Fatma İnce', { ...own, assignmentId: idOf(7) }),
  ]
  rows = [person(3, 'Ayşe Demir'), next, after]
  await see()
  fireEvent.click(card(/Fatma İnce/))
  const panel = await screen.findByRole('dialog', { name: 'Fatma İnce' })
  fireEvent.click(within(panel).getByRole('button', { name: 'Accommodations' }))
  const dialog = await screen.findByRole('dialog', { name: 'Fatma İnce: accommodations' })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'A+' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('changeManyAccommodations')).toHaveLength(1))
  expect(sent('changeManyAccommodations')[0]?.body).toEqual({
    assignmentIds: [next.assignmentId, after.assignmentId],
    accommodations: { ...accommodations, textSize: 1 },
  })
})

it('keeps a note that is being typed with its test when the person goes on to the next one', async () => {
  const [first, second] = [
    person(3, 'Ayşe Demir'),
    person(3, 'Ayşe Demir', {
      assignmentId: idOf(7),
      state: 'not_started',
      startedAt: null,
      inventory: { code: 'AYT', name: 'Ability' },
    }),
  ]
  rows = [first, second]
  await see()
  fireEvent.click(card(/Ayşe Demir/))
  const panel = await screen.findByRole('dialog', { name: 'Ayşe Demir' })
  const field = within(panel).getByRole('textbox')
  fireEvent.change(field, { target: { value: 'Alarm' } })
  rows = [
    { ...first, state: 'finished', finishedAt: '2026-11-26T10:29:00Z' },
    { ...second, state: 'running', startedAt: '2026-11-26T10:30:00Z' },
  ]
  await lookAgain()
  await within(panel).findByText('Ability', { selector: 'dd span' })
  expect(within(panel).getByRole('textbox')).toBe(field)
  expect(field).toHaveProperty('value', 'Alarm')
  within(panel).getByRole('heading', { name: `Notes: ${first.inventory.name}` })
  fireEvent.click(within(panel).getByRole('button', { name: 'Add note' }))
  await screen.findByText(`Note added to ${first.inventory.name}`)
  expect(sent('addNote').map(({ params }) => params.assignmentId)).toEqual([first.assignmentId])
  // The next note is about what the person does now.
  within(panel).getByRole('heading', { name: 'Notes: Ability' })
})

it('offers no minutes where time has no limit, and nothing but a note once a test is over', async () => {
  await see()
  const offered = async (name: RegExp) => {
    fireEvent.click(card(name))
    const panel = await screen.findByRole('dialog')
    const buttons = within(panel)
      .getAllByRole('button')
      .map((one) => one.textContent)
      .filter(Boolean)
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return buttons
  }
  expect(await offered(/Hasan Ünlü/)).toEqual(['Pause', 'Change device', 'End test', 'Add note'])
  expect(await offered(/Zeynep Çolak/)).toEqual(['Add note'])
})

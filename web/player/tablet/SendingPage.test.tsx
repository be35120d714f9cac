// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { signOut } from '#contract/auth.ts'
import { listOwnAssignments } from '#contract/participant.ts'
import { exampleUser } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { currentSession, storeSession } from '../device/slices.ts'
import { SendingPage } from './SendingPage.tsx'

// The longest wait is over at once.
vi.mock('./wait.ts', () => ({ longestWaitMs: 0 }))
vi.mock('../device/indexedDb.ts', async () => {
  const { memoryStore } = await import('#test/support/memory-store.ts')
  return { deviceStore: memoryStore() }
})

const test = {
  id: '01890000-0000-7000-8000-00000000000a',
  client: { name: 'Anadolu Gıda', phone: '' },
  description: '',
  locale: 'tr' as const,
  testDay: null,
  dueDate: null,
  opening: null,
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
  accommodations: noAccommodations,
}
let status: 'pending' | 'completed'
serveCalls(({ entry }) => {
  if (entry === signOut) return new Response(null, { status: 204 })
  if (entry !== listOwnAssignments) throw new Error(entry.name)
  return Response.json({ name: 'Ayşe', serverTime: '2026-11-20T07:00:00Z', results: [{ ...test, status }] })
})

beforeEach(() => {
  storeSession('ses_1', exampleUser)
  window.history.replaceState(null, '', '/participant/assignments/first')
})
afterEach(cleanup)

const open = (foreign = false) =>
  render(<SendingPage timeIsUp={false} trying={false} foreign={foreign} onTryNow={() => undefined} />)

it('lets the next person go on after a while without a connection', async () => {
  status = 'completed'
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'tablet:sending.next' }))
  await waitFor(() => expect(window.location.pathname).toBe('/tablet'))
  expect(currentSession()).toBeUndefined()
})

it('goes on to the person’s own next test', async () => {
  status = 'pending'
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'tablet:sending.nextTest' }))
  expect(window.location.pathname).toBe(`/participant/assignments/${test.id}`)
  expect(currentSession()?.token).toBe('ses_1')
})

it('says that the network asks for a sign-in where something else answers', async () => {
  status = 'completed'
  open(true)
  await screen.findByText('player:failure.foreign')
})

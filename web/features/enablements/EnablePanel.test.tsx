// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, enableInventory } from '#contract/enablements.ts'
import type { Person } from '#contract/people.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { draw } from '../../ui/testRender.tsx'
import { EnablePanel } from './EnablePanel.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const reader = { userId: id, name: 'Gülşen Işık', email: 'ik@isik.example' }
const manager: Person = {
  ...reader,
  membershipId: id,
  phone: '',
  staffNumber: '',
  role: 'manager',
  type: 'manager',
  group: '',
  joinedAt: '2026-01-01T00:00:00Z',
  keptUntil: null,
  decision: { decision: 'none', note: '', at: null, by: null },
  assignments: { assigned: 0, pending: 0, completed: 0, expired: 0, cancelled: 0 },
}
const second = { ...reader, userId: '01890000-0000-7000-8000-000000000002', name: 'Ece Er' }
const managers = { results: [manager, { ...manager, ...second }], count: 2, next: null, previous: null }
const one: ClientInventory = {
  inventory: { id, code: 'SCL90', name: 'Symptom screening' },
  sensitive: true,
  sensitiveScales: [],
  enabled: true,
  legalBasis: 'İşyeri hekiminin raporu',
  purpose: 'İş sağlığı',
  forCandidates: false,
  enabledAt: null,
  enabledBy: null,
  recipients: [reader],
  clinicianId: null,
  running: { people: 5, candidates: 3 },
}
const nobody = 'Select at least one manager'

const people = Promise.withResolvers<object>()
const arrived = serveCalls(async ({ entry }) =>
  Response.json(entry === enableInventory ? one : await people.promise),
)
const sent = () => arrived.filter(({ entry }) => entry === enableInventory).map(({ body }) => body)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['clients'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

it('says of nobody that they are missing before it is known who there is', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnablePanel client={{ id } as Client} one={one} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const form = (await screen.findByLabelText(/^Legal basis/)).closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  expect([screen.queryByText(nobody), sent()]).toEqual([null, []])

  people.resolve(managers)
  await screen.findByRole('checkbox', { name: reader.name })
  fireEvent.submit(form)
  await waitFor(() => expect(sent()).toMatchObject([{ recipientIds: [id] }]))
  expect(screen.queryByText(nobody)).toBeNull()
})

it('names the legal risk before it is opened to candidates', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  people.resolve(managers)
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnablePanel client={{ id } as Client} one={one} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await screen.findByRole('checkbox', { name: reader.name })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Also for candidates' }))
  const form = screen.getByLabelText(/^Purpose/).closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  await screen.findByText(/is a legal risk/)
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /I know the risk/ }))
  await waitFor(() => expect(sent()).toMatchObject([{ forCandidates: true, candidatesConfirmed: true }]))
})

it('says before it is closed to candidates that their running tests end', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  people.resolve(managers)
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnablePanel
        client={{ id } as Client}
        one={{ ...one, forCandidates: true }}
        onClose={() => undefined}
      />
      <Toasts />
    </QueryClientProvider>,
  )
  await screen.findByRole('checkbox', { name: reader.name })
  screen.getByText('Change Symptom screening')
  expect(screen.queryByText(/tests under way end/)).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Also for candidates' }))
  expect(screen.getAllByText(/tests under way end/)).toHaveLength(1)
  const before = sent().length
  const form = screen.getByLabelText(/^Purpose/).closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  await screen.findByText('Close Symptom screening to candidates?')
  screen.getByText('3 people have this test under way now.')
  expect([screen.getAllByText(/tests under way end/).length, sent().length]).toEqual([2, before])
  fireEvent.click(screen.getByRole('button', { name: 'Close to candidates' }))
  await waitFor(() => expect(sent()).toHaveLength(before + 1))
  expect(sent().at(-1)).not.toHaveProperty('forCandidates')
  await screen.findByText('Test closed to candidates')
})

it('sends who of the readers is the clinician, and nobody once that one reads no more', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  people.resolve(managers)
  const named = { ...one, recipients: [reader, second], clinicianId: id }
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnablePanel client={{ id } as Client} one={named} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const reads = await screen.findByRole('checkbox', { name: reader.name })
  expect(screen.getByDisplayValue(reader.name)).toBeDefined()
  const form = reads.closest('form')
  if (form === null) throw new Error('no form')
  const before = sent().length
  fireEvent.submit(form)
  await waitFor(() => expect(sent().at(before)).toMatchObject({ clinicianId: id }))
  fireEvent.click(reads)
  await screen.findByDisplayValue('No clinician')
  fireEvent.submit(form)
  await waitFor(() => expect(sent()).toHaveLength(before + 2))
  expect(sent().at(-1)).toMatchObject({ recipientIds: [second.userId] })
  expect(sent().at(-1)).not.toHaveProperty('clinicianId')
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Assignment, listAssignments } from '#contract/assignments.ts'
import { getClient, listClients } from '#contract/clients.ts'
import { decidePeople, decidePerson, listDecisions } from '#contract/decisions.ts'
import { clientEvents } from '#contract/live.ts'
import { listPersonMails } from '#contract/mail-history.ts'
import { getPerson } from '#contract/memberships.ts'
import { listPersonNotes } from '#contract/person-notes.ts'
import { getRetention } from '#contract/retention.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import { exampleClient } from '#test/support/client.ts'
import { bodyOf, noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { forgetSelectedClient, selectClient } from '../../../app/clientSelection.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { DecideManyDialog } from './DecideDialog.tsx'
import PersonPage from './PersonPage.tsx'
import type { PersonDetails } from './personDetails.ts'

const id = '01900000-0000-7000-8000-000000000001'
const at = '2026-11-26T10:00:00.000Z'
const person: PersonDetails = {
  membershipId: id,
  userId: id,
  name: 'Ayşe Demir',
  email: 'ayse@x.test',
  phone: '',
  staffNumber: '',
  role: 'participant',
  type: 'candidate',
  group: 'Depo',
  joinedAt: at,
  keptUntil: null,
  decision: { decision: 'shortlisted', note: 'İkinci görüşme', at, by: 'Gül Er' },
  assignments: { assigned: 2, pending: 0, completed: 2, expired: 0, cancelled: 0 },
  locale: 'tr',
  link: null,
  hold: null,
}
const pageOf = (results: unknown[]) =>
  Response.json({ count: results.length, next: null, previous: null, results })
const completed: Assignment = { ...exampleAssignment, status: 'completed', startedAt: at, completedAt: at }

let found: PersonDetails | undefined
let notes: unknown[]
let periods: { candidateMonths: number; employeeMonths: number }
const arrived = serveCalls(({ entry }) => {
  if (entry === getPerson) return found === undefined ? problem('not_found') : Response.json(found)
  if (entry === listAssignments)
    return pageOf([
      {
        ...completed,
        inventory: { id, code: 'ENGLISH', name: 'English placement' },
        reportable: true,
        report: { level: 'B1', score: { value: 41, max: 60 }, quality: 'high' },
      },
      // Sensitive, and its reader is not named.
      {
        ...completed,
        id: id.replace(/1$/, '2'),
        inventory: { id, code: 'SCL90', name: 'Symptom checklist' },
      },
    ])
  if (entry === listDecisions)
    return pageOf([
      { id, decision: 'shortlisted', note: 'İkinci görüşme', at, by: 'Gül Er' },
      { id: id.replace(/1$/, '2'), decision: 'none', note: '', at, by: 'Can Ak' },
    ])
  if (entry === listPersonNotes) return pageOf(notes)
  if (entry === listPersonMails) return pageOf([])
  if (entry === clientEvents) return noAnswer()
  if (entry === listClients) return pageOf([exampleClient])
  if (entry === getClient) return Response.json({ ...exampleClient, id })
  if (entry === getRetention)
    return Response.json({
      ...periods,
      sensitiveMonths: 6,
      longerUntil: null,
      tests: [],
      soon: { tests: 0, scales: 0, people: 0 },
      runs: [],
    })
  if (entry === decidePerson) return Response.json(person)
  if (entry === decidePeople) return Response.json({ decided: 2, employees: 2 })
  return Response.json([])
})
const sent = () =>
  arrived.flatMap((call) => {
    if (call.entry === decidePerson) return [bodyOf(decidePerson, call)]
    return call.entry === decidePeople ? [bodyOf(decidePeople, call)] : []
  })

beforeAll(async () => {
  // jsdom has none, and a list of options scrolls to the chosen one.
  Element.prototype.scrollIntoView = () => undefined
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['person', 'participants', 'assignments', 'access', 'erasure', 'mails', 'common'])
})
beforeEach(() => {
  found = person
  notes = []
  periods = { candidateMonths: 6, employeeMonths: 24 }
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient({ value: id, label: 'Örnek' })
})
afterEach(() => {
  cleanup()
  clearSession()
  forgetSelectedClient()
  queryClient.clear()
})

const open = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/manager/participants/${id}`]}>
        <Routes>
          <Route path="/manager/participants/:membershipId" element={<PersonPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

const choose = async (decision: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: 'Decision' }))
  fireEvent.click(await screen.findByRole('option', { name: decision }))
}

it('shows a person with the results that this reader may see, and who decided what', async () => {
  notes = [
    {
      id,
      text: 'Yangın tatbikatı',
      createdAt: at,
      createdBy: 'Gül Er',
      assignmentId: id,
      inventory: { code: 'ENGLISH', name: 'English placement' },
    },
  ]
  await open()
  await screen.findByRole('heading', { level: 1, name: 'Ayşe Demir' })
  await screen.findByText('Level B1 · 41 of 60 correct · Response quality: high')
  expect(screen.getAllByText(/completed on/)).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'English placement: report' }).getAttribute('href')).toBe(
    `/manager/assignments/${id}/report`,
  )
  expect(screen.queryByRole('link', { name: 'Symptom checklist: report' })).toBeNull()
  await screen.findByText('İkinci görüşme')
  screen.getByText('No decision')
  screen.getByText('Can Ak')
  await screen.findByText('Yangın tatbikatı')
  await screen.findByText('Notes from tests')
})

it('says that somebody of another client is not here', async () => {
  found = undefined
  await open()
  await screen.findByText('This person isn’t here any more. They may have been removed.')
  screen.getByRole('link', { name: 'Participants' })
})

it('decides with a note, and makes an employee of somebody hired, with what changes for their data', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide about Ayşe Demir' }))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await choose('Hired')
  fireEvent.change(dialog.getByRole('textbox', { name: /^Note/ }), {
    target: { value: ' Pazartesi başlar ' },
  })
  await dialog.findByText(/kept 24 months after they end, not 6\. Name and contact stay/)
  fireEvent.click(dialog.getByRole('checkbox', { name: /Make this person an employee/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save decision' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ decision: 'hired', note: 'Pazartesi başlar', makeEmployee: true }]),
  )
})

it('offers no change of role to an employee, and sends none with another decision', async () => {
  found = { ...person, type: 'employee' }
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide' }))
  await choose('Hired')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await choose('Declined')
  fireEvent.click(screen.getByRole('button', { name: 'Save decision' }))
  await waitFor(() => expect(sent()).toEqual([{ decision: 'declined', note: 'İkinci görüşme' }]))
})

it('decides about everybody that the list’s filters find', async () => {
  periods = { candidateMonths: 12, employeeMonths: 12 }
  const done: string[] = []
  await draw(
    <QueryClientProvider client={queryClient}>
      <DecideManyDialog
        clientId={id}
        kind="candidates"
        chosen={{ filter: { role: 'candidate', decision: 'shortlisted' } }}
        count={2}
        onClose={() => done.push('closed')}
        onDecided={() => done.push('decided')}
      />
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', { name: 'Decide about 2 people' })
  await choose('Hired')
  await screen.findByText(/Tests are kept 12 months after they end, as before\./)
  fireEvent.click(screen.getByRole('checkbox', { name: /Make these people employees/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save decision' }))
  await waitFor(() => expect(done).toEqual(['closed', 'decided']))
  expect(sent()).toEqual([
    {
      filter: { role: 'candidate', decision: 'shortlisted' },
      decision: 'hired',
      note: '',
      makeEmployee: true,
    },
  ])
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Assignment } from '#contract/assignments.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import accommodations from '../../../../locales/en/accommodations.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { AccommodationMarks } from './AccommodationMarks.tsx'
import { AccommodationsDialog } from './AccommodationsDialog.tsx'
import { ManyAccommodationsDialog } from './ManyAccommodationsDialog.tsx'

const someLeft = {
  done: 3,
  skipped: [
    { reason: 'started', count: 2 },
    { reason: 'completed', count: 1 },
  ],
}
const arrived = serveCalls(({ name }) =>
  Response.json(name === 'changeManyAccommodations' ? someLeft : exampleAssignment),
)

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'accommodations', accommodations)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  clearSession()
})

const open = async (change: Partial<Assignment>) => {
  const onClose = vi.fn()
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <AccommodationsDialog assignment={{ ...exampleAssignment, ...change }} onClose={onClose} />
    </QueryClientProvider>,
  )
  return onClose
}
const times = () => {
  fireEvent.click(screen.getByRole('combobox', { name: 'Time' }))
  return within(screen.getByRole('listbox', { hidden: true }))
    .getAllByRole('option', { hidden: true })
    .map(({ textContent }) => textContent)
}
const sent = () => arrived.filter(({ name }) => name === 'changeAccommodations').map(({ body }) => body)

it('before the start everything can be chosen', async () => {
  const onClose = await open({})
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.hasAttribute('disabled') || save.hasAttribute('data-disabled')).toBe(true)
  expect(times()).toHaveLength(5)
  fireEvent.click(screen.getByRole('option', { name: '1.5 times the usual time', hidden: true }))
  fireEvent.click(screen.getByRole('radio', { name: 'A++' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Allow read-aloud' }))
  fireEvent.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toEqual([{ ...noAccommodations, timePercent: 150, textSize: 2, readAloud: false }])
})

it('while the test runs only more time can be given', async () => {
  await open({ startedAt: '2026-11-20T10:00:00Z', accommodations: { ...noAccommodations, timePercent: 150 } })
  expect(times()).toEqual(['1.5 times the usual time', 'Twice the usual time', 'No time limit'])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('many get the same, and it is said how many were left because they had started', async () => {
  const said = vi.spyOn(toast, 'blank')
  const onDone = vi.fn()
  const ofTestDay = { id: exampleAssignment.id, membershipIds: [exampleAssignment.user.id] }
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <ManyAccommodationsDialog
        clientId={exampleAssignment.client.id}
        title="Accommodations"
        which={{ ofTestDay }}
        onClose={() => undefined}
        onDone={onDone}
      />
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('combobox', { name: 'Length of each break' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: '2' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Length of each break' }))
  fireEvent.click(screen.getByRole('option', { name: '15 minutes', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  const [call] = arrived.filter(({ name }) => name === 'changeManyAccommodations')
  expect(call?.body).toEqual({
    ofTestDay,
    accommodations: { ...noAccommodations, breaks: 2, breakMinutes: 15 },
  })
  expect(call?.headers.get('idempotency-key')).toBeTruthy()
  expect(said).toHaveBeenCalledWith(
    'Accommodations saved for 3 tests. 2 had already started. 1 can’t be changed any more.',
  )
})

it('an assignment says what is different from usual, and nothing where nothing is', async () => {
  const marks = async (change: Partial<Assignment>) => {
    cleanup()
    await draw(<AccommodationMarks assignment={{ ...exampleAssignment, ...change }} />)
    return document.body.textContent
  }
  expect(await marks({})).not.toContain('Accommodations')
  const all = { ...noAccommodations, timePercent: null, textSize: 1, readAloud: false, breaks: 2 } as const
  expect(await marks({ accommodations: all })).toContain(
    'No time limit · Text A+ · No read-aloud · 2 breaks of 10 min',
  )
  expect(await marks({ readAloudUsed: true, autoNextUsed: true })).toContain(
    'Read-aloud used · Automatic next question used',
  )
})

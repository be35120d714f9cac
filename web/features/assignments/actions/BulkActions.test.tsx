// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Assignment } from '#contract/assignments.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { BulkActions } from './BulkActions.tsx'
import { type Target, targetOf, targetOfAll } from './target.ts'

const id = '01890000-0000-7000-8000-000000000001'
let answers: Record<string, () => Response>
const actionOf = (url: string) => /assignments\/(\w+)\//.exec(url)?.[1] ?? ''
const arrived = serveCalls(({ url }) => answers[actionOf(url)]?.() ?? Response.json({ done: 0, skipped: [] }))
const asked = () => arrived.map(({ method, url }) => `${method} ${actionOf(url)}`)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['assignments', 'common', 'shares', 'report-files', 'job-profiles'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

async function see(target: Target) {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BulkActions clientId={id} target={target} timeZone="Europe/Istanbul" onDone={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

const row = (status: string, dueDate: string | null = '2026-11-30') =>
  ({
    id,
    status,
    dueDate,
    startedAt: null,
    testDay: null,
    opensAt: null,
    remindedAt: null,
    user: { id: 'u1', name: 'Ayşe', email: 'a@x.test' },
  }) as Assignment

it('counts for each action those that it reaches, and says what a later day spends', async () => {
  await see(targetOf(Array.from({ length: 5 }, () => row('expired'))))
  expect(isDisabled('Send reminder')).toBe(true)
  expect(isDisabled('Cancel')).toBe(true)
  press('Set due date')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Set a due date for 5 tests?')
  within(dialog).getByText('5 expired tests will reopen and use another 5 units of quota.')
  expect(asked()).toEqual([])
})

it('offers files of the completed ones in the place of what reaches none of them', async () => {
  const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)
  const inventory = { id: 'i1', code: 'ENGLISH', name: 'English' }
  const open = { ...row('completed'), inventory, reportable: true, shareable: true as const }
  await see(targetOf([open]))
  expect(buttons()).toEqual(['Excel', 'Reports', 'Compare', 'Share', 'Make job profile'])
  cleanup()
  // A sensitive test's report leaves in no file of many.
  await see(targetOf([{ ...row('completed'), reportable: true }]))
  expect(buttons()).toEqual(['Excel'])
  cleanup()
  await see(targetOf(Array.from({ length: 11 }, () => open)))
  expect([isDisabled('Excel'), isDisabled('Reports')]).toEqual([false, false])
})

it('asks what a file of results is for before it is made', async () => {
  answers = {}
  await see(targetOf([{ ...row('completed'), reportable: true }]))
  press('Excel')
  const dialog = await screen.findByRole('dialog')
  const take = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Download file' })
  expect([take.disabled, arrived]).toEqual([true, []])
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Purpose' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Hiring or placing people' }))
  fireEvent.click(take)
  await waitFor(() =>
    expect(arrived.map(({ url }) => url)).toEqual([expect.stringContaining('purpose=placement')]),
  )
})

it('gives those without a due date their first, and offers no day where no test can get one', async () => {
  await see(targetOf([row('pending', null), row('pending'), row('completed')]))
  press('Set due date')
  await screen.findByText('Set a due date for 2 tests?')
  screen.getByText('1 test without a due date gets its first.')
  cleanup()
  await see(targetOf([row('expired', null)]))
  expect(screen.getByRole('button', { name: 'Set due date' })).toHaveProperty('disabled', true)
})

it('asks the server about all that a filter finds, for any number of matches', async () => {
  answers = {
    extend: () => Response.json({ undated: 0, pending: 3, expired: 2, stays: 995 }),
    cancel: () => Response.json({ unstarted: 3, started: 1, over: 996 }),
    remind: () => Response.json({ people: 14, withoutEmail: 3, recently: 0, justInvited: 0 }),
  }
  await see(targetOfAll({}))
  press('Set due date')
  await screen.findByText('Set a due date for 5 tests?')
  screen.getByText('3 pending tests get the new due date.')
  screen.getByText('2 expired tests will reopen and use another 2 units of quota.')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Send reminder')
  await screen.findByText('Send reminders to 14 people?')
  screen.getByText('3 people have no email.')
  expect(asked()).toEqual(['GET extend', 'GET remind'])
})

it('says that there is no one to remind where nothing is pending', async () => {
  answers = { remind: () => Response.json({ people: 0, withoutEmail: 0, recently: 0, justInvited: 0 }) }
  await see(targetOfAll({ status: 'completed' }))
  press('Send reminder')
  await screen.findByText('There’s no one to remind.')
  expect(isDisabled('Send reminders')).toBe(true)
})

it('confirms a later day by Enter, and leads to the day that is missing', async () => {
  answers = {}
  await see(targetOf([row('pending'), row('pending')]))
  press('Set due date')
  const day = await screen.findByLabelText(/^New due date/)
  const form = day.closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  await screen.findByText('Choose today or a later day')
  await waitFor(() => expect(document.activeElement).toBe(day))
  fireEvent.change(day, { target: { value: '31.12.2999' } })
  fireEvent.submit(form)
  await waitFor(() => expect(asked()).toEqual(['POST extend']))
})

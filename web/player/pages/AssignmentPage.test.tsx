// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { exampleUser } from '#test/support/client.ts'
import { bodyOf, problem, serveCalls } from '#test/support/serve-calls.ts'
import { storeSession } from '../device/slices.ts'
import { AssignmentPage } from './AssignmentPage.tsx'

const id = '0198e0c0-0000-7000-8000-000000000001'
const notice = { version: 1, title: 'T', text: 'T', acceptedAt: null }
const assignment = {
  ...{ id, client: { name: 'Anadolu', phone: '' }, description: '', status: 'pending', locale: 'tr' },
  inventory: { code: 'MYT', name: 'MYT', description: '' },
  ...{ minutes: 55, itemCount: 173, createdAt: '2026-11-20T10:00:00Z', timeZone: 'Europe/Istanbul' },
  ...{ startedAt: null, completedAt: null, deadline: null, answered: 0, receipt: null, reportVisible: false },
  ...{ dueDate: null, testDay: null, opening: null, serverTime: '2026-11-20T10:00:00Z', personName: 'Ayşe' },
  accommodations: { timePercent: 100, textSize: 0, readAloud: true },
  notices: [
    { ...notice, id: 'information', kind: 'information' },
    { ...notice, id: 'wellbeing', kind: 'explicit_consent', optional: true },
  ],
  ...{ preTest: [], hasPractice: false, timed: true },
}

const arrived = serveCalls(({ entry }) =>
  entry === getOwnAssignment ? Response.json(assignment) : problem('assignment_closed'),
)

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('offers both answers to an optional consent alike, and starts without asking why', async () => {
  storeSession('ses_1', exampleUser)
  render(<AssignmentPage id={id} />)
  await press('player:notice.read')
  const agree = await screen.findByRole('button', { name: 'player:notice.agree' })
  const without = screen.getByRole('button', { name: 'player:notice.without' })
  expect(without.className).toBe(agree.className)
  expect(screen.queryByRole('button', { name: 'player:notice.refuse' })).toBeNull()
  expect(screen.getByText('player:notice.free')).toBeDefined()
  fireEvent.click(without)
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('player:button.start')
  await waitFor(() => expect(arrived.some(({ entry }) => entry === startAttempt)).toBe(true))
  const start = arrived.find(({ entry }) => entry === startAttempt)
  expect(start && bodyOf(startAttempt, start)).toMatchObject({
    accepted: ['information'],
    declined: ['wellbeing'],
  })
})

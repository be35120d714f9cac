// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { live } from '#contract/health.ts'
import { getOwnAssignment, startAttempt } from '#contract/participant.ts'
import { exampleUser } from '#test/support/client.ts'
import { bodyOf, problem, serveCalls } from '#test/support/serve-calls.ts'
import { storeSession } from '../device/slices.ts'
import { AssignmentPage } from './AssignmentPage.tsx'

const id = '0198e0c0-0000-7000-8000-000000000001'
const notice = { version: 1, title: 'T', text: 'T', acceptedAt: null }
const assignment = {
  id,
  client: { name: 'Anadolu', phone: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  inventory: { code: 'MYT', name: 'MYT', description: '' },
  minutes: 55,
  itemCount: 173,
  createdAt: '2026-11-20T10:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  dueDate: null,
  testDay: null,
  opening: null,
  serverTime: '2026-11-20T10:00:00Z',
  personName: 'Ayşe',
  accommodations: { timePercent: 100, textSize: 0, readAloud: true },
  notices: [
    { ...notice, id: 'information', kind: 'information' },
    { ...notice, id: 'wellbeing', kind: 'explicit_consent', optional: true },
  ],
  preTest: [],
  hasPractice: false,
  hasAutoNext: false,
  timed: true,
}

let served: object = assignment
let refusal: 'assignment_closed' | 'consent_required' = 'assignment_closed'
const arrived = serveCalls(({ entry }) => {
  if (entry === getOwnAssignment) return Response.json(served)
  // The page may measure how soon the server answers.
  return entry === live ? Response.json({ status: 'ok' }) : problem(refusal)
})

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

it('shows with a consent who gets the result, and says at the start what it showed', async () => {
  const recipients = { id: 'k1', text: 'Sonucunuzu kim okur?\n- Gülşen Işık' }
  served = { ...assignment, notices: [{ ...notice, id: 'consent', kind: 'explicit_consent', recipients }] }
  storeSession('ses_1', exampleUser)
  render(<AssignmentPage id={id} />)
  await screen.findByText('Gülşen Işık')
  await press('player:notice.agree')
  await press('player:button.start')
  const started = () => arrived.filter(({ entry }) => entry === startAttempt).map(({ body }) => body)
  await waitFor(() => expect(started().at(-1)).toMatchObject({ accepted: ['consent'], recipients: 'k1' }))
})

it('asks again where the result goes to other people by the start', async () => {
  const consent = { ...notice, id: 'consent', kind: 'explicit_consent' }
  const serve = (key: string, text: string) => {
    served = { ...assignment, notices: [{ ...consent, recipients: { id: key, text } }] }
  }
  serve('k1', 'Gülşen Işık')
  storeSession('ses_1', exampleUser)
  render(<AssignmentPage id={id} />)
  await press('player:notice.agree')
  refusal = 'consent_required'
  await screen.findByRole('button', { name: 'player:button.start' })
  serve('k2', 'Ece Er')
  await press('player:button.start')
  await screen.findByText('Ece Er')
  refusal = 'assignment_closed'
  await press('player:notice.agree')
  await press('player:button.start')
  const last = () => arrived.filter(({ entry }) => entry === startAttempt).at(-1)?.body
  await waitFor(() => expect(last()).toMatchObject({ recipients: 'k2' }))
})

const choices = () =>
  arrived.flatMap((call) => {
    if (call.entry !== startAttempt) return []
    const { accepted, declined = [] } = bodyOf(startAttempt, call)
    return [{ accepted, declined }]
  })

it('asks again in another tab than the one of the choice, and says at the start the last one alone', async () => {
  served = assignment
  storeSession('ses_1', exampleUser)
  const first = render(<AssignmentPage id={id} />)
  await press('player:notice.read')
  await press('player:notice.agree')
  await screen.findByRole('button', { name: 'player:button.start' })
  first.unmount()
  sessionStorage.clear()
  storeSession('ses_1', exampleUser)
  render(<AssignmentPage id={id} />)
  await press('player:notice.read')
  expect(choices()).toEqual([])
  await press('player:notice.without')
  await press('player:button.start')
  await waitFor(() => expect(choices()).toEqual([{ accepted: ['information'], declined: ['wellbeing'] }]))
})

it('says nothing of an agreement that was taken back when it was asked for again', async () => {
  const consent = { ...notice, id: 'wellbeing', kind: 'explicit_consent', optional: true }
  const serve = (key: string) => {
    served = { ...assignment, notices: [{ ...consent, recipients: { id: key, text: key } }] }
  }
  serve('k1')
  storeSession('ses_1', exampleUser)
  const first = render(<AssignmentPage id={id} />)
  await press('player:notice.agree')
  await screen.findByRole('button', { name: 'player:button.start' })
  first.unmount()
  serve('k2')
  render(<AssignmentPage id={id} />)
  await press('player:notice.without')
  await press('player:button.start')
  await waitFor(() => expect(choices()).toEqual([{ accepted: [], declined: ['wellbeing'] }]))
})

it('repeats what the test says at its end when it is opened again later', async () => {
  const closing = { title: 'Destek', text: 'Acil durumda 112’yi arayın.', contact: 'İşyeri hekimi' }
  served = {
    ...assignment,
    status: 'completed',
    completedAt: '2026-11-20T11:00:00Z',
    receipt: 'TRZ-1',
    closing,
  }
  storeSession('ses_1', exampleUser)
  render(<AssignmentPage id={id} />)
  await screen.findByRole('heading', { name: 'Destek' })
  screen.getByText('Acil durumda 112’yi arayın.')
  screen.getByText('İşyeri hekimi')
})

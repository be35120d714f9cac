// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Feedback } from '#contract/feedback.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { getOwnAssignment } from '#contract/participant.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { ResultPage } from './ResultPage.tsx'

const id = '0198a2b4-0000-7000-8000-000000000001'
const at = '2026-11-02T09:00:00.000Z'
const own: AnswerOf<typeof getOwnAssignment> = {
  id,
  personName: 'Ada Deniz',
  client: { name: 'Ege Lojistik', phone: '' },
  inventory: { code: 'AYT', name: 'Genel yetenek', description: '' },
  description: '',
  status: 'completed',
  locale: 'tr',
  minutes: 40,
  accommodations: noAccommodations,
  itemCount: 60,
  createdAt: at,
  dueDate: null,
  testDay: null,
  opening: null,
  timeZone: 'Europe/Istanbul',
  startedAt: at,
  completedAt: at,
  deadline: null,
  answered: 60,
  receipt: 'TRZ-7K4M-92',
  reportVisible: true,
  notices: [],
  preTest: [],
  hasPractice: false,
  hasAutoNext: false,
  timed: true,
  serverTime: at,
}
const parts: Feedback['parts'] = [
  { kind: 'strengths', title: 'Güçlü yanlarınız', lines: [], areas: [{ name: 'Sayılar', text: 'İyi.' }] },
  { kind: 'not', title: 'Bu ne değildir?', lines: ['Bu bir teşhis değildir.'], areas: [] },
]

const answer: Feedback = {
  assignmentId: id,
  locale: 'tr',
  name: 'Ada Deniz',
  client: { name: 'Ege Lojistik' },
  inventory: own.inventory,
  completedAt: at,
  timeZone: 'Europe/Istanbul',
  parts,
}
let feedback: true | undefined
let proved: boolean
serveCalls(({ entry }) => {
  if (entry === getOwnAssignment) return Response.json({ ...own, ...(feedback && { feedback }) })
  return proved ? Response.json(answer) : problem('identity_needed', { provedContact: true })
})

beforeEach(() => {
  feedback = true
  proved = true
  const state = {
    signedIn: true,
    token: 'ses_x',
    user: { id, name: 'Ada', authority: ['participant'], invitation: true },
  }
  localStorage.setItem('terazi.auth', JSON.stringify({ state, version: 0 }))
})
afterEach(cleanup)

it('shows the feedback and where the whole report and the data are', async () => {
  render(<ResultPage id={id} />)
  await screen.findByRole('heading', { level: 2, name: 'Güçlü yanlarınız' })
  screen.getByText('Sayılar')
  screen.getByText('Bu bir teşhis değildir.')
  screen.getByRole('button', { name: 'my-result:download' })
  screen.getByRole('button', { name: 'my-result:report' })
  fireEvent.click(screen.getByRole('button', { name: 'my-result:data' }))
  expect(window.location.pathname).toBe('/participant/data')
})

it('asks for a code in a session that may be in other hands', async () => {
  proved = false
  render(<ResultPage id={id} />)
  await screen.findByText('my-data:proof')
  expect(screen.queryByText('Güçlü yanlarınız')).toBeNull()
})

it('of a test with a report and no feedback offers the report', async () => {
  feedback = undefined
  render(<ResultPage id={id} />)
  await screen.findByRole('button', { name: 'my-result:report' })
  expect(screen.queryByRole('button', { name: 'my-result:download' })).toBeNull()
})

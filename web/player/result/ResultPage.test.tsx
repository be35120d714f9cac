// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Feedback, getFeedback } from '#contract/feedback.ts'
import { getOwnAssignment } from '#contract/participant.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { ResultPage } from './ResultPage.tsx'

const id = '0198a2b4-0000-7000-8000-000000000001'
const own = {
  id,
  status: 'completed',
  client: { name: 'Ege Lojistik', phone: '' },
  inventory: { code: 'AYT', name: 'Genel yetenek', description: '' },
  completedAt: '2026-11-02T09:00:00.000Z',
  timeZone: 'Europe/Istanbul',
  notices: [],
  reportVisible: true,
}
const parts: Feedback['parts'] = [
  { key: 'strengths', title: 'Güçlü yanlarınız', lines: [], areas: [{ name: 'Sayılar', text: 'İyi.' }] },
  { key: 'not', title: 'Bu ne değildir?', lines: ['Bu bir teşhis değildir.'], areas: [] },
]

let feedback: true | undefined
let proved: boolean

beforeEach(() => {
  feedback = true
  proved = true
  localStorage.clear()
  localStorage.setItem('slice:auth', JSON.stringify({ signedIn: true, token: 'ses_1', user: { authority: ['participant'] } }))
  serveCalls((entry) => {
    if (entry === getOwnAssignment) return Response.json({ ...own, ...(feedback && { feedback }) })
    if (entry !== getFeedback) return undefined
    return proved ? Response.json({ parts }) : problem(409, 'identity_needed', '', { provedContact: true })
  })
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

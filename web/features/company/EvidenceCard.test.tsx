// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type EvidenceJob, evidencePdf, listEvidenceJobs, startEvidenceJob } from '#contract/evidence.ts'
import { exampleClient } from '#test/support/client.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { EvidenceCard } from './EvidenceCard.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const waiting: EvidenceJob = {
  id: '01890000-0000-7000-8000-000000000002',
  status: 'waiting',
  done: 0,
  total: 0,
  createdAt: '2026-11-26T09:00:00.000Z',
  finishedAt: null,
  expiresAt: '2026-11-27T09:00:00.000Z',
  problem: null,
  from: '2026-03-05',
  to: '2026-03-31',
  own: true,
}
const done: EvidenceJob = {
  ...waiting,
  status: 'done',
  done: 14,
  total: 14,
  finishedAt: '2026-11-26T09:01:00.000Z',
}
/** The jobs that the server has. */
let jobs: EvidenceJob[] = []
let refusing = false

const arrived = serveCalls(({ entry }) => {
  if (entry === listEvidenceJobs) return Response.json({ jobs })
  if (entry === startEvidenceJob) {
    jobs = [refusing ? { ...waiting, own: false } : waiting]
    return refusing ? problem('evidence_under_way') : Response.json(jobs[0], { status: 202 })
  }
  return entry === evidencePdf
    ? new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    : Response.json({ ...exampleClient, id })
})
const sent = (name: string) => arrived.filter((call) => call.name === name)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['company', 'retention'])
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
})
beforeEach(() => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  jobs = []
  refusing = false
})
// Its calendar is closing: what it would still draw has no window any more.
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const card = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <EvidenceCard clientId={id} />
    </QueryClientProvider>,
  )
const pdf = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create PDF with JSON' })
const asked = () => queryClient.invalidateQueries({ queryKey: ['evidenceJobs'] })

it('has evidence made of the days that were chosen, and of no period that ends before it begins', async () => {
  await card()
  const [from, to] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')]
  const type = (field: HTMLElement, text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  type(from, '05.03.2026')
  type(to, '01.02.2026')
  await screen.findByText('The last day can’t be before the first day.')
  expect(pdf().disabled).toBe(true)
  type(to, '31.03.2026')
  await waitFor(() => expect(pdf().disabled).toBe(false))
  fireEvent.click(pdf())
  await screen.findByText('The evidence is in the queue.')
  expect(sent('startEvidenceJob').at(-1)?.body).toEqual({ from: '2026-03-05', to: '2026-03-31' })
  expect(pdf().disabled).toBe(true)
})

it('shows who comes back how far it is, and then the file', async () => {
  jobs = [{ ...waiting, status: 'running', done: 9, total: 14 }, done]
  await card()
  const bar = await screen.findByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('9')
  expect(bar.getAttribute('aria-label')).toBe('Creating the evidence: 9 of 14 parts done')
  screen.getByText('You can leave this page. You’ll find the file here when it’s done.')
  jobs = [{ ...waiting, status: 'running', done: 14, total: 14 }]
  await asked()
  await screen.findByText('Laying out the pages of the evidence.')
  jobs = [done]
  await asked()
  await screen.findByText(/^Evidence .*2026 – .*2026 is ready\.$/)
  expect(pdf().disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(sent('evidencePdf').at(-1)?.params.jobId).toBe(done.id))
})

it('shows what somebody else began in place of an error, without their file', async () => {
  refusing = true
  await card()
  fireEvent.click(pdf())
  await screen.findByText('Someone else started it. You can create your own when it’s done.')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says why there is no file', async () => {
  const message = 'This organisation’s data has changed meanwhile. Create the file again.'
  jobs = [{ ...done, status: 'failed', problem: { code: 'make_again', message } }]
  await card()
  await screen.findByText(message)
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  expect(pdf().disabled).toBe(false)
})

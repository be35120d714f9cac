// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, it } from 'vitest'
import type { JobProfile } from '#contract/job-profiles.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import words from '../../../../locales/en/job-profiles.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { JobFitCard } from './JobFitCard.tsx'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'job-profiles', words)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const [clientId, assignmentId, inventory, old] = ['1', '2', '3', '4'].map(
  (digit) => `0190a000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string]
const range = { key: 'total', name: 'Total', from: 54, to: null }
const archived: JobProfile = {
  id: old,
  name: 'Export desk',
  inventory: { id: inventory, code: 'ENGLISH', name: 'English' },
  ranges: [range],
  people: null,
  createdAt: '2026-11-28T10:00:00.000Z',
  createdBy: 'Ayla',
  changedAt: '2026-11-28T10:00:00.000Z',
  changedBy: 'Ayla',
  archivedAt: '2026-11-28T10:00:00.000Z',
}

serveCalls(({ name }) => {
  if (name === 'listJobProfiles') return Response.json({ count: 0, next: null, previous: null, results: [] })
  if (name === 'getJobProfile') return Response.json(archived)
  if (name !== 'getJobFit') return problem('not_found')
  return Response.json({
    profile: { id: old, name: archived.name },
    overall: { fit: 'near', within: 0, near: 1, outside: 0, unknown: 0 },
    scales: [{ ...range, unit: 'points', min: 0, max: 80, score: { value: 50, se: 3.6 }, fit: 'near' }],
    otherVersion: false,
  })
})

it('an archived profile that a link names is shown, and says how far near is', async () => {
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/manager/assignments/a/report?profile=${old}`]}>
        <JobFitCard clientId={clientId} results={[{ assignmentId, inventory: 'ENGLISH' }]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText(/^50 ± 3\.6 · target 54 or more$/)
  screen.getByText(/^This profile is archived/)
  // Four points away is more than the error of 3.6 and less than 1.645 times as much.
  screen.getByText(/no more than 1\.645 times/)
})

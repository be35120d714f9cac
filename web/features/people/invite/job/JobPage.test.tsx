// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getClient } from '#contract/clients.ts'
import { getInvitationJob } from '#contract/people.ts'
import { exampleClient } from '#test/support/client.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../../app/i18n.ts'
import { draw } from '../../../../ui/testRender.tsx'
import { JobPage } from './JobPage.tsx'

const id = '01900000-0000-7000-8000-000000000001'
const client = { ...exampleClient, id, quota: 1 }
const job = {
  id,
  status: 'running',
  createdAt: '2026-11-22T09:00:00Z',
  finishedAt: null,
  done: 4200,
  total: 10_000,
  result: null,
  problem: null,
  counts: null,
  createdBy: { id, name: 'Deniz' },
}
const nobody = 'No one was invited'

let answers: (() => Response)[]
serveCalls(({ entry }) => {
  if (entry !== getInvitationJob) return Response.json(entry === getClient ? client : [])
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (answer === undefined) throw new Error('nothing to answer')
  return answer()
})

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['invite', 'common'])
})
afterEach(() => {
  cleanup()
  clearSession()
})

async function open(...next: (() => Response)[]) {
  answers = next
  vi.stubGlobal('scrollTo', () => undefined)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <JobPage client={{ value: id, label: 'Ornek' }} jobId={id} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  ['the server restarts', () => problem('service_unavailable')],
  ['the network is away', noAnswer],
])('keeps how far the list has come while %s, and goes on asking', async (_, silence) => {
  await open(() => Response.json(job), silence)
  await screen.findByText('The server isn’t responding. Trying again…')
  screen.getByText(/4,200/)
  expect(screen.queryByText(nobody)).toBeNull()
  answers = [() => Response.json({ ...job, done: 4300 })]
  await screen.findByText(/4,300/)
  await waitFor(() => expect(screen.queryByText('The server isn’t responding. Trying again…')).toBeNull())
})

it('says of a list that the server has forgotten that its result is not kept', async () => {
  await open(() => problem('not_found'))
  await screen.findByText('This result is no longer available')
  expect(screen.queryByText(nobody)).toBeNull()
})

it('says that nobody was invited where the list was refused', async () => {
  const refused = { code: 'client_not_active', message: 'Not active.', details: {} }
  const finishedAt = '2026-11-22T09:01:00Z'
  await open(() => Response.json({ ...job, status: 'failed', finishedAt, problem: refused }))
  await screen.findByText(nobody)
})

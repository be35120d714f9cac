// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { SlipsDialog } from './SlipsDialog.tsx'

const clientId = '01900000-0000-7000-8000-000000000001'
const membershipId = '01900000-0000-7000-8000-000000000002'
const jobId = '01900000-0000-7000-8000-000000000003'
const next = '01900000-0000-7000-8000-000000000004'
let answers: ((response: Response) => void)[]
const sent = serveCalls(() => new Promise((resolve) => answers.push(resolve)))

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['person', 'common'])
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})
beforeEach(() => {
  answers = []
})
afterEach(() => {
  cleanup()
  clearSession()
})

const file = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
const job = (more: object) => ({
  id: jobId,
  status: 'running',
  total: 500,
  done: 0,
  createdAt: '2026-11-01T09:00:00Z',
  finishedAt: null,
  next: null,
  problem: null,
  expiresAt: '2026-11-01T10:00:00Z',
  ...more,
})
const started = (more: object) => Response.json(job(more), { status: 202 })
const now = (more: object) => Response.json(job(more))
/** Answers the next call once it was made. */
async function answer(name: string, response: Response) {
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(sent.at(-1)?.name).toBe(name)
  answers.shift()?.(response)
}

function Page({ count }: { count: number }) {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        again
      </button>
      <SlipsDialog
        clientId={clientId}
        chosen={{ membershipIds: [membershipId] }}
        count={count}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

const open = async (count: number, queries = new QueryClient()) => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queries}>
      <Page count={count} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
}

it('fetches a few slips at once', async () => {
  await open(40)
  await answer('slipsPdf', file())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

it('follows many slips until their file is there, and goes on with the next file', async () => {
  await open(900)
  await answer('startSlipJob', started({ status: 'waiting', total: 0 }))
  await screen.findByText('Starting…')
  await answer('getSlipJob', now({ done: 150 }))
  await screen.findByText('150 of 500 slips')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('150')
  const finished = { status: 'done', done: 500, finishedAt: '2026-11-01T10:00:00Z', next }
  await answer('getSlipJob', now(finished))
  await screen.findByText('Creating the PDF…')
  await answer('slipJobPdf', file())
  await screen.findByText(/^The first 500 slips are downloaded/)
  fireEvent.click(screen.getByRole('button', { name: 'Download next file' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ membershipIds: [membershipId], after: next }))
  await answer('startSlipJob', started({ ...finished, next: null }))
  await answer('slipJobPdf', file())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says why a job has no file', async () => {
  await open(900)
  const problem = { code: 'nothing_to_open', message: 'None of these people have a pending test.' }
  await answer('startSlipJob', started({ status: 'failed', finishedAt: '2026-11-01T10:00:00Z', problem }))
  await screen.findByText(problem.message)
  expect(sent).toHaveLength(1)
})

it('begins at the beginning when it was closed while a file was under way', async () => {
  const queries = new QueryClient()
  const settled = vi.spyOn(queries, 'invalidateQueries')
  await open(40, queries)
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(sent[0]?.givenUp.aborted).toBe(true))
  await waitFor(() => expect(settled).toHaveBeenCalled())

  fireEvent.click(screen.getByRole('button', { name: 'again', hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual({ membershipIds: [membershipId] })
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { System } from '#contract/system.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import words from '../../../../locales/en/system.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import SystemPage from './SystemPage.tsx'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'system', words)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const at = '2026-11-30T10:00:00.000Z'
const healthy: System = {
  at,
  database: {
    state: 'good',
    bytes: 5 * 1024 ** 3,
    connections: { used: 12, most: 60 },
    replicas: { count: 2, lagSeconds: 1 },
  },
  processes: {
    state: 'good',
    list: [
      {
        id: '0190a000-0000-7000-8000-000000000001',
        host: 'one',
        version: '1.0.0',
        node: '24.21.0',
        startedAt: at,
        silentSeconds: 2,
      },
    ],
  },
  jobs: {
    state: 'good',
    waiting: 3,
    later: 1,
    running: 2,
    oldestSeconds: 4,
    failed: { count: 0, first: [] },
  },
  mails: { state: 'good', sent: 40, failing: 0, oldestSeconds: 0, failed: 0 },
  disks: {
    state: 'good',
    list: [{ state: 'good', folder: 'data', freeBytes: 50 * 1024 ** 3, sizeBytes: 100 * 1024 ** 3 }],
  },
  versions: {
    state: 'good',
    application: '1.0.0',
    node: '24.21.0',
    postgres: '18.4',
    migration: '0001_schema',
  },
  proofs: {
    state: 'good',
    list: [
      {
        state: 'good',
        proof: 'self_test',
        outcome: 'passed',
        at,
        passedAt: at,
        host: null,
        step: null,
        findings: [],
        seconds: 2,
      },
      {
        state: 'good',
        proof: 'restore_drill',
        outcome: 'off',
        at: null,
        passedAt: null,
        host: null,
        step: null,
        findings: [],
        seconds: null,
      },
    ],
  },
  clock: { state: 'good', differenceSeconds: -0.25 },
}
const backedUp = (backups: Partial<NonNullable<System['backups']>>): System => ({
  ...healthy,
  backups: { state: 'good', folder: '/srv/backups', readable: true, newest: null, ...backups },
})
const failed: System = {
  ...healthy,
  jobs: {
    ...healthy.jobs,
    state: 'look',
    failed: {
      count: 60,
      first: [
        {
          id: '7',
          name: 'send_invitation',
          attempts: 1,
          failedAt: at,
          reason: 'address_refused',
          codes: '550 5.1.1',
        },
      ],
    },
  },
  certificate: { state: 'look', host: 'terazi.example.com', found: null },
}

let shown: System | undefined
const retried: string[] = []
serveCalls(({ name, params }) => {
  if (name === 'getSystem' && shown) return Response.json(shown)
  if (name !== 'retryJob') return problem('service_unavailable')
  retried.push(params.jobId ?? '')
  shown = healthy
  return new Response(null, { status: 204 })
})

const open = () =>
  draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SystemPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('says that all is well, and leaves out what there is not', async () => {
  shown = healthy
  await open()
  await screen.findByText(/Everything is fine/)
  expect(screen.getAllByText('Good')).toHaveLength(8)
  screen.getByText('12 of 60')
  screen.getByText('50 GB of 100 GB free')
  screen.getByText('Nothing has failed')
  expect(screen.queryByRole('heading', { name: 'Certificate' })).toBeNull()
})

it('says first that a restored installation is on hold, and how to end it', async () => {
  shown = { ...healthy, held: { state: 'bad', since: at, takenAt: '2026-11-29T00:40:00.000Z' } }
  await open()
  await screen.findByText(/1 part needs a look/)
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toBe('On hold after a restore')
  screen.getByText('Run “terazi activate” on the server')
})

it('shows the newest backup, or why there is none', async () => {
  const newest = { takenAt: at, ageSeconds: 7200, bytes: 3 * 1024 ** 3, encrypted: true }
  shown = backedUp({ newest })
  await open()
  await screen.findByText('/srv/backups')
  screen.getByText('2 hrs')
  screen.getByText('3 GB')
  screen.getByText('Yes')
  cleanup()
  shown = backedUp({ newest: { ...newest, encrypted: false } })
  await open()
  await screen.findByText(/No: everybody/)
  cleanup()
  shown = backedUp({ state: 'look' })
  await open()
  await screen.findByText('There is none yet.')
  cleanup()
  shown = backedUp({ state: 'bad', readable: false })
  await open()
  await screen.findByText('The folder can’t be read.')
  cleanup()
  shown = backedUp({ state: 'look', folder: null })
  await open()
  await screen.findByText('No backups are made. Set BACKUP_DIR.')
  screen.getByText(/1 part needs a look/)
})

it('says what failed and why, and tries it again', async () => {
  shown = failed
  await open()
  await screen.findByText(/2 parts need a look/)
  screen.getByText('Email: invitation')
  screen.getByText('The mail server refused the address. (550 5.1.1)')
  screen.getByText(/These are the newest 1\./)
  screen.getByText('The address didn’t answer. Asked again in a minute.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again: Email: invitation' }))
  await screen.findByText('Nothing has failed')
  expect(retried).toEqual(['7'])
})

it('says that it could not be loaded, with a way to ask again', async () => {
  shown = undefined
  await open()
  await screen.findByText('Failed to load the system’s state')
})

type Proof = System['proofs']['list'][number]

it('says of a proof that failed which step it was, what was wrong and when it passed last', async () => {
  const [passed] = healthy.proofs.list
  if (passed === undefined) throw new Error('no proof')
  const differs = { code: 'differs' as const, what: 'scales.verbal.raw', expected: '12', found: '11' }
  const broken: Proof = { ...passed, state: 'bad', outcome: 'failed', step: 'score', findings: [differs] }
  const drill: Proof = {
    ...passed,
    state: 'look',
    proof: 'restore_drill',
    outcome: 'impossible',
    passedAt: null,
    step: 'restore',
    findings: [{ code: 'encrypted' }],
  }
  shown = { ...healthy, proofs: { state: 'bad', list: [broken, drill] } }
  await open()
  await screen.findByText('1 part needs a look. As of', { exact: false })
  screen.getByText(/^Failed on .* Last passed on /)
  screen.getByText('scales.verbal.raw: expected 12, found 11.')
  screen.getByText('Scores')
  screen.getByText(/^Not possible here .* It has never passed\.$/)
  screen.getByText(/can’t read encrypted backups/)
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { exampleClient } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { NewRegistrationPanel } from './NewRegistrationPanel.tsx'

const { id } = exampleClient
const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const open = { id: idOf(1), code: 'MYT', name: 'Work style' }
const closed = { id: idOf(2), code: 'SCL90', name: 'Symptom screening' }
const answers: Record<string, unknown> = {
  getClient: exampleClient,
  listGroups: [],
  listQuotas: [open, closed].map((inventory) => ({
    inventory,
    availableQuantity: 99,
    used: 0,
    reserved: 0,
    purchased: 99,
    enabled: true,
    itemCount: 90,
    low: false,
  })),
  listInventories: [open, closed].map((inventory) => ({
    ...inventory,
    description: '',
    minutes: 15,
    itemCount: 90,
    version: 1,
    priceTiers: [],
    sensitive: inventory === closed,
  })),
  listClientInventories: [open, closed].map((inventory) => ({
    inventory,
    sensitive: inventory === closed,
    sensitiveScales: [],
    enabled: true,
    purpose: '',
    legalBasis: null,
    forCandidates: false,
    enabledAt: null,
    enabledBy: null,
    recipients: [],
    clinicianId: null,
    running: { people: 0, candidates: 0 },
  })),
}
serveCalls(({ name }) =>
  name === 'openRegistration'
    ? Response.json(
        {
          type: 'urn:terazi:problem:client_not_active',
          title: 'Conflict',
          status: 409,
          code: 'client_not_active',
          message: 'Not active yet.',
          requestId: 'r1',
        },
        { status: 409 },
      )
    : Response.json(answers[name]),
)
const seen = vi.fn()

beforeAll(async () => {
  HTMLElement.prototype.scrollIntoView = seen
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['registrations', 'participants', 'invite', 'access'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

it('offers no test that is closed to candidates, and brings a failure into view', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NewRegistrationPanel
          client={{ value: id, label: 'Ornek' }}
          opened
          onClose={() => undefined}
          onAdded={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Enabled for employees only. People who register become candidates.')
  expect(screen.getByRole('checkbox', { name: /Symptom screening/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: /Work style/ }))
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Kapı 2' } })
  fireEvent.change(screen.getByLabelText(/^Last day to register/), { target: { value: '26.12.2999' } })
  expect(screen.getByLabelText<HTMLInputElement>(/^Due date/).value).toContain('3000')
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Not active yet.')
  expect(seen.mock.contexts.map((shown) => Object(shown).textContent)).toContainEqual(
    expect.stringContaining('Not active yet.'),
  )
})

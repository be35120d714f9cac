// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getBilling, updateBilling } from '#contract/billing.ts'
import { exampleClient } from '#test/support/client.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { EditCompany } from './EditCompany.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const record = {
  ...exampleClient,
  id,
  name: 'Anadolu Gıda',
  email: 'ik@anadolu.example',
  phone: '0232 000 00 00',
}
const billing = {
  title: 'Anadolu Gıda A.Ş.',
  taxOffice: 'Kemeraltı',
  taxNumber: '4540536920',
  name: '',
  surname: '',
  identityNumber: '',
  address: 'Fevzi Paşa Bulvarı No: 12',
  district: 'Konak',
  city: 'İzmir',
  country: 'Türkiye',
  email: 'muhasebe@anadolu.example',
  phone: '0232 000 00 00',
}
const stored = { billing, updatedAt: '2026-01-01T00:00:00Z' }
const half = 'We saved your name, email and phone. Your tax and billing details aren’t saved yet.'

let refusals: Response[]
const arrived = serveCalls(({ entry }) => {
  if (entry === getBilling) return Response.json(stored)
  if (entry === updateBilling) return refusals.shift() ?? Response.json(stored)
  return Response.json(record)
})
const sent = () =>
  arrived.filter(({ method }) => method !== 'GET').map(({ name, body }) => [name, Object(body).email])

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['company', 'validation'])
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

async function toReview() {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  const router = createMemoryRouter([
    { path: '/', element: <EditCompany client={{ value: id, label: record.name }} /> },
    { path: '*', element: <h1>elsewhere</h1> },
  ])
  await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  for (const _ of ['company', 'billing']) {
    const forward = await screen.findByRole('button', { name: 'Continue' })
    fireEvent.click(forward)
  }
  await screen.findByRole('button', { name: 'Save details' })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save details' }))

it('says what is saved and what is not when the second half is refused, and takes it back once all is saved', async () => {
  refusals = [problem('internal_error', { message: 'Something went wrong.', requestId: 'r-7' })]
  await toReview()
  expect(screen.queryByText(half)).toBeNull()
  save()
  await screen.findByText(half)
  expect(screen.getByText('Couldn’t save your tax and billing details')).toBeDefined()
  expect(screen.getByText('r-7')).toBeDefined()
  save()
  await screen.findByText('elsewhere')
  expect(sent()).toEqual([
    ['updateClient', 'ik@anadolu.example'],
    ['updateBilling', 'muhasebe@anadolu.example'],
    ['updateClient', 'ik@anadolu.example'],
    ['updateBilling', 'muhasebe@anadolu.example'],
  ])
})

it('leads to the field of the refused half, by its own name', async () => {
  refusals = [problem('invalid_request', { message: { email: ['This address takes no mail.'] } })]
  await toReview()
  save()
  await screen.findByText('This address takes no mail.')
  expect(screen.getByText(half)).toBeDefined()
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')].map((input) =>
    input.getAttribute('name'),
  )
  await waitFor(() => expect(wrong).toEqual(['billing.email']))
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { EditCompany } from './EditCompany.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const record = { id, name: 'Anadolu Gıda', email: 'ik@anadolu.example', phone: '0232 000 00 00' }
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
const half = 'Name, email and phone number are saved. The tax and billing details are not saved yet.'

let refusals: Response[]
const sent: string[] = []

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['company', 'validation'])
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json(url.includes('billing') ? { billing } : record)
    sent.push(`${url.includes('billing') ? 'billing' : 'client'} ${JSON.parse(body ?? '{}').email}`)
    if (!url.includes('billing')) return Response.json(record)
    return refusals.shift() ?? Response.json({ billing })
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
  sent.length = 0
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
  await screen.findByRole('button', { name: 'Save the details' })
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save the details' }))

it('says what is saved and what is not when the second half is refused, and takes it back once all is saved', async () => {
  refusals = [
    Response.json(
      { code: 'internal_error', message: 'Something went wrong.', requestId: 'r-7' },
      { status: 500 },
    ),
  ]
  await toReview()
  expect(screen.queryByText(half)).toBeNull()
  save()
  await screen.findByText(half)
  expect(screen.getByText('The tax and billing details could not be saved')).toBeDefined()
  expect(screen.getByText('r-7')).toBeDefined()
  save()
  await screen.findByText('elsewhere')
  expect(sent).toEqual([
    'client ik@anadolu.example',
    'billing muhasebe@anadolu.example',
    'client ik@anadolu.example',
    'billing muhasebe@anadolu.example',
  ])
})

it('leads to the field of the refused half, by its own name', async () => {
  refusals = [
    Response.json(
      { code: 'invalid_request', message: { email: ['This address takes no mail.'] } },
      { status: 400 },
    ),
  ]
  await toReview()
  save()
  await screen.findByText('This address takes no mail.')
  expect(screen.getByText(half)).toBeDefined()
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')].map((input) =>
    input.getAttribute('name'),
  )
  await waitFor(() => expect(wrong).toEqual(['billing.email']))
})

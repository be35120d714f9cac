// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { exampleClient } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { EditClientPanel } from './EditClientPanel.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const before = {
  ...exampleClient,
  id,
  name: 'Işık Tekstil',
  email: 'ik@isik.example',
  phone: '0212 000 00 00',
  role: 'admin' as const,
}
const arrived = serveCalls(() => Response.json(before))

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['clients', 'common', 'account'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

function Page() {
  const [client, setClient] = useState(before)
  return (
    <>
      <button type="button" onClick={() => setClient({ ...before, phone: '0212 999 99 99' })}>
        saved elsewhere
      </button>
      <EditClientPanel client={client} opened onClose={() => undefined} />
    </>
  )
}

it('sends what was changed in the form, and takes nothing back that was saved elsewhere meanwhile', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  const email = await screen.findByLabelText(/^Email/)
  fireEvent.click(screen.getByRole('button', { name: 'saved elsewhere', hidden: true }))
  fireEvent.change(email, { target: { value: 'insan@isik.example' } })
  const form = email.closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  await waitFor(() => expect(arrived.map(({ body }) => body)).toEqual([{ email: 'insan@isik.example' }]))
})

it('marks as required what must be filled in, and nothing else', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  const required = (name: RegExp) => screen.getByLabelText(name).getAttribute('aria-required')
  await screen.findByLabelText(/^Email/)
  expect([required(/^Organisation name/), required(/^Email/), required(/^Phone/)]).toEqual(
    Array(3).fill('true'),
  )
  expect(screen.getByLabelText('Support contact optional').hasAttribute('aria-required')).toBe(false)
})

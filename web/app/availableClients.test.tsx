// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { getClient } from '#contract/clients.ts'
import { exampleClient } from '#test/support/client.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { draw } from '../ui/testRender.tsx'
import { anonymous, clearSession, storeSession } from './auth.ts'
import { useAvailableClients } from './availableClients.ts'
import { ClientGate } from './ClientGate.tsx'
import { selectClient, useSelectedClient } from './clientSelection.ts'
import { setLanguage, startTranslations } from './i18n.ts'
import { queryClient } from './queryClient.ts'

const id = '01890000-0000-7000-8000-000000000001'
const one = () =>
  Response.json({
    count: 1,
    next: null,
    previous: null,
    results: [{ ...exampleClient, id, name: 'Yeni Ad A.Ş.' }],
  })
let answer = one
serveCalls(({ entry }) => (entry === getClient ? Response.json({ ...exampleClient, id }) : answer()))
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

it('says that the list could not be fetched and why, and fetches it again', async () => {
  await startTranslations()
  await setLanguage('en')
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  answer = () => problem('too_many_requests', { message: 'Too many requests.' })
  await draw(
    <QueryClientProvider client={queryClient}>
      <ClientGate>{(client) => <p>{client.label}</p>}</ClientGate>
    </QueryClientProvider>,
  )
  await screen.findByText('Failed to fetch clients')
  screen.getByText('Too many requests.')
  answer = one
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Yeni Ad A.Ş.')
})

it('shows the name that somebody else has given the chosen client since', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient({ value: id, label: 'Eski Ad A.Ş.' })
  const { result } = renderHook(
    () => {
      useAvailableClients()
      return useSelectedClient()
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )
  await waitFor(() => expect(result.current).toEqual({ value: id, label: 'Yeni Ad A.Ş.' }))
})

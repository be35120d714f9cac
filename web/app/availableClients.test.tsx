// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { exampleClient } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from './auth.ts'
import { useAvailableClients } from './availableClients.ts'
import { selectClient, useSelectedClient } from './clientSelection.ts'
import { queryClient } from './queryClient.ts'

const id = '01890000-0000-7000-8000-000000000001'
serveCalls(() =>
  Response.json({
    count: 1,
    next: null,
    previous: null,
    results: [{ ...exampleClient, id, name: 'Yeni Ad A.Ş.' }],
  }),
)
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
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

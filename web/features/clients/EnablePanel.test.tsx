// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Client } from '#contract/clients.ts'
import type { ClientInventory } from '#contract/enablements.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { EnablePanel } from './EnablePanel.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const reader = { userId: id, name: 'Gülşen Işık', email: 'ik@isik.example' }
const one: ClientInventory = {
  inventory: { id, code: 'SCL90', name: 'Symptom screening' },
  sensitive: true,
  sensitiveScales: [],
  enabled: true,
  legalBasis: 'İşyeri hekiminin raporu',
  enabledAt: null,
  enabledBy: null,
  recipients: [reader],
}
const nobody = 'Please select at least one manager'

let arrive: (response: Response) => void
const sent: string[] = []

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['clients'])
  vi.stubGlobal('fetch', (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET')
      return new Promise<Response>((resolve) => {
        arrive = resolve
      })
    sent.push(...JSON.parse(body ?? '{}').recipientIds)
    return Promise.resolve(Response.json(one))
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

it('says of nobody that they are missing before it is known who there is', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <EnablePanel client={{ id } as Client} one={one} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const form = (await screen.findByLabelText(/^Legal basis/)).closest('form')
  if (form === null) throw new Error('no form')
  fireEvent.submit(form)
  expect([screen.queryByText(nobody), sent]).toEqual([null, []])

  arrive(Response.json({ results: [reader], count: 1, next: null, previous: null }))
  await screen.findByRole('checkbox', { name: reader.name })
  fireEvent.submit(form)
  await waitFor(() => expect(sent).toEqual([id]))
  expect(screen.queryByText(nobody)).toBeNull()
})

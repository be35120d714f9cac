// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { WhatsAppQueue } from './WhatsAppQueue.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['person', 'ui'])
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

it('makes the link of one person after the other, and names tests and due date in the message', async () => {
  storeSession('secret', { ...anonymous, id: 'u1' }, true)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = String(input instanceof Request ? input.url : input)
    asked.push(url.split('/people/')[1]?.split('/')[0] ?? '')
    const link = { url: 'https://terazi.test/magic-link/a/b', expiresAt: '2026-12-01T00:00:00Z' }
    return Response.json({ ...link, tests: 2, dueDate: '2026-11-30' }, { status: 201 })
  })
  const people = [
    { membershipId: 'm1', name: 'Ayşe', phone: '0532 604 18 27' },
    { membershipId: 'm2', name: 'Can', phone: '0533 604 18 28' },
  ]
  await draw(
    <QueryClientProvider client={queryClient}>
      <WhatsAppQueue
        client={{ value: 'c1', label: 'Anadolu Gıda' }}
        locale="en"
        people={people}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  const link = () => screen.findByRole<HTMLAnchorElement>('link', { name: 'Open WhatsApp' })
  const first = new URL((await link()).href)
  expect(first.pathname).toBe('/905326041827')
  expect(first.searchParams.get('text')).toContain('2 tests, the first by ')
  expect(asked).toEqual(['m1'])
  fireEvent.click(await link())
  await screen.findByText('Can')
  await vi.waitFor(async () => expect((await link()).href).toContain('905336041828'))
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByText(/That was everyone/)
  expect(asked).toEqual(['m1', 'm2'])
})

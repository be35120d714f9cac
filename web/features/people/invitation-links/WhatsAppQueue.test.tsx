// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { WhatsAppQueue } from './WhatsAppQueue.tsx'

const [client, first, second] = [1, 2, 3].map((at) => `01890000-0000-7000-8000-00000000000${at}`) as [
  ...[string, string, string],
]
const arrived = serveCalls(() => {
  const link = { url: 'https://terazi.test/magic-link/a/b', expiresAt: '2026-12-01T00:00:00Z' }
  return Response.json({ ...link, tests: 2, dueDate: '2026-11-30' }, { status: 201 })
})
const asked = () => arrived.map(({ params }) => params.membershipId)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['person', 'ui'])
})
afterEach(() => {
  cleanup()
  clearSession()
})

it('makes the link of one person after the other, and names tests and due date in the message', async () => {
  storeSession('secret', { ...anonymous, id: 'u1' }, true)
  const people = [
    { membershipId: first, name: 'Ayşe', phone: '0532 604 18 27' },
    { membershipId: second, name: 'Can', phone: '0533 604 18 28' },
  ]
  await draw(
    <QueryClientProvider client={queryClient}>
      <WhatsAppQueue
        client={{ value: client, label: 'Anadolu Gıda' }}
        locale="en"
        people={people}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  const link = () => screen.findByRole<HTMLAnchorElement>('link', { name: 'Open WhatsApp' })
  const opened = new URL((await link()).href)
  expect(opened.pathname).toBe('/905326041827')
  expect(opened.searchParams.get('text')).toContain('2 tests, the first by ')
  expect(asked()).toEqual([first])
  fireEvent.click(await link())
  await screen.findByText('Can')
  await vi.waitFor(async () => expect((await link()).href).toContain('905336041828'))
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByText(/That was everyone/)
  expect(asked()).toEqual([first, second])
})

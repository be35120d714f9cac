// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '#contract/people.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

const person = {
  ...{ userId: 'u2', name: 'Fatma', email: '', type: 'employee' },
  assignments: { assigned: 2, pending: 2, completed: 0 },
} as unknown as Person

let answer: () => Response

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['clients', 'common'])
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

async function open() {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <RemoveDialog client={{ id: 'c1', name: 'Işık' }} person={person} onClose={() => undefined} />
    </QueryClientProvider>,
  )
}

it('says what the server counted', async () => {
  answer = () => Response.json({ cancelled: 1, unitsBack: 1 })
  await open()
  await screen.findByText(/Their 1 pending test is cancelled and 1 unit goes back\./)
})

it('says that it could not be counted, in place of a number from an older list', async () => {
  answer = () => Response.json({ code: 'forbidden', message: 'No.' }, { status: 409 })
  await open()
  await screen.findByText(/The pending tests could not be counted\./)
  expect(screen.queryByText(/2 pending tests/)).toBeNull()
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '#contract/people.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

const clientId = '01890000-0000-7000-8000-000000000001'
const userId = '01890000-0000-7000-8000-000000000002'
const person = {
  userId,
  name: 'Fatma',
  email: '',
  type: 'employee',
  assignments: { assigned: 2, pending: 2, completed: 0 },
} as unknown as Person

let answer: () => Response
serveCalls(() => answer())

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['clients', 'common'])
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
      <RemoveDialog client={{ id: clientId, name: 'Işık' }} person={person} onClose={() => undefined} />
    </QueryClientProvider>,
  )
}

it('says what the server counted', async () => {
  answer = () => Response.json({ name: 'Fatma', role: 'employee', cancelled: 1, unitsBack: 1 })
  await open()
  await screen.findByText(/Their 1 pending test is cancelled and 1 unit is returned\./)
})

it('says that it could not be counted, in place of a number from an older list', async () => {
  answer = () => problem('not_found')
  await open()
  await screen.findByText(/Couldn’t count the pending tests\./)
  expect(screen.queryByText(/2 pending tests/)).toBeNull()
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Client } from '#contract/clients.ts'
import { findOtherNames, inviteEmails } from '#contract/people.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import type { Tab } from '../page/tabs.ts'
import { InvitePanel } from './InvitePanel.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const person = { email: 'ali@isik.example', name: 'Ali', phone: '', staffNumber: '', row: 1 }

const outcome = { created: [{ ...person, userId: id, membershipId: id }], existing: [], failed: [] }
let otherNames: { row: number; name: string }[] = []
const arrived = serveCalls(({ entry }) =>
  Response.json(entry === inviteEmails ? outcome : entry === findOtherNames ? otherNames : []),
)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['access', 'clients', 'common'])
})
afterEach(() => {
  otherNames = []
  cleanup()
  clearSession()
  queryClient.clear()
})

async function invite(tab: Tab, action: string) {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <InvitePanel client={{ id } as Client} tab={tab} opened onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const panel = await screen.findByRole('dialog')
  fireEvent.change(within(panel).getByLabelText(/^Full name/), { target: { value: person.name } })
  fireEvent.change(within(panel).getByLabelText(/^Email/), { target: { value: person.email } })
  fireEvent.click(within(panel).getByRole('button', { name: action }))
  return panel
}

it.each([
  ['managers', 'Invite', '1 person invited'],
  ['candidates', 'Add', '1 person added. The email goes out with their first test.'],
] satisfies [Tab, string, string][])('says of %s what really goes out', async (tab, action, words) => {
  const panel = await invite(tab, action)
  await within(panel).findByText(words)
  expect(within(panel).queryByText('1 person invited') === null).toBe(tab !== 'managers')
})

it('asks first where the person is registered under another name', async () => {
  otherNames = [{ row: 0, name: 'Veli Kaya' }]
  const panel = await invite('managers', 'Invite')
  await screen.findByText(/registered as Veli Kaya/)
  expect(arrived.filter(({ entry }) => entry === inviteEmails)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Same person, go on' }))
  await within(panel).findByText('1 person invited')
})

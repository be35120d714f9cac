// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { invitePerson } from '#contract/invitations.ts'
import { findOtherNames } from '#contract/people.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import access from '../../../../locales/en/access.json' with { type: 'json' }
import person from '../../../../locales/en/person.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import { NewPersonPanel } from './NewPersonPanel.tsx'

const id = '01900000-0000-7000-8000-000000000001'
let names: () => Response
const arrived = serveCalls(({ entry }) => {
  if (entry === findOtherNames) return names()
  if (entry === invitePerson)
    return Response.json({ outcome: 'existing', reason: null, userId: id, membershipId: id, link: null })
  return Response.json([])
})
const sent = () => arrived.filter(({ entry }) => entry === invitePerson).map(({ body }) => body)

beforeEach(async () => {
  names = () => Response.json([])
  await startWords()
  for (const [name, words] of Object.entries({ access, person })) i18next.addResourceBundle('en', name, words)
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function add(onAdded: () => void) {
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <NewPersonPanel
        client={{ value: id, label: 'Ornek' }}
        role={'candidate' as const}
        opened
        onClose={() => undefined}
        onAdded={onAdded}
      />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText(/^Full name/), { target: { value: 'Ayşe Ak' } })
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: 'a@x.test' } })
  press('Add')
}

it('asks before it adds someone who is registered under another name', async () => {
  names = () => Response.json([{ row: 0, name: 'Veli Kaya' }])
  const onAdded = vi.fn()
  await add(onAdded)
  await screen.findByText(/registered as Veli Kaya/)
  expect(sent()).toEqual([])
  const question = screen.getByRole('dialog', { name: 'Is this the same person?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/registered as Veli Kaya/)).toBeNull())
  expect(sent()).toEqual([])
  press('Add')
  await screen.findByText(/registered as Veli Kaya/)
  press('Same person, go on')
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(id))
  expect(sent()).toMatchObject([{ name: 'Ayşe Ak', email: 'a@x.test' }])
})

it('adds at once where no other name is registered', async () => {
  const onAdded = vi.fn()
  await add(onAdded)
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith(id))
})

it('adds nobody where it could not ask', async () => {
  names = () => problem('too_many_requests', {}, { 'retry-after': '30' })
  await add(() => undefined)
  await screen.findByText('Error inviting user')
  expect(sent()).toEqual([])
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { forgetSelectedClient, selectClient } from '../../../app/clientSelection.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ShareButton } from './ShareButton.tsx'

const clientId = '01890000-0000-7000-8000-000000000001'
const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const url = 'https://terazi.test/s/secret-en'
const arrived = serveCalls(() => Response.json({ id: clientId, url, pin: '012345' }, { status: 201 }))

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['shares', 'assignments', 'common', 'ui'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

async function see(reports: number, chosen = reports) {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  const ids = Array.from({ length: reports }, (_, at) => idOf(at))
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ShareButton clientId={clientId} assignmentIds={ids} chosen={chosen} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const share = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Share' })
async function choose(label: string, option: string) {
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

it('asks for the legal ground outside the organisation, and shows the PIN once', async () => {
  await see(2, 3)
  fireEvent.click(share())
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('2 reports are shared. 1 chosen report can’t be shared and is left out.')
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Recipient' }), {
    target: { value: 'Tuncay Uslu' },
  })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Outside' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create link' }))
  await screen.findByText('Choose a legal ground')
  await screen.findByText('Choose a purpose')
  expect(arrived).toEqual([])
  await choose('Legal ground', 'Explicit consent of the person')
  await choose('Purpose', 'Hiring or placing people')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create link' }))
  await screen.findByText('The PIN is shown only now')
  screen.getByText(url)
  screen.getByText('012 345')
  expect(arrived.map(({ name, body }) => [name, body])).toEqual([
    [
      'createShare',
      {
        assignmentIds: [idOf(0), idOf(1)],
        recipient: 'Tuncay Uslu',
        outside: 'consent',
        purpose: 'placement',
        show: 'scores',
        days: 7,
        locale: 'en',
      },
    ],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('012 345')).toBeNull())
})

it('shares fifty reports at most', async () => {
  await see(51)
  expect([share().disabled, share().title]).toEqual([true, 'At most 50 reports at once'])
})

it('is not there before it is known that its reader may share', async () => {
  selectClient({ value: clientId, label: 'Örnek' })
  await see(2)
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  forgetSelectedClient()
})

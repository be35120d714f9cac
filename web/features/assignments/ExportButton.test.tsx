// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { ExportButton } from './ExportButton.tsx'
import { useListParams } from './useAssignments.ts'

const clientId = '01890000-0000-7000-8000-000000000001'
const arrived = serveCalls(() => new Response('a', { headers: { 'content-type': 'text/csv' } }))

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['assignments', 'common'])
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

const Page = () => <ExportButton clientId={clientId} params={useListParams()} />

it('asks what a file of results is for, makes none where that is cancelled, and sends the purpose', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/?status=completed']}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Export results' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
    return within(await screen.findByRole('dialog', { name: 'What is this file for?' }))
  }
  fireEvent.click((await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const dialog = await ask()
  const take = dialog.getByRole('button', { name: 'Download file' })
  expect(take).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByLabelText('Purpose', { selector: 'input' }))
  fireEvent.click(screen.getByRole('option', { name: 'Legal claim or authority', hidden: true }))
  fireEvent.click(take)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(arrived.map(({ name }) => name)).toEqual(['resultsCsv']))
  expect(Object.fromEntries(arrived[0]?.query ?? [])).toEqual({ status: 'completed', purpose: 'claim' })
})

// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { boardRow } from '#test/support/board.ts'
import { exampleClient } from '#test/support/client.ts'
import { noAnswer, serveCalls } from '#test/support/serve-calls.ts'
import { testDay } from '#test/support/test-day.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { forgetSelectedClient, selectClient } from '../../app/clientSelection.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import LivePage from '../test-days/board/LivePage.tsx'

const { id } = testDay()
const arrived = serveCalls(({ name }) => {
  if (name === 'liveBoard')
    return Response.json({ serverTime: '2026-11-26T10:31:00Z', rows: [boardRow()], count: 1 })
  if (name === 'getTestDay') return Response.json(testDay())
  if (name === 'getClient') return Response.json({ ...exampleClient, id })
  if (name === 'listClients')
    return Response.json({ count: 1, next: null, previous: null, results: [{ ...exampleClient, id }] })
  return name === 'clientEvents' ? noAnswer() : Response.json([])
})

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['board', 'assignments', 'accommodations', 'common'])
})
afterEach(() => {
  cleanup()
  clearSession()
  forgetSelectedClient()
  queryClient.clear()
})

it('follows what the list was filtered by, and leads back to that list', async () => {
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient({ value: id, label: 'Örnek' })
  const filters = `status=in_progress&testDay=${id}&search=ay`
  await draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/manager/assignments/live?${filters}&find=ay`]}>
        <LivePage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /Ayşe Demir/ })
  await screen.findByText('Kapı 2, 26 Nov 2026')
  const queries = () => arrived.filter(({ name }) => name === 'liveBoard').map(({ query }) => query)
  expect(Object.fromEntries(queries()[0] ?? [])).toEqual({ status: 'in_progress', testDay: id, search: 'ay' })
  expect(screen.getByRole('link', { name: 'Assignments' }).getAttribute('href')).toBe(
    `/manager/assignments?${filters}`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Search' }))
  await waitFor(() => expect(queries().at(-1)?.get('search')).toBeNull())
})

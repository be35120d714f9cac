// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createAssignments } from '#contract/assigning.ts'
import { getClient, listClients } from '#contract/clients.ts'
import { exampleClient } from '#test/support/client.ts'
import { examplePrices } from '#test/support/example-order.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { api } from '../../app/api.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { paths } from '../../app/paths.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { QuotaShortage } from '../quota/QuotaShortage.tsx'
import PurchasePage from './PurchasePage.tsx'

const { id: clientId, name } = exampleClient
const [ayt] = examplePrices.tests
const myt = { id: '01890000-0000-7000-8000-000000000005', code: 'MYT', name: 'MYT' }
const tests = ayt ? [ayt, { ...ayt, inventory: myt }] : []
const inventories = [
  { id: ayt?.inventory.id, code: 'AYT', needed: 5, left: 2 },
  { id: myt.id, code: 'MYT', needed: 5, left: 1 },
]

serveCalls(({ entry }) => {
  if (entry === createAssignments) return problem('quota_exceeded', { inventories })
  if (entry === listClients)
    return Response.json({ count: 1, next: '', previous: '', results: [exampleClient] })
  return Response.json(entry === getClient ? exampleClient : { ...examplePrices, tests })
})

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['orders', 'dashboard'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

it('fills in what is missing of each test that a refusal named', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  selectClient({ value: clientId, label: name })
  const inventoryIds = inventories.map(({ id = '' }) => id)
  const body = { userIds: [clientId], inventoryIds, description: 'Alım' }
  const refused = await api(createAssignments, { params: { clientId }, body }).catch((error: Error) => error)
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <QuotaShortage refused error={refused instanceof Error ? refused : null} goBack={() => null} />
      ),
    },
    { path: paths.purchase, element: <PurchasePage /> },
  ])
  await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  screen.getByRole('link').click()
  const quantityOf = async (test: string) =>
    (await screen.findByRole<HTMLInputElement>('textbox', { name: `Quantity of ${test}` })).value
  expect([await quantityOf('AYT'), await quantityOf('MYT')]).toEqual(['3', '4'])
})

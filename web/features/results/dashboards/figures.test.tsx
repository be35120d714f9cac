// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, it } from 'vitest'
import dashboard from '../../../../locales/en/dashboard.json' with { type: 'json' }
import { draw, startWords } from '../../../ui/testRender.tsx'
import { QuotaLeft } from './QuotaLeft.tsx'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'dashboard', dashboard)
})
afterEach(cleanup)

it('quota says in words how long it lasts and what is reserved', async () => {
  const inventory = { id: 'i1', code: 'MYT', name: 'MYT' }
  const quota = {
    inventory,
    availableQuantity: 3,
    used: 97,
    reserved: 0,
    purchased: 100,
    enabled: true,
    itemCount: 164,
    low: true,
  }
  const show = async (daysLeft: number | null, availableQuantity = 3, reserved = 0) => {
    cleanup()
    await draw(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <QuotaLeft clientId="c1" quotas={[{ ...quota, availableQuantity, reserved, daysLeft }]} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }
  await show(0)
  screen.getByText('Lasts less than a day at this pace')
  await show(0, 0)
  screen.getByText('Quota is used up')
  await show(0, 0, 40)
  screen.getByText('No quota left to assign')
  screen.getByText('40 reserved for registration links')
  await show(1)
  screen.getByText('Lasts 1 day at this pace')
})

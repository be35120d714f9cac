// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { exampleOrder } from '#test/support/example-order.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { Refunds } from './AdminActions.tsx'
import { DecidePayment } from './DecidePayment.tsx'

beforeAll(async () => {
  await startTranslations()
  await loadTexts(['orders'])
})
beforeEach(() => storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false))
afterEach(() => {
  cleanup()
  clearSession()
})

const open = (children: ReactNode) =>
  draw(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>)

it('names a finished refund by a noun, not by the button that makes one', async () => {
  await setLanguage('tr')
  const refund: Order['refunds'][number] = {
    id: 'r1',
    state: 'succeeded',
    amount: 120_000,
    returnedAmount: 120_000,
    quantity: 10,
    reason: '',
    createdAt: '2026-11-21T10:00:00Z',
  }
  await open(<Refunds order={{ ...exampleOrder, paymentStatus: 'paid', refunds: [refund] }} />)
  screen.getByText(/^İade · .* · yapıldı/)
})

it.each([
  ['pending', 'Find the payment in the provider’s panel first. The buyer can then pay again.'],
  ['paid', 'Find the payment in the provider’s panel first.'],
] as const)(
  'says that the buyer can pay again only while the order is pending: %s',
  async (status, words) => {
    await setLanguage('en')
    const order: Order = { ...exampleOrder, paymentStatus: status, canDecidePayment: true }
    await open(<DecidePayment order={order} onClose={() => undefined} />)
    expect((await screen.findByText(/Find the payment/)).textContent).toBe(words)
  },
)

// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { exampleOrder } from '#test/support/example-order.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { draw } from '../../ui/testRender.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderStatusPill, OrderStatusWord } from './OrderStatus.tsx'

const refundOf = (
  state: 'requested' | 'succeeded' | 'unknown',
  amount: number,
): Order['refunds'][number] => ({
  id: state,
  state,
  amount,
  returnedAmount: amount,
  quantity: 1,
  reason: '',
  createdAt: '2026-11-21T10:00:00Z',
})
const paid: Order = { ...exampleOrder, paymentStatus: 'paid', refundedAmount: 120_000 }

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['orders'])
})
afterEach(cleanup)

const rowOf = (name: string) => within(screen.getByRole('row', { name: (row) => row.startsWith(name) }))

it.each(['requested', 'unknown'] as const)(
  'says that a refund is in progress while it is %s',
  async (state) => {
    const order: Order = {
      ...paid,
      refundInProgress: true,
      refunds: [refundOf('succeeded', 20_000), refundOf(state, 100_000)],
    }
    await draw(
      <>
        <OrderStatusPill order={order} />
        <OrderStatusWord order={order} />
        <OrderLines order={order} />
      </>,
    )
    expect(screen.getAllByText('Refund in progress')).toHaveLength(3)
    rowOf('Refunded').getByText(/200\.00/)
    rowOf('Refund in progress').getByText(/1,000\.00/)
  },
)

it('calls an order refunded once its refunds are done', async () => {
  const order: Order = { ...paid, refunds: [refundOf('succeeded', 120_000)] }
  await draw(
    <>
      <OrderStatusPill order={order} />
      <OrderLines order={order} />
    </>,
  )
  expect(screen.getAllByText('Refunded')).toHaveLength(2)
  expect(screen.queryByText('Refund in progress')).toBeNull()
})

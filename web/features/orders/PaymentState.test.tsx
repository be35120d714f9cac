// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cancelOrder, getOrder, type Order } from '#contract/orders.ts'
import { getPriceList, type PriceList } from '#contract/price-list.ts'
import { exampleOrder, examplePrices } from '#test/support/example-order.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { emptyDraft } from '../people/invite/draft/draft.ts'
import { writeDraft } from '../people/invite/draft/draftStorage.ts'
import { OrderTimeline } from './OrderTimeline.tsx'
import { PaymentNote } from './PaymentNote.tsx'
import { PaymentState } from './PaymentState.tsx'

const failed: Order = {
  ...exampleOrder,
  payment: { progress: 'failed', reason: 'insufficient_funds', updatedAt: '2026-11-20T10:01:00Z' },
}
const byTransfer = 'Pay by bank transfer'

let orderAnswers: () => Response
let methods: PriceList['methods'][]
const arrived = serveCalls(({ entry }) => {
  if (entry === getOrder) return orderAnswers()
  if (entry === cancelOrder) return Response.json({ ...failed, paymentStatus: 'cancelled', canPay: false })
  const offered = methods.length > 1 ? methods.shift() : methods[0]
  return Response.json({ ...examplePrices, methods: offered })
})
const named = (entry: { name: string }) => arrived.filter(({ name }) => name === entry.name)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['payment', 'orders'])
})
beforeEach(() => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  queryClient.setDefaultOptions({ queries: { retry: false } })
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

const open = () =>
  draw(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PaymentState orderId={exampleOrder.id} />
        <PaymentNote order={failed} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('offers a bank transfer after a failed payment only where transfers are taken', async () => {
  orderAnswers = () => Response.json(failed)
  methods = [['credit_card']]
  await open()
  await screen.findByRole('button', { name: 'Pay with another card' })
  await waitFor(() => expect(named(getPriceList)).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect([screen.queryByText(byTransfer), screen.queryByText(/bank transfer/)]).toEqual([null, null])
  cleanup()
  queryClient.clear()
  methods = [['credit_card', 'eft']]
  await open()
  await screen.findByRole('button', { name: byTransfer })
  await screen.findByText(/You can also pay by bank transfer\./)
})

it('cancels nothing where transfers have stopped being taken meanwhile', async () => {
  orderAnswers = () => Response.json(failed)
  methods = [['credit_card', 'eft'], ['credit_card']]
  await open()
  fireEvent.click(await screen.findByRole('button', { name: byTransfer }))
  await waitFor(() => expect(named(getPriceList)).toHaveLength(2))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(named(cancelOrder)).toEqual([])
})

it('cancels the order and goes on to the bank transfer where transfers are taken', async () => {
  orderAnswers = () => Response.json(failed)
  methods = [['credit_card', 'eft']]
  await open()
  fireEvent.click(await screen.findByRole('button', { name: byTransfer }))
  await waitFor(() => expect(named(cancelOrder)).toHaveLength(1))
})

it('leads on to the invitation that waited for the quota, and only where one did', async () => {
  orderAnswers = () => Response.json({ ...exampleOrder, paymentStatus: 'paid', canCancel: false })
  methods = [['credit_card']]
  await open()
  await screen.findByText('Your payment has arrived')
  expect(screen.queryByRole('button', { name: 'Go on with your invitation' })).toBeNull()
  cleanup()
  writeDraft(exampleOrder.client.id, { ...emptyDraft('en'), step: 'check', pasted: 'ayse@ornek.example' })
  await open()
  await screen.findByRole('button', { name: 'Go on with your invitation' })
})

it('tells in the history why a card was declined', async () => {
  await draw(
    <OrderTimeline
      order={{
        ...failed,
        events: [
          {
            at: '2026-11-20T10:01:00Z',
            what: 'payment_declined',
            userName: '',
            reason: 'insufficient_funds',
          },
        ],
      }}
    />,
  )
  screen.getByText('The card’s limit or balance was too low.')
})

it('goes on checking when the connection fails, until the outcome is there', async () => {
  const answers = [noAnswer, noAnswer, () => Response.json({ ...exampleOrder, paymentStatus: 'paid' })]
  orderAnswers = () => (answers.shift() ?? noAnswer)()
  methods = [['credit_card']]
  await open()
  await screen.findByText('The connection failed. We keep trying. Don’t pay again.')
  screen.getByText('Checking your payment')
  await screen.findByText('Your payment has arrived', {}, { timeout: 10_000 })
  expect(named(getOrder)).toHaveLength(3)
})

it('says that there is no payment only where there is no such order', async () => {
  orderAnswers = () => problem('not_found')
  methods = [['credit_card']]
  await open()
  await screen.findByText('No payment to show')
})

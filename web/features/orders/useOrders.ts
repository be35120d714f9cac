import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  cancelOrder,
  getOrder,
  type Order,
  type OrderRow,
  type PaymentMethod,
  payOrder,
} from '#contract/orders.ts'
import { getPriceList } from '#contract/price-list.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/apiError.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { useAction, useSequence } from '../../app/useAction.ts'
import type { List } from '../../app/useList.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { writePurchase } from './purchaseDraft.ts'

export const usePriceList = (clientId: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['client', clientId, 'prices'],
    queryFn: ({ signal }) => api(getPriceList, { params: { clientId }, signal }),
    enabled,
  })

const otherMethod = ({ paymentMethod }: Order): PaymentMethod =>
  paymentMethod === 'eft' ? 'credit_card' : 'eft'

/** True if a pending order can be paid by the other method: not every platform takes both. */
export function useOtherMethodOffered(order: Order | undefined): boolean {
  const open = order?.canCancel === true
  const { data } = usePriceList(order?.client.id ?? '', { enabled: open })
  return open && data?.methods.includes(otherMethod(order)) === true
}

export type Orders = List<OrderRow, 'status' | 'paymentMethod' | 'from' | 'to'>

/** Seconds after which an order that is being checked is asked for again: quickly at first, then less often. */
const waits = [1, 1, 2, 2, 3, 5, 8, 13, 20, 30]
export const waitMs = (asked: number) => (waits[Math.min(asked, waits.length - 1)] ?? 30) * 1000

const isChecking = ({ paymentStatus, payment }: Order) =>
  paymentStatus === 'pending' && (payment?.progress === 'checking' || payment?.progress === 'open')

/** One order; while its payment is being checked, asked for again with growing pauses. */
export function useOrder(orderId: string, { follow = false } = {}) {
  return useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => api(getOrder, { params: { orderId }, signal }),
    refetchInterval: ({ state }) => {
      // An order that isn’t there will not appear. A connection or a server that fails may come back.
      const refused = state.error instanceof ApiError && [401, 403, 404].includes(state.error.status)
      const undecided = state.data === undefined || isChecking(state.data)
      return follow && undecided && !refused ? waitMs(state.dataUpdateCount + state.errorUpdateCount) : false
    },
  })
}

/** Leads on to the bank's page of an order. */
export function usePay(orderId: string) {
  const paying = useAction(payOrder, { reads: true })
  return {
    busy: paying.isPending,
    start: () =>
      paying.mutate(
        { params: { orderId }, body: {} },
        { onSuccess: ({ paymentPageUrl }) => window.location.assign(paymentPageUrl) },
      ),
  }
}

/** Puts the tests of an order into the next purchase. */
export function chooseAgain({ client, lines }: Order): void {
  selectClient({ value: client.id, label: client.name })
  writePurchase(
    client.id,
    Object.fromEntries(lines.map(({ inventory, quantity }) => [inventory.id, quantity])),
  )
}

/** Gives up an order: the same tests are ordered by the other method, so that nobody pays twice. */
export function useOtherMethod() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cancelling = useSequence(cancelOrder, async (order: Order) => {
    // Asked again: what is cancelled does not come back.
    const { methods } = await api(getPriceList, { params: { clientId: order.client.id } })
    if (!methods.includes(otherMethod(order)))
      throw new ApiError({
        status: 409,
        code: 'payment_method_unavailable',
        message: t(`orders:order.unavailable.${otherMethod(order)}`),
      })
    return api(cancelOrder, { params: { orderId: order.id } })
  })
  return {
    ...cancelling,
    mutate: (order: Order) =>
      cancelling.mutate(order, {
        onSuccess: () => {
          const method = otherMethod(order)
          chooseAgain(order)
          toast.success(t(`orders:order.movedTo.${method}`, { number: order.number }))
          void navigate(`${paths.purchasePayment}?method=${method}`)
        },
      }),
  }
}

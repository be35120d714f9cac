import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelOrder, getOrder, getPriceList, listOrders, type Order } from '#contract/orders.ts'
import { api } from '../../app/api.ts'
import { filtersBy, pageOf } from '../../app/listQuery.ts'
import { useTableParams } from '../../app/tableParams.ts'

export const usePriceList = (clientId: string) =>
  useQuery({
    queryKey: ['client', clientId, 'prices'],
    queryFn: ({ signal }) => api(getPriceList, { params: { clientId }, signal }),
  })

const filterNames = ['status', 'paymentMethod', 'from', 'to'] as const
export const useOrderParams = () => useTableParams(filterNames, '-created')
export type OrderParams = ReturnType<typeof useOrderParams>

const { ordering: orderings, status, paymentMethod, from, to } = listOrders.query.shape

/** What the address asks of an order list, as the server takes it. */
export const orderQueryOf = (params: OrderParams) => ({
  ...pageOf(params, orderings),
  ...filtersBy({ status, paymentMethod, from, to }, params.filters),
})

export function useOrders(clientId: string, params: OrderParams) {
  const query = orderQueryOf(params)
  return useQuery({
    queryKey: ['client', clientId, 'orders', query],
    queryFn: ({ signal }) => api(listOrders, { params: { clientId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

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
    refetchInterval: ({ state }) =>
      follow && (state.data === undefined || isChecking(state.data)) ? waitMs(state.dataUpdateCount) : false,
  })
}

/** What an order and everything that shows quota has to be asked for anew after. */
export function useOrderAct<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['order'] }),
        queries.invalidateQueries({ queryKey: ['orders'] }),
        queries.invalidateQueries({ queryKey: ['client'] }),
      ])
    },
  })
}

export const useCancelOrder = (orderId: string) =>
  useOrderAct(() => api(cancelOrder, { params: { orderId } }))

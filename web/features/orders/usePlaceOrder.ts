import { useNavigate } from 'react-router'
import { createOrder, type PaymentMethod, payOrder } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { orderPath } from '../../app/paths.ts'
import { useSequence } from '../../app/useAction.ts'
import { useIdempotencyKey } from '../../app/useIdempotencyKey.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { bodyOf, type Draft } from '../company/draft.ts'
import { writeDraft } from '../company/draftStorage.ts'
import { type Purchase, writePurchase } from './purchaseDraft.ts'

interface Placing {
  clientId: string
  purchase: Purchase
  method: PaymentMethod
  termsVersion: PriceList['termsVersion']
  /** Under which name what is typed is kept; it is forgotten once the order is placed. */
  draftName: string
}

/** Places the order, and leads on to it or to the bank's page. */
export function usePlaceOrder({ clientId, purchase, method, termsVersion, draftName }: Placing) {
  const navigate = useNavigate()
  const keyed = useIdempotencyKey()
  return useSequence(
    createOrder,
    async (draft: Draft) => {
      const body = {
        lines: purchase.lines.map(({ test, quantity }) => ({ inventoryId: test.inventory.id, quantity })),
        paymentMethod: method,
        billing: bodyOf(draft).billing,
        termsVersion,
        expectedTotal: purchase.totalKurus,
      }
      const order = await keyed(body, (headers) => api(createOrder, { params: { clientId }, headers, body }))
      const started =
        method === 'eft'
          ? undefined
          : await api(payOrder, { params: { orderId: order.id }, body: {} }).catch((error: Error) => {
              toast.error(errorMessage(error))
              return undefined
            })
      // This page is over. Going back from the bank leads to the order, whose page says how to go on.
      await navigate(orderPath(order.id), { replace: true })
      writePurchase(clientId, null)
      writeDraft(draftName, null)
      if (started) window.location.assign(started.paymentPageUrl)
    },
    { inline: true },
  )
}

import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { listOrders } from '#contract/orders.ts'
import { orderPath } from '../../../app/paths.ts'
import { useList } from '../../../app/useList.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { OrderList } from '../../orders/OrderList.tsx'

/** What a client has ordered. */
export function OrdersTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const orders = useList(listOrders, { params: { clientId: client.id }, ordering: '-created' })
  return (
    <Card clip>
      <OrderList of={orders} pathOf={orderPath} search={t('orders:list.search')} />
    </Card>
  )
}

import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { orderPath } from '../../../app/paths.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { OrderList } from '../../orders/OrderList.tsx'
import { useOrderParams, useOrders } from '../../orders/useOrders.ts'

/** What a client has ordered. */
export function OrdersTab({ client }: { client: Client }) {
  const { t } = useTranslation()
  const params = useOrderParams()
  const list = useOrders(client.id, params)
  return (
    <Card clip>
      <OrderList list={list} params={params} pathOf={orderPath} search={t('orders:list.search')} />
    </Card>
  )
}

import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listOrders } from '#contract/orders.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { orderPath, paths } from '../../app/paths.ts'
import { useList } from '../../app/useList.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { OrderList } from './OrderList.tsx'

/** The organisation's orders. */
export default function OrdersPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader lead={t('orders:list.lead')} actions={<Buy />} />
      <ClientGate>{(client) => <Orders key={client.value} client={client} />}</ClientGate>
    </>
  )
}

function Buy() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.purchase} variant="solid" icon={<IconPlus aria-hidden />}>
      {t('orders:purchase.title')}
    </Button>
  )
}

function Orders({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const orders = useList(listOrders, { params: { clientId: client.value }, ordering: '-created' })
  return (
    <Card clip>
      <OrderList of={orders} pathOf={orderPath} search={t('orders:list.search')} emptyActions={<Buy />} />
    </Card>
  )
}

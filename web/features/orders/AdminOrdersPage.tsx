import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { listAllOrders } from '#contract/orders.ts'
import { orderPath } from '../../app/paths.ts'
import { useList } from '../../app/useList.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { CardTabs } from '../../ui/layout/CardTabs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EftDesk } from './desk/EftDesk.tsx'
import { MonthExport } from './MonthExport.tsx'
import { OrderAlerts } from './OrderAlerts.tsx'
import { OrderList } from './OrderList.tsx'

const alerts = ['overdue', 'attention', 'in_doubt'] as const

/** The orders of all clients, and those that an admin has to look at. */
export default function AdminOrdersPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()

  const alert = alerts.find((one) => one === search.get('alert'))
  const desk = search.get('desk') === 'eft'
  const orders = useList(listAllOrders, { ordering: '-created', asks: { alert }, enabled: !desk })
  return (
    <>
      <PageHeader lead={t('orders:admin.lead')} actions={<MonthExport />} />
      <OrderAlerts />
      <Card clip>
        <CardTabs label={t('orders:admin.parts')} current={desk ? 'eft' : (alert ?? '')}>
          <Link to={{ search: '?desk=eft' }} aria-current={desk ? 'page' : undefined}>
            {t('orders:eft.tab')}
          </Link>
          <Link to={{ search: '' }} aria-current={alert || desk ? undefined : 'page'}>
            {t('orders:admin.all')}
          </Link>
          {alerts.map((one) => (
            <Link
              key={one}
              to={{ search: `?alert=${one}` }}
              aria-current={alert === one ? 'page' : undefined}
            >
              {t(`orders:admin.${one}`)}
            </Link>
          ))}
        </CardTabs>
        {desk ? (
          <EftDesk />
        ) : (
          <OrderList of={orders} pathOf={orderPath} withClient search={t('orders:admin.search')} />
        )}
      </Card>
    </>
  )
}

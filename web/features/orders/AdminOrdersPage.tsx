import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { listAllOrders } from '#contract/orders.ts'
import { api } from '../../app/api.ts'
import { orderPath } from '../../app/paths.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { CardTabs } from '../../ui/layout/CardTabs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EftDesk } from './desk/EftDesk.tsx'
import { MonthExport } from './MonthExport.tsx'
import { OrderAlerts } from './OrderAlerts.tsx'
import { OrderList } from './OrderList.tsx'
import { orderQueryOf, useOrderParams } from './useOrders.ts'

const alerts = ['overdue', 'attention', 'in_doubt'] as const

/** The orders of all clients, and those that an admin has to look at. */
export default function AdminOrdersPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const params = useOrderParams()
  const alert = alerts.find((one) => one === search.get('alert'))
  const desk = search.get('desk') === 'eft'
  const query = { ...orderQueryOf(params), alert }
  const list = useQuery({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => api(listAllOrders, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: !desk,
  })
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
          <OrderList
            list={list}
            params={params}
            pathOf={orderPath}
            withClient
            search={t('orders:admin.search')}
          />
        )}
      </Card>
    </>
  )
}

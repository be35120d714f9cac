import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { orderStatus, paymentMethod } from '#contract/orders.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { days, one } from '../../app/useList.ts'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useOrderColumns } from './useOrderColumns.tsx'
import type { Orders } from './useOrders.ts'

interface OrderListProps {
  of: Orders
  pathOf: (orderId: string) => string
  /** Names the client of each order: for operators. */
  withClient?: boolean
  search: string
  emptyActions?: ReactNode
}

/** Orders as a table, of one client or of all. */
export function OrderList({ of, pathOf, withClient = false, search, emptyActions }: OrderListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useOrderColumns(pathOf, withClient)
  return (
    <ListTable
      label={t('orders:list.title')}
      columns={columns}
      rowKey={(row) => row.id}
      of={of}
      onOpen={({ id }) => void navigate(pathOf(id))}
      search={search}
      filters={[
        one(of, 'status', {
          label: t('orders:column.status'),
          data: orderStatus.options.map((value) => ({ value, label: t(`orders:status.${value}`) })),
        }),
        one(of, 'paymentMethod', {
          label: t('orders:column.method'),
          data: paymentMethod.options.map((value) => ({ value, label: t(`orders:method.${value}`) })),
        }),
        days(of, t('orders:column.date')),
      ]}
      failed={t('orders:list.failed')}
      empty={
        <EmptyState drawing={<ListDrawing />} title={t('orders:list.empty')} actions={emptyActions}>
          {t('orders:list.emptyText')}
        </EmptyState>
      }
      noMatch={{
        title: t('orders:list.noMatch'),
        text: t('orders:list.noMatchText'),
        clearLabel: t('orders:list.clear'),
      }}
      minWidth={760}
    />
  )
}

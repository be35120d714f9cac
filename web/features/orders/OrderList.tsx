import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type OrderRow, orderStatus, paymentMethod } from '#contract/orders.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { useOrderColumns } from './useOrderColumns.tsx'
import type { OrderParams } from './useOrders.ts'

interface OrderListProps {
  list: UseQueryResult<{ count: number; results: OrderRow[] }>
  params: OrderParams
  pathOf: (orderId: string) => string
  /** Names the client of each order: for operators. */
  withClient?: boolean
  search: string
  emptyActions?: ReactNode
}

/** Orders as a table, of one client or of all. */
export function OrderList({
  list,
  params,
  pathOf,
  withClient = false,
  search,
  emptyActions,
}: OrderListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useOrderColumns(pathOf, withClient)
  return (
    <ListTable
      label={t('orders:list.title')}
      columns={columns}
      rowKey={(row) => row.id}
      list={list}
      params={params}
      onOpen={({ id }) => void navigate(pathOf(id))}
      search={search}
      toolbar={<OrderFilters params={params} />}
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

function OrderFilters({ params }: { params: OrderParams }) {
  const { t } = useTranslation()
  const { filters, setFilters } = params
  return (
    <FilterBar
      filters={[
        {
          key: 'status',
          label: t('orders:column.status'),
          kind: 'one',
          data: orderStatus.options.map((value) => ({ value, label: t(`orders:status.${value}`) })),
          chosen: filters.status,
          onChange: (status: string) => setFilters({ status }),
        },
        {
          key: 'paymentMethod',
          label: t('orders:column.method'),
          kind: 'one',
          data: paymentMethod.options.map((value) => ({ value, label: t(`orders:method.${value}`) })),
          chosen: filters.paymentMethod,
          onChange: (value: string) => setFilters({ paymentMethod: value }),
        },
        {
          key: 'days',
          label: t('orders:column.date'),
          kind: 'days',
          days: { from: filters.from, to: filters.to },
          onChange: setFilters,
        },
      ]}
      onClear={params.filtered ? params.clear : undefined}
    />
  )
}

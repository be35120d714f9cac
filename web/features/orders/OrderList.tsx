import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatDate, formatMoney, formatNumber } from '#contract/format.ts'
import { type OrderRow, orderStatus, paymentMethod } from '#contract/orders.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import type { Column } from '../../ui/table/tableTypes.ts'
import { OrderStatusWord } from './OrderStatus.tsx'
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
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const columns: Column<OrderRow>[] = [
    {
      key: 'number',
      header: t('orders:column.number'),
      name: t('orders:column.number'),
      skeleton: 120,
      cell: ({ id, number }) => <Link to={pathOf(id)}>{number}</Link>,
    },
    ...(withClient
      ? [
          {
            key: 'client',
            header: t('orders:column.client'),
            name: t('orders:column.client'),
            skeleton: 140,
            cell: ({ client }: OrderRow) => <span dir="auto">{client.name}</span>,
          },
        ]
      : []),
    {
      key: 'created',
      header: t('orders:column.date'),
      name: t('orders:column.date'),
      ordering: 'created',
      skeleton: 80,
      cell: ({ created }) => formatDate(created, i18n.language, 'Europe/Istanbul'),
    },
    {
      key: 'tests',
      header: t('orders:column.tests'),
      name: t('orders:column.tests'),
      skeleton: 160,
      cell: ({ lines }) =>
        lines
          .map(({ inventory, quantity }) => `${formatNumber(quantity, i18n.language)} ${inventory.code}`)
          .join(', '),
    },
    {
      key: 'method',
      header: t('orders:column.method'),
      name: t('orders:column.method'),
      skeleton: 80,
      cell: (order) => t(`orders:method.${order.paymentMethod}`),
    },
    {
      key: 'total',
      header: t('orders:column.total'),
      name: t('orders:column.total'),
      ordering: 'totalAmount',
      align: 'end',
      skeleton: 80,
      cell: ({ totalAmount }) => money(totalAmount),
    },
    {
      key: 'status',
      header: t('orders:column.status'),
      name: t('orders:column.status'),
      skeleton: 100,
      cell: (order) => <OrderStatusWord order={order} />,
    },
  ]
  const { filters, setFilters } = params
  return (
    <ListTable
      label={t('orders:list.title')}
      columns={columns}
      rowKey={(row) => row.id}
      list={list}
      params={params}
      onOpen={({ id }) => void navigate(pathOf(id))}
      search={search}
      toolbar={
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
      }
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

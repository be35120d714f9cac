import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatMoney, formatNumber } from '#contract/format.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Column } from '../../ui/table/tableTypes.ts'
import { OrderStatusWord } from './OrderStatus.tsx'

/** @param withClient names the client of each order: for operators */
export function useOrderColumns(
  pathOf: (orderId: string) => string,
  withClient: boolean,
): Column<OrderRow>[] {
  const { t, i18n } = useTranslation()
  return [
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
      cell: ({ totalAmount }) => formatMoney(totalAmount, i18n.language),
    },
    {
      key: 'status',
      header: t('orders:column.status'),
      name: t('orders:column.status'),
      skeleton: 100,
      cell: (order) => <OrderStatusWord order={order} />,
    },
  ]
}

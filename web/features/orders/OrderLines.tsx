import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber, formatPercent } from '#contract/format.ts'
import type { Order } from '#contract/orders.ts'
import classes from './orders.module.css'

export function OrderLines({ order }: { order: Order }) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const number = (value: number) => formatNumber(value, i18n.language)
  const refunding = order.refunds
    .filter(({ state }) => state === 'requested' || state === 'unknown')
    .reduce((sum, { amount }) => sum + amount, 0)
  const refunded = order.refundedAmount - refunding
  const sums = [
    [t('orders:summary.net'), order.netAmount],
    [t('orders:summary.tax', { rate: formatPercent(order.taxRate, i18n.language, 2) }), order.taxAmount],
    [t('orders:summary.total'), order.totalAmount],
    ...(refunded > 0 ? [[t('orders:order.refunded'), -refunded] as const] : []),
    ...(refunding > 0 ? [[t('orders:status.refunding'), -refunding] as const] : []),
  ] as const
  return (
    <table className={`full-width ${classes.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('orders:line.test')}</th>
          <th scope="col">{t('orders:line.quantity')}</th>
          <th scope="col">{t('orders:line.price')}</th>
          <th scope="col">{t('orders:line.net')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.inventory.id}>
            <th scope="row">{line.inventory.name}</th>
            <td>{number(line.quantity)}</td>
            <td>{money(line.pricePerUnit)}</td>
            <td>{money(line.netAmount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, kurus]) => (
          <tr key={label}>
            <th scope="row" colSpan={3}>
              {label}
            </th>
            <td>{money(kurus)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

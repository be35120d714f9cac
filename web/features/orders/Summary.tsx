import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber, formatPercent } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import classes from './orders.module.css'
import type { Purchase } from './purchaseDraft.ts'

interface SummaryProps {
  purchase: Purchase
  taxRate: number
  /** The way on. */
  children: ReactNode
}

/** The purchase, its price, and the balance of each test afterwards. */
export function Summary({ purchase, taxRate, children }: SummaryProps) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Card className={classes.summary ?? ''} aria-label={t('orders:summary.title')}>
      <CardHeader title={t('orders:summary.title')} />
      <CardBody>
        {purchase.lines.length === 0 ? (
          <p className="meta">{t('orders:summary.empty')}</p>
        ) : (
          <dl className={`stack gap-12 ${classes.lines}`} aria-live="polite">
            {purchase.lines.map(({ test, quantity, unitPriceKurus, netKurus }) => (
              <div className="flex split gap-12" key={test.inventory.id}>
                <dt className="muted">
                  {test.inventory.name}
                  <span className="block meta">
                    {t('orders:summary.units', { number: number(quantity), price: money(unitPriceKurus) })}
                  </span>
                  <span className="block meta">
                    {t('orders:summary.after', {
                      before: number(test.availableQuantity),
                      after: number(test.availableQuantity + quantity),
                    })}
                  </span>
                </dt>
                <dd className="num nowrap">{money(netKurus)}</dd>
              </div>
            ))}
            <div className="flex split gap-12">
              <dt className="muted">{t('orders:summary.net')}</dt>
              <dd className="num nowrap">{money(purchase.netKurus)}</dd>
            </div>
            <div className="flex split gap-12">
              <dt className="muted">
                {t('orders:summary.tax', { rate: formatPercent(taxRate, i18n.language, 2) })}
              </dt>
              <dd className="num nowrap">{money(purchase.taxKurus)}</dd>
            </div>
            <div className={`flex split align-baseline gap-12 edged-top ${classes.total}`}>
              <dt className="muted">{t('orders:summary.total')}</dt>
              <dd className="text-24 semibold num nowrap">{money(purchase.totalKurus)}</dd>
            </div>
          </dl>
        )}
        <div className={`stack gap-12 ${classes.ways}`}>{children}</div>
      </CardBody>
    </Card>
  )
}

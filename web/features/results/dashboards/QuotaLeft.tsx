import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '../../../ui/layout/Card.tsx'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import { BuyQuota } from '../../quota/BuyQuota.tsx'
import { LedgerExport } from '../../quota/LedgerExport.tsx'
import dashboard from './dashboard.module.css'
import classes from './QuotaLeft.module.css'

type Quota = ClientDashboard['quotas'][number]

/** The balance of each test, those that run out first at the top, and how long it lasts. */
export function QuotaLeft({ clientId, quotas }: { clientId: string; quotas: readonly Quota[] }) {
  const { t } = useTranslation()
  const bought = quotas.filter(({ purchased }) => purchased > 0)
  const sorted = bought.toSorted((a, b) => Number(b.low) - Number(a.low))
  return (
    <Card className={dashboard.quota}>
      <CardHeader title={t('dashboard:quota.title')} actions={<BuyQuota />} />
      <CardBody>
        {sorted.length === 0 ? (
          <p className="muted">{t('dashboard:quota.none')}</p>
        ) : (
          <ul className={`stack ${classes.quotas}`}>
            {sorted.map((quota) => (
              <OneQuota key={quota.inventory.id} quota={quota} />
            ))}
          </ul>
        )}
      </CardBody>
      <CardFooter>
        <LedgerExport clientId={clientId} label={t('dashboard:quota.ledger')} />
      </CardFooter>
    </Card>
  )
}

function OneQuota({ quota }: { quota: Quota }) {
  const { t, i18n } = useTranslation()
  const { inventory, availableQuantity, purchased, reserved, daysLeft, low } = quota
  const number = (value: number) => formatNumber(value, i18n.language)
  const figures = { available: number(availableQuantity), purchased: number(purchased) }
  return (
    <li className="stack gap-8" data-low={low || undefined}>
      <span className={`flex split align-baseline gap-12 ${classes.line}`}>
        <b>{inventory.name}</b>
        <span>
          <bdi dir="ltr">
            <b>
              <LiveText>{figures.available}</LiveText>
            </b>{' '}
            <LiveText>{`/ ${figures.purchased}`}</LiveText>
          </bdi>{' '}
          {t('dashboard:quota.left')}
        </span>
      </span>
      <ProgressBar
        value={availableQuantity}
        max={purchased}
        tone={low ? 'amber' : 'indigo'}
        label={t('dashboard:quota.figures', { name: inventory.name, ...figures })}
      />
      {reserved > 0 ? (
        <span className="meta">{t('dashboard:quota.reserved', { number: number(reserved) })}</span>
      ) : null}
      {low ? (
        <p className="row gap-8 text-13">
          <IconAlertTriangle className="rigid" size={16} stroke={1.75} aria-hidden />
          {availableQuantity === 0
            ? t(`dashboard:quota.${reserved > 0 ? 'allReserved' : 'gone'}`)
            : daysLeft === null
              ? t('dashboard:quota.low')
              : daysLeft === 0
                ? t('dashboard:quota.hours')
                : t('dashboard:quota.lasts', { count: daysLeft, number: number(daysLeft) })}
        </p>
      ) : null}
    </li>
  )
}

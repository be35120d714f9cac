import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { isLow } from '#contract/quotas.ts'
import { LoadFailure } from '../../app/LoadFailure.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Pill } from '../../ui/text/Pill.tsx'
import classes from './ledger.module.css'
import { type Offer, useOffer } from './useOffer.ts'
import { useUseOfUnits } from './useUseOfUnits.ts'

/** The balance of each inventory. */
export function Balances({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { offers, error, retry } = useOffer(clientId)
  if (error && offers === undefined)
    return (
      <Card>
        <LoadFailure of={{ error, refetch: retry }} title={t('clients:balance.failed')} />
      </Card>
    )
  return (
    <Card
      className={`stack ${classes.balances}`}
      aria-label={t('clients:balance.title')}
      aria-busy={offers === undefined}
    >
      {offers === undefined
        ? ['a', 'b', 'c', 'd'].map((key) => (
            <div key={key} className={classes.skeletonLine}>
              <span className="block tinted" />
              <b className="block text-24 semibold num tinted" />
              <small className="block text-13 faint num tinted" />
            </div>
          ))
        : offers.map((offer) => <Balance key={offer.id} {...offer} />)}
    </Card>
  )
}

function Balance({ name, enabled, ...quota }: Offer) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const low = isLow(quota)
  const useOf = useUseOfUnits()
  return (
    <div>
      <span>
        {name}
        {enabled ? null : <Pill icon={<IconLock aria-hidden />}>{t('clients:balance.notEnabled')}</Pill>}
        {enabled && low ? (
          <Pill tone="amber" icon={<IconAlertTriangle aria-hidden />}>
            {t('clients:balance.low')}
          </Pill>
        ) : null}
      </span>
      <b className="text-24 semibold num">{number(quota.available)}</b>
      <small className="text-13 faint num">{useOf(quota)}</small>
    </div>
  )
}

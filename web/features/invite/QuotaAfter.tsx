import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Well } from '../../ui/StepFrame.tsx'
import classes from './QuotaAfter.module.css'
import type { Offer } from './useOffer.ts'

interface QuotaAfterProps {
  offers: readonly Offer[]
  picked: readonly string[]
  people: number
}

/** Quota before and after: solid stays, hatched will be used. */
export function QuotaAfter({ offers, picked, people }: QuotaAfterProps) {
  const { t } = useTranslation()
  return (
    <Well title={t('invite:quota.title')}>
      {offers
        .filter(({ id }) => picked.includes(id))
        .map((offer) => (
          <OneQuota key={offer.id} offer={offer} people={people} />
        ))}
    </Well>
  )
}

function OneQuota({ offer, people }: { offer: Offer; people: number }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { available, purchased, name } = offer
  const after = available - people
  const whole = Math.max(purchased, available, people, 1)
  const stays = Math.max(0, after)
  const low = after < whole / 10
  const used = t('invite:quota.used', { count: people, number: number(people) })
  return (
    <div className={classes.one} data-low={low || undefined}>
      <div className={classes.line}>
        <b>{name}</b>
        <span className={classes.figures}>
          <bdi dir="ltr">
            {number(available)} → <b>{number(stays)}</b>
          </bdi>
        </span>
      </div>
      <span className={classes.bar} aria-hidden>
        <i style={{ inlineSize: `${(stays / whole) * 100}%` }} />
        <s style={{ inlineSize: `${(Math.min(people, available) / whole) * 100}%` }} />
      </span>
      {low ? (
        <span className={classes.warning}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {after < 0
            ? t('invite:quota.missing', { used, missing: number(-after) })
            : t('invite:quota.left', { used, left: number(after) })}
        </span>
      ) : (
        <span className="meta">{used}</span>
      )}
    </div>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Well } from '../../ui/form/StepFrame.tsx'
import classes from './QuotaAfter.module.css'
import type { Offer } from './useOffer.ts'

interface QuotaAfterProps {
  offers: readonly Offer[]
  picked: readonly string[]
  people: number
  /** Units that a test will take: one per person, unless more is known. */
  units?: (inventoryId: string) => number
  /** The number of people left out for another reason than a pending test. */
  leftOut?: (inventoryId: string) => number
  /** The units are the most that it can come to. */
  atMost?: boolean
}

/** Quota before and after: solid stays, hatched will be used. */
export function QuotaAfter({
  offers,
  picked,
  people,
  units = () => people,
  leftOut = () => 0,
  atMost = false,
}: QuotaAfterProps) {
  const { t } = useTranslation()
  return (
    <Well title={t('invite:quota.title')}>
      {offers
        .filter(({ id }) => picked.includes(id))
        .map((offer) => (
          <OneQuota
            key={offer.id}
            offer={offer}
            people={people - leftOut(offer.id)}
            units={units(offer.id)}
            atMost={atMost}
          />
        ))}
    </Well>
  )
}

interface OneQuotaProps {
  offer: Offer
  /** The people who get the test, or have it pending. */
  people: number
  units: number
  atMost: boolean
}

function OneQuota({ offer, people, units, atMost }: OneQuotaProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { available, purchased, name } = offer
  const after = available - units
  const whole = Math.max(purchased, available, units, 1)
  const stays = Math.max(0, after)
  // People with the test pending may need no unit: too few may be enough.
  const low = after < whole / 10 && !(atMost && after < 0)
  const used = t(`invite:quota.${atMost ? 'atMost' : 'used'}`, { count: units, number: number(units) })
  return (
    <div className={`stack ${classes.one}`} data-low={low || undefined}>
      <div className="flex split gap-12">
        <b>{name}</b>
        <span className={`muted num nowrap ${classes.figures}`}>
          <bdi dir="ltr">
            {number(available)} → <b>{number(stays)}</b>
          </bdi>
        </span>
      </div>
      <span className={`flex gap-2 clip ${classes.bar}`} aria-hidden>
        <i style={{ inlineSize: `${(stays / whole) * 100}%` }} />
        <s style={{ inlineSize: `${(Math.min(units, available) / whole) * 100}%` }} />
      </span>
      {low ? (
        <span className="flex align-start gap-6 text-13 ink-amber">
          <IconAlertTriangle className="rigid" size={16} stroke={1.75} aria-hidden />
          {after < 0
            ? t('invite:quota.missing', { used, missing: number(-after) })
            : t('invite:quota.left', { used, left: number(after) })}
        </span>
      ) : (
        <span className="meta">{used}</span>
      )}
      {units < people ? (
        <span className="meta">
          {t('invite:quota.waiting', { count: people - units, number: number(people - units) })}
        </span>
      ) : null}
    </div>
  )
}

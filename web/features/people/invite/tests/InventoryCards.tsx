import { Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { LoadFailure } from '../../../../app/LoadFailure.tsx'
import type { Offer, useOffer } from '../../../quota/useOffer.ts'
import classes from './InventoryCards.module.css'

interface InventoryCardsProps {
  offer: ReturnType<typeof useOffer>
  people: number
  /** Units that a test would take: one per person, unless more is known. */
  units?: (inventoryId: string) => number
  /** The units are the most that it can come to: too few may be enough. */
  atMost?: boolean
  /** Why a test can't be picked here, though it is open to the client. */
  refused?: (inventoryId: string) => string | undefined
  picked: readonly string[]
  onPick: (ids: string[]) => void
}

export function InventoryCards(props: InventoryCardsProps) {
  const { offer, people, units = () => props.people, atMost = false, refused, picked, onPick } = props
  const { t } = useTranslation()
  const { offers, error, retry } = offer
  if (error && !offers) {
    return <LoadFailure of={{ error, refetch: retry }} title={t('invite:what.failed')} />
  }
  if (!offers) {
    return (
      <div className="stack two-columns gap-12" aria-busy="true">
        <span className={`tinted rounded-lg ${classes.skeletonLine}`} />
        <span className={`tinted rounded-lg ${classes.skeletonLine}`} />
      </div>
    )
  }
  const toggle = (id: string, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((one) => one !== id))
  return (
    <fieldset className="stack two-columns gap-12">
      <legend className="sr">{t('invite:what.tests')}</legend>
      {offers.map((one) => (
        <InventoryCard
          key={one.id}
          offer={one}
          people={people}
          refused={one.enabled ? refused?.(one.id) : t('invite:what.notEnabled')}
          missing={atMost ? 0 : Math.max(0, units(one.id) - one.available)}
          picked={picked.includes(one.id)}
          onChange={(on) => toggle(one.id, on)}
        />
      ))}
    </fieldset>
  )
}

interface InventoryCardProps {
  offer: Offer
  people: number
  refused: string | undefined
  /** Units that the quota has not. */
  missing: number
  picked: boolean
  onChange: (on: boolean) => void
}

function InventoryCard({ offer, people, refused, missing, picked, onChange }: InventoryCardProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const facts = [
    t('invite:what.items', { count: offer.itemCount, number: number(offer.itemCount) }),
    ...(offer.consentItemCount > 0
      ? [
          t('invite:what.itemsWithConsent', {
            count: offer.consentItemCount,
            number: number(offer.consentItemCount),
          }),
        ]
      : []),
    t('invite:what.minutes', { count: offer.minutes, number: number(offer.minutes) }),
  ]
  return (
    <Checkbox.Card
      className={`stack align-start content-start text-14 ink text-start surface rounded-lg ${classes.card ?? ''}`}
      checked={picked}
      onChange={onChange}
      // A picked test that is closed since can still be removed.
      disabled={refused !== undefined && !picked}
      data-on={picked || undefined}
    >
      <Checkbox.Indicator className={`surface ${classes.box ?? ''}`} />
      <b>{offer.name}</b>
      <span className={`muted num nowrap ${classes.quota}`}>
        {t('invite:what.quota', { count: offer.available, number: number(offer.available) })}
      </span>
      <span className={`text-13 muted ${classes.about}`}>
        {offer.description ? `${offer.description} ` : ''}
        <span className="nowrap">{facts.join(', ')}</span>
      </span>
      {refused !== undefined ? (
        <span className={`row gap-6 text-13 muted ${classes.closed}`}>
          <IconLock className="rigid" size={16} stroke={1.75} aria-hidden />
          {refused}
        </span>
      ) : missing > 0 ? (
        <span className={`row gap-6 text-13 muted ${classes.warning}`}>
          <IconAlertTriangle className="rigid" size={16} stroke={1.75} aria-hidden />
          {t('invite:what.missing', {
            people: t('invite:peopleCount', { count: people, number: number(people) }),
            missing: number(missing),
          })}
        </span>
      ) : null}
    </Checkbox.Card>
  )
}

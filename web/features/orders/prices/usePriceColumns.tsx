import {
  IconCalendarOff,
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ClientPrice } from '#contract/client-prices.ts'
import { formatDay, formatMoney, formatNumber } from '#contract/format.ts'
import type { PriceTier } from '#contract/prices.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import classes from './prices.module.css'

interface AssignmentActions {
  onEnd: (price: ClientPrice) => void
  onRemove: (price: ClientPrice) => void
}

const looks: Record<ClientPrice['state'], { tone: StatusTone; icon: TablerIcon }> = {
  current: { tone: 'done', icon: IconCircleCheck },
  upcoming: { tone: 'waiting', icon: IconClock },
  ended: { tone: 'cancelled', icon: IconCircleOff },
}

export function usePriceColumns({ onEnd, onRemove }: AssignmentActions): Column<ClientPrice>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`clients:prices.${key}`) })
  const day = (value: string) => formatDay(value, i18n.language)
  return [
    {
      ...column('test'),
      skeleton: 160,
      wide: true,
      cell: ({ inventory }) => (
        <span className="stack items-start gap-4 breakable">
          <b className="medium" dir="auto">
            {inventory.name}
          </b>
          <Tag>{inventory.code}</Tag>
        </span>
      ),
    },
    { ...column('agreed'), align: 'end', skeleton: 96, cell: ({ tiers }) => <Tiers tiers={tiers} /> },
    {
      ...column('list'),
      align: 'end',
      skeleton: 96,
      cell: ({ listTiers }) =>
        listTiers.length === 0 ? (
          <span className="muted">{t('clients:prices.noList')}</span>
        ) : (
          <span className="muted">
            <Tiers tiers={listTiers} />
          </span>
        ),
    },
    {
      ...column('days'),
      ordering: 'validFrom',
      skeleton: 128,
      cell: ({ validFrom, validUntil }) => (
        <span className={classes.period}>
          <span>{day(validFrom)} –</span>{' '}
          <span>{validUntil === null ? t('clients:prices.open') : day(validUntil)}</span>
        </span>
      ),
    },
    {
      ...column('state'),
      skeleton: 80,
      cell: ({ state }) => <StatusWord {...looks[state]}>{t(`clients:prices.states.${state}`)}</StatusWord>,
    },
    { ...column('by'), skeleton: 80, cell: ({ createdBy }) => <span dir="auto">{createdBy}</span> },
    {
      key: 'actions',
      header: <span className="sr">{t('clients:people.actions')}</span>,
      align: 'end',
      width: 112,
      skeleton: 72,
      cell: (price) => (
        <span className={`justify-end wraps gap-4 ${classes.actions}`}>
          {price.canEnd ? (
            <IconButton
              size="sm"
              label={t('clients:prices.endOf', { name: price.inventory.name })}
              onClick={() => onEnd(price)}
            >
              <IconCalendarOff size={18} stroke={1.75} aria-hidden />
            </IconButton>
          ) : null}
          {price.canRemove ? (
            <IconButton
              size="sm"
              label={t('clients:prices.removeOf', { name: price.inventory.name })}
              onClick={() => onRemove(price)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </IconButton>
          ) : null}
        </span>
      ),
    },
  ]
}

/** Unit prices by quantity; one alone needs no quantity. */
function Tiers({ tiers }: { tiers: readonly PriceTier[] }) {
  const { t, i18n } = useTranslation()
  const [first] = tiers
  if (tiers.length === 1 && first) return formatMoney(first.unitPriceKurus, i18n.language)
  return (
    <span className={`nowrap ${classes.priceTiers}`}>
      {tiers.map(({ fromQuantity, unitPriceKurus }) => (
        <span key={fromQuantity}>
          {t('clients:prices.tier', {
            from: formatNumber(fromQuantity, i18n.language),
            price: formatMoney(unitPriceKurus, i18n.language),
          })}
        </span>
      ))}
    </span>
  )
}

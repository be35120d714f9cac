import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#contract/orders.ts'
import { Pill, type PillTone } from '../../ui/Pill.tsx'
import { type StatusTone, StatusWord } from '../../ui/StatusWord.tsx'

const looks: Record<
  OrderRow['paymentStatus'] | 'overdue',
  { pill: PillTone; word: StatusTone; icon: TablerIcon }
> = {
  pending: { pill: 'amber', word: 'waiting', icon: IconClock },
  paid: { pill: 'green', word: 'done', icon: IconCircleCheck },
  approved: { pill: 'green', word: 'done', icon: IconCircleCheck },
  cancelled: { pill: 'neutral', word: 'cancelled', icon: IconCircleX },
  overdue: { pill: 'red', word: 'expired', icon: IconAlertTriangle },
}

const stateOf = (order: Pick<OrderRow, 'paymentStatus' | 'overdue'>) =>
  order.overdue ? 'overdue' : order.paymentStatus

/** An order's state in a list. */
export function OrderStatusWord({ order }: { order: Pick<OrderRow, 'paymentStatus' | 'overdue'> }) {
  const { t } = useTranslation()
  const state = stateOf(order)
  return (
    <StatusWord tone={looks[state].word} icon={looks[state].icon}>
      {t(`orders:status.${state}`)}
    </StatusWord>
  )
}

/** An order's state beside its name. */
export function OrderStatusPill({ order }: { order: Pick<OrderRow, 'paymentStatus' | 'overdue'> }) {
  const { t } = useTranslation()
  const state = stateOf(order)
  const Icon = looks[state].icon
  return (
    <Pill tone={looks[state].pill} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`orders:status.${state}`)}
    </Pill>
  )
}

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconReceiptRefund,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#contract/orders.ts'
import { Pill, type PillTone } from '../../ui/text/Pill.tsx'
import { type StatusTone, StatusWord } from '../../ui/text/StatusWord.tsx'

const looks: Record<
  OrderRow['paymentStatus'] | 'overdue' | 'refunding' | 'refunded' | 'refundedInPart',
  { pill: PillTone; word: StatusTone; icon: TablerIcon }
> = {
  pending: { pill: 'amber', word: 'waiting', icon: IconClock },
  paid: { pill: 'green', word: 'done', icon: IconCircleCheck },
  approved: { pill: 'green', word: 'done', icon: IconCircleCheck },
  cancelled: { pill: 'neutral', word: 'cancelled', icon: IconCircleX },
  overdue: { pill: 'red', word: 'expired', icon: IconAlertTriangle },
  refunding: { pill: 'amber', word: 'waiting', icon: IconReceiptRefund },
  refunded: { pill: 'neutral', word: 'cancelled', icon: IconReceiptRefund },
  refundedInPart: { pill: 'green', word: 'done', icon: IconReceiptRefund },
}

type Shown = Pick<
  OrderRow,
  'paymentStatus' | 'overdue' | 'refundedAmount' | 'refundInProgress' | 'totalAmount'
>

function stateOf({ paymentStatus, overdue, refundedAmount, refundInProgress, totalAmount }: Shown) {
  if (overdue) return 'overdue'
  if (refundInProgress) return 'refunding'
  if (refundedAmount === 0) return paymentStatus
  return refundedAmount < totalAmount ? 'refundedInPart' : 'refunded'
}

/** An order's state in a list. */
export function OrderStatusWord({ order }: { order: Shown }) {
  const { t } = useTranslation()
  const state = stateOf(order)
  return (
    <StatusWord tone={looks[state].word} icon={looks[state].icon}>
      {t(`orders:status.${state}`)}
    </StatusWord>
  )
}

/** An order's state beside its name. */
export function OrderStatusPill({ order }: { order: Shown }) {
  const { t } = useTranslation()
  const state = stateOf(order)
  const Icon = looks[state].icon
  return (
    <Pill tone={looks[state].pill} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`orders:status.${state}`)}
    </Pill>
  )
}

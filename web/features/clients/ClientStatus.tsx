import { IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { Pill } from '../../ui/text/Pill.tsx'
import { StatusWord } from '../../ui/text/StatusWord.tsx'

const looks = {
  active: { icon: IconCircleCheck, tone: 'done', pill: 'green' },
  pending: { icon: IconClock, tone: 'expired', pill: 'amber' },
  suspended: { icon: IconPlayerPause, tone: 'cancelled', pill: 'neutral' },
} as const

export function ClientStatusWord({ status }: Pick<Client, 'status'>) {
  const { t } = useTranslation()
  const { tone, icon } = looks[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`clients:status.${status}`)}
    </StatusWord>
  )
}

export function ClientStatusPill({ status }: Pick<Client, 'status'>) {
  const { t } = useTranslation()
  const { pill, icon: Icon } = looks[status]
  return (
    <Pill tone={pill} icon={<Icon aria-hidden />}>
      {t(`clients:status.${status}`)}
    </Pill>
  )
}

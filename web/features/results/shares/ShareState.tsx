import { IconBan, IconCalendarOff, IconCircleCheck, IconLock, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShareState as State } from '#contract/shares.ts'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'

const looks: Record<State, { tone: StatusTone; icon: TablerIcon }> = {
  active: { tone: 'done', icon: IconCircleCheck },
  expired: { tone: 'expired', icon: IconCalendarOff },
  revoked: { tone: 'cancelled', icon: IconBan },
  locked: { tone: 'bad', icon: IconLock },
}

/** The state of a link: it opens, or the reason why it doesn't. */
export function ShareState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StatusWord {...looks[state]}>{t(`shares:state.${state}`)}</StatusWord>
}

import { IconCalendarClock, IconCalendarEvent, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TestDay } from '#contract/test-days.ts'
import { StatusWord } from '../../ui/text/StatusWord.tsx'

const looks = {
  planned: { tone: 'waiting', icon: IconCalendarClock },
  today: { tone: 'running', icon: IconCalendarEvent },
  over: { tone: 'done', icon: IconCircleCheck },
} as const

export function DayState({ day }: { day: Pick<TestDay, 'state' | 'closedAt'> }) {
  const { t } = useTranslation()
  return (
    <StatusWord {...looks[day.state]}>
      {t(day.closedAt === null ? `test-days:state.${day.state}` : 'test-days:state.closed')}
    </StatusWord>
  )
}

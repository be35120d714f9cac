import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconHelpCircle,
  IconProgress,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { StatusWord } from '../../ui/StatusWord.tsx'

const words = {
  waiting: { tone: 'waiting', icon: IconCircleDashed },
  running: { tone: 'running', icon: IconProgress },
  completed: { tone: 'done', icon: IconCircleCheck },
  expired: { tone: 'expired', icon: IconClockX },
  cancelled: { tone: 'cancelled', icon: IconBan },
  unknown: { tone: 'waiting', icon: IconHelpCircle },
} as const

type Word = keyof typeof words

/** A pending assignment is told apart by whether it was started; a status we do not know is shown as such. */
export function statusWord({ status, startedAt }: { status: string; startedAt: string | null }): Word {
  if (status === 'pending') return startedAt === null ? 'waiting' : 'running'
  return status === 'completed' || status === 'expired' || status === 'cancelled' ? status : 'unknown'
}

export function AssignmentStatusWord({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const word = statusWord(assignment)
  const { tone, icon } = words[word]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`assignments:status.${word}`)}
    </StatusWord>
  )
}

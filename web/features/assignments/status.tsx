import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconHandStop,
  IconHelpCircle,
  IconLock,
  IconProgress,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Assignment, StatusChoice } from '#contract/assignments.ts'
import { StatusWord } from '../../ui/text/StatusWord.tsx'

const words = {
  waiting: { tone: 'waiting', icon: IconCircleDashed },
  running: { tone: 'running', icon: IconProgress },
  completed: { tone: 'done', icon: IconCircleCheck },
  expired: { tone: 'expired', icon: IconClockX },
  cancelled: { tone: 'cancelled', icon: IconBan },
  withheld: { tone: 'waiting', icon: IconLock },
  withdrawn: { tone: 'cancelled', icon: IconHandStop },
  closed: { tone: 'cancelled', icon: IconLock },
  unknown: { tone: 'waiting', icon: IconHelpCircle },
} as const

type Word = keyof typeof words

/** The statuses one chooses from, by the words that the rows have for them. */
export const statusChoices = {
  not_started: 'waiting',
  in_progress: 'running',
  completed: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const satisfies Partial<Record<StatusChoice, Word>>
type Choice = keyof typeof statusChoices
const choices = Object.keys(statusChoices) as Choice[]

/** The choices that a filter's value means: pending is both of its halves. */
export function statusesIn(filter: string): Choice[] {
  const named = filter
    .split(',')
    .flatMap((one) => (one === 'pending' ? ['not_started', 'in_progress'] : [one]))
  return choices.filter((one) => named.includes(one))
}

/**
 * A pending assignment is shown as started or not started; an unknown status is shown as unknown. A withdrawn consent comes
 * before how the test had ended, and what can't be started before that it was not.
 */
export function statusWord({
  status,
  startedAt,
  withheld,
  consentWithdrawn,
  closed,
}: Pick<Assignment, 'startedAt' | 'withheld' | 'consentWithdrawn' | 'closed'> & { status: string }): Word {
  if (consentWithdrawn) return 'withdrawn'
  if (closed) return 'closed'
  if (withheld) return 'withheld'
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

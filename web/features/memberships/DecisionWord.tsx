import { IconCircleDashed, IconStar, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '#contract/decision-fields.ts'
import { StatusWord } from '../../ui/text/StatusWord.tsx'

const looks = {
  none: { tone: 'waiting', icon: IconCircleDashed },
  shortlisted: { tone: 'running', icon: IconStar },
  hired: { tone: 'done', icon: IconUserCheck },
  declined: { tone: 'cancelled', icon: IconUserX },
} as const

/** A decision about a person, in a word with its icon. */
export function DecisionWord({ decision }: { decision: Decision }) {
  const { t } = useTranslation()
  return <StatusWord {...looks[decision]}>{t(`participants:decision.${decision}`)}</StatusWord>
}

import {
  IconArrowsHorizontal,
  IconCircleCheck,
  IconCircleDashed,
  IconHelpCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { JobFitOverall, ScaleFit } from '#contract/job-fit.ts'
import { type StatusTone, StatusWord } from '../../../ui/text/StatusWord.tsx'

// Outside is no fault, so nothing is red.
const looks: Record<ScaleFit, { tone: StatusTone; icon: TablerIcon }> = {
  within: { tone: 'done', icon: IconCircleCheck },
  near: { tone: 'running', icon: IconCircleDashed },
  outside: { tone: 'waiting', icon: IconArrowsHorizontal },
  unknown: { tone: 'cancelled', icon: IconHelpCircle },
}

/** The fit of one score in a word with its icon. */
export function FitWord({ fit }: { fit: ScaleFit }) {
  const { t } = useTranslation()
  return <StatusWord {...looks[fit]}>{t(`job-profiles:fit.${fit}`)}</StatusWord>
}

/** The fit to a whole profile: its worst scale, and how many are within. */
export function OverallFit({ overall }: { overall: JobFitOverall }) {
  const { t } = useTranslation()
  const { fit, within, near, outside, unknown } = overall
  const known = within + near + outside
  return (
    <span className="stack min-0 gap-2">
      <FitWord fit={fit} />
      <span className="meta nowrap">
        {fit === 'unknown'
          ? t('job-profiles:overall.unknown')
          : t('job-profiles:overall.scales', { number: within, of: known })}
        {fit !== 'unknown' && unknown > 0 ? t('job-profiles:overall.more', { number: unknown }) : null}
      </span>
    </span>
  )
}

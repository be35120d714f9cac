import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { LiveText } from '../../../../ui/text/LiveText.tsx'

/** The progress of a long list's import. It goes on when the page is left. */
export function Progress({ done, total }: { done: number; total: number }) {
  const { t, i18n } = useTranslation()
  const figures = { done: formatNumber(done, i18n.language), number: formatNumber(total, i18n.language) }
  const words = t('invite:check.progress', { ...figures, count: total })
  return (
    <div className="stack content-start min-0 gap-6" role="status">
      <b>
        <LiveText>{words}</LiveText>
      </b>
      <ProgressBar value={done} max={total} label={words} />
      <p className="meta">{t('invite:check.mayLeave')}</p>
    </div>
  )
}

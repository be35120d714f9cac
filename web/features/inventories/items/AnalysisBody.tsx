import { useTranslation } from 'react-i18next'
import { type AnalysisView, type FullAnalysis, fewestAnalysed } from '#contract/analyses.ts'
import { homeZone } from '#contract/clock.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import type { Words } from '#report/view.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { ItemsCard } from './ItemsCard.tsx'
import { type AnalysisParams, underWay } from './useAnalysis.ts'
import { VerdictCard } from './VerdictCard.tsx'

interface AnalysisBodyProps {
  view: AnalysisView
  params: AnalysisParams
  filtered: boolean
}

/** The reader's language for report/. */
function useWords(): Words {
  const { t, i18n } = useTranslation()
  const locale = i18n.language === 'en' ? 'en' : 'tr'
  return { locale, t: (key, variables) => t(key, { ...variables, lng: locale }) }
}

/** An analysis in the state that it is in: what is missing says why. */
export function AnalysisBody({ view, params, filtered }: AnalysisBodyProps) {
  const words = useWords()
  const { analysis, history } = view
  return (
    <>
      <State view={view} filtered={filtered} />
      {analysis?.few === false ? (
        <Full analysis={analysis} takenAt={view.takenAt} params={params} words={words} />
      ) : null}
      {history.length > 0 ? <HistoryCard history={history} words={words} /> : null}
    </>
  )
}

function Full({
  analysis,
  takenAt,
  params,
  words,
}: {
  analysis: FullAnalysis
  takenAt: string | null
  params: AnalysisParams
  words: Words
}) {
  const { t, locale } = words
  return (
    <>
      {takenAt === null ? null : (
        <p className="muted">
          {t('analysis:made', {
            at: formatDateTime(takenAt, locale, homeZone),
            count: analysis.n,
            number: formatNumber(analysis.n, locale),
          })}
        </p>
      )}
      <VerdictCard analysis={analysis} words={words} />
      <ItemsCard analysis={analysis} params={params} words={words} />
    </>
  )
}

/** Says why there is no analysis yet, or that one is being made. */
function State({ view, filtered }: { view: AnalysisView; filtered: boolean }) {
  const { t, i18n } = useTranslation()
  const { state, problem, analysis, takenAt } = view
  if (problem?.code === 'sensitive_not_analysed')
    return <Nothing title={t('analysis:state.sensitive.title')}>{problem.message}</Nothing>
  if (underWay(view))
    return (
      <Alert
        type="info"
        duration={0}
        title={t(state === 'waiting' ? 'analysis:state.waiting' : 'analysis:state.running')}
      >
        {t('analysis:state.leave')}
      </Alert>
    )
  if (state === 'failed')
    return (
      <Alert type="danger" duration={0} title={t('analysis:state.failed')}>
        {problem?.message ?? t('analysis:state.failedText')}
      </Alert>
    )
  if (analysis === null)
    return (
      <Nothing title={t(filtered ? 'analysis:state.none.filtered' : 'analysis:state.none.title')}>
        {t(filtered ? 'analysis:state.none.filteredText' : 'analysis:state.none.text')}
      </Nothing>
    )
  if (!analysis.few) return null
  const number = formatNumber(fewestAnalysed, i18n.language)
  return (
    <>
      {takenAt === null ? null : (
        <p className="muted">
          {t('analysis:madeFew', { at: formatDateTime(takenAt, i18n.language, homeZone) })}
        </p>
      )}
      <Nothing title={t('analysis:state.few.title')}>{t('analysis:state.few.text', { number })}</Nothing>
    </>
  )
}

const Nothing = ({ title, children }: { title: string; children: string }) => (
  <Card>
    <EmptyState drawing={<ListDrawing />} title={title}>
      {children}
    </EmptyState>
  </Card>
)

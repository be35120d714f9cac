import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnalysisItem, FullAnalysis } from '#contract/analyses.ts'
import { formatNumber } from '#contract/format.ts'
import { itemView } from '#report/analysis-items.ts'
import type { Words } from '#report/view.ts'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import fold from '../../../ui/layout/fold.module.css'
import { Evidence } from './Evidence.tsx'
import classes from './items.module.css'
import type { AnalysisParams } from './useAnalysis.ts'

interface ItemsCardProps {
  analysis: FullAnalysis
  params: AnalysisParams
  words: Words
}

/** The questions, the worst first, each with what is conspicuous about it. */
export function ItemsCard({ analysis, params, words }: ItemsCardProps) {
  const { t, locale } = words
  const only = params.filters.show === 'flagged'
  const flagged = analysis.items.filter(({ flags }) => flags.length > 0)
  const others = analysis.items.length - flagged.length
  const items = only ? flagged : analysis.items
  return (
    <Card className={classes.questions}>
      <CardHeader
        title={t('analysis:list.title')}
        actions={
          flagged.length === 0 || others === 0 ? null : (
            <div className="no-print">
              <Segmented
                label={t('analysis:filter.show')}
                value={only ? 'flagged' : 'all'}
                data={(['all', 'flagged'] as const).map((value) => ({
                  value,
                  label: t(`analysis:filter.${value}`),
                }))}
                onChange={(show) => params.setFilters({ show: show === 'flagged' ? show : '' })}
              />
            </div>
          )
        }
      />
      <CardBody className="stack one-column gap-12">
        <p className="muted no-print">{t('analysis:list.lead')}</p>
        {items.length === 0 ? <p>{t('analysis:list.noneShown')}</p> : null}
        <ul>
          {items.map((item) => (
            <ItemLine key={item.id} item={item} analysis={analysis} words={words} />
          ))}
        </ul>
        {others > 0 ? (
          <p className={classes.printed}>
            {flagged.length === 0
              ? t('analysis:list.noneShown')
              : t('analysis:list.othersPrinted', { count: others, number: formatNumber(others, locale) })}
          </p>
        ) : null}
      </CardBody>
    </Card>
  )
}

function ItemLine({ item, analysis, words }: { item: AnalysisItem; analysis: FullAnalysis; words: Words }) {
  // A long test has hundreds of charts: each is drawn once it is looked at.
  const [opened, setOpened] = useState(false)
  const { id, name, place, conspicuous, sentences } = itemView(item, analysis, words)
  const Icon = conspicuous ? IconAlertTriangle : IconCircleCheck
  return (
    <li className={`ruled-top ${classes.item}`} data-conspicuous={conspicuous || undefined}>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary className={`flex align-start gap-8 touch-height ${fold.summary} ${classes.summary}`}>
          <IconChevronRight size={18} stroke={2} className={fold.chevron} aria-hidden />
          <span className="stack min-0 grow gap-4">
            <span className="cluster align-baseline gap-8">
              <b className="medium breakable" dir="auto">
                {name}
              </b>
              <span className="meta breakable" dir="auto">
                {place} · <code>{id}</code>
              </span>
            </span>
            <span
              className={`flex align-start gap-8 ${classes.line}`}
              data-tone={conspicuous ? 'look' : 'good'}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              <span className={`stack min-0 gap-2 breakable ${conspicuous ? '' : 'muted'}`}>
                {sentences.map((sentence) => (
                  <span key={sentence}>{sentence}</span>
                ))}
              </span>
            </span>
          </span>
        </summary>
        {opened ? <Evidence item={item} analysis={analysis} words={words} /> : null}
      </details>
    </li>
  )
}

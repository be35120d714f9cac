import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { AnalysisItem, FullAnalysis } from '#contract/analyses.ts'
import { type AnalysisOptionView, evidenceOf } from '#report/analysis-items.ts'
import type { Fact, Words } from '#report/view.ts'
import { Chart } from '../../results/reports/Chart.tsx'
import classes from './items.module.css'

interface EvidenceProps {
  item: AnalysisItem
  analysis: FullAnalysis
  words: Words
}

/** The evidence for the sentences about a question: answers, curve and figures. */
export function Evidence({ item, analysis, words }: EvidenceProps) {
  const { t } = words
  const { note, options, curve, facts } = evidenceOf(item, analysis, words)
  return (
    <div className={`stack one-column gap-16 ${classes.evidence}`}>
      {note === null ? null : <p className="muted">{note}</p>}
      {options.length > 0 ? <Options options={options} words={words} /> : null}
      <div className={classes.beside}>
        {curve === null ? null : (
          <figure className={`stack content-start gap-8 ${classes.figure}`}>
            <figcaption>
              <h4 className="text-14">{t('analysis:evidence.curve')}</h4>
              <p className="text-13 muted">{curve.lead}</p>
            </figcaption>
            <Chart picture={curve.picture} />
          </figure>
        )}
        <Facts facts={facts} title={t('analysis:evidence.figures')} />
      </div>
    </div>
  )
}

function Options({ options, words: { t } }: { options: readonly AnalysisOptionView[]; words: Words }) {
  const id = useId()
  const thirds = options.some(({ upper, lower }) => upper !== lower)
  return (
    <div className="stack one-column gap-8">
      <h4 className="text-14" id={id}>
        {t('analysis:evidence.options')}
      </h4>
      <table className={`full-width num text-13 ${classes.table}`} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('analysis:evidence.option')}</th>
            <th scope="col">{t('analysis:evidence.all')}</th>
            <th scope="col">{t('analysis:evidence.upper')}</th>
            <th scope="col">{t('analysis:evidence.lower')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ id: option, label, isKey, all, upper, lower }) => (
            <tr key={option}>
              <th scope="row" className="regular breakable">
                <span dir="auto">{label}</span>
                {isKey ? (
                  <span className={`inline-row gap-4 semibold ink-green ${classes.key}`}>
                    <IconCheck size={16} stroke={2} aria-hidden />
                    {t('analysis:evidence.key')}
                  </span>
                ) : null}
              </th>
              <td>{all}</td>
              <td>{upper}</td>
              <td>{lower}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {thirds ? <p className="meta">{t('analysis:evidence.thirds')}</p> : null}
    </div>
  )
}

function Facts({ facts, title }: { facts: readonly Fact[]; title: string }) {
  return (
    <div className="stack one-column content-start gap-8">
      <h4 className="text-14">{title}</h4>
      <dl className={`text-13 ${classes.facts}`}>
        {facts.map(({ key, label, value, note }) => (
          <div key={key}>
            <dt className="muted">{label}</dt>
            <dd className="semibold num">{value}</dd>
            {note === null ? null : <dd className="meta">{note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}

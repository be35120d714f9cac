import { type AnalysisView, fewestAnalysed, fewestCompared } from '#contract/analyses.ts'
import { homeZone } from '#contract/clock.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { coefficient, withInterval } from '#report/analysis-figures.ts'
import type { Words } from '#report/view.ts'
import { noScore } from '#report/words.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './items.module.css'

/** Earlier analyses of everyone, the newest first: whether the test got better. */
export function HistoryCard({ history, words }: { history: AnalysisView['history']; words: Words }) {
  const { t, locale } = words
  const number = (value: number) => formatNumber(value, locale)
  return (
    <Card>
      <CardHeader title={t('analysis:history.title')} />
      <CardBody className="stack one-column gap-12">
        <p className="muted">
          {t('analysis:history.lead', { number: number(fewestCompared), more: number(fewestAnalysed) })}
        </p>
        <table className={`full-width num text-13 ${classes.table}`}>
          <caption className="sr">{t('analysis:history.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('analysis:history.date')}</th>
              <th scope="col">{t('analysis:history.people')}</th>
              <th scope="col">{t('analysis:history.flagged')}</th>
              <th scope="col">{t('analysis:history.reliability')}</th>
            </tr>
          </thead>
          <tbody>
            {history.toReversed().map(({ takenAt, n, flagged, parts }) => (
              <tr key={takenAt}>
                <th scope="row" className="regular nowrap">
                  {formatDate(takenAt, locale, homeZone)}
                </th>
                <td>{number(n)}</td>
                <td>{number(flagged)}</td>
                <td>
                  <Reliabilities parts={parts} words={words} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  )
}

type Parts = AnalysisView['history'][number]['parts']

function Reliabilities({ parts, words }: { parts: Parts; words: Words }) {
  return (
    <ul className={classes.reliabilities}>
      {parts.map(({ key, name, reliability }) => (
        <li key={key}>
          {parts.length > 1 ? (
            <span className="muted breakable" dir="auto">
              {name}:{' '}
            </span>
          ) : null}
          {withInterval(reliability, (value) => coefficient(value, words), words) ?? noScore}
        </li>
      ))}
    </ul>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { RescoringForecast } from '#contract/rescoring.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from '../inventories.module.css'

/** Shows how a draft would change the existing results; it doesn't change any of them. */
export function RescoringCard({ forecast }: { forecast: UseQueryResult<RescoringForecast> }) {
  const { t } = useTranslation()
  const { data, error, refetch } = forecast
  // Before the first version there is nothing to compare with, and nothing to say of it.
  if (data?.reason === 'first') return null
  return (
    <Card aria-busy={data === undefined && !error}>
      <CardHeader title={t('inventories:rescoring.title')} />
      {error && data === undefined ? (
        <LoadFailure of={{ error, refetch }} title={t('inventories:rescoring.failed')} />
      ) : (
        <CardBody className="stack gap-12">
          <p className="meta">{t('inventories:rescoring.kept')}</p>
          {data ? <Found forecast={data} /> : <p>{t('inventories:rescoring.asking')}</p>}
        </CardBody>
      )}
    </Card>
  )
}

function Found({ forecast }: { forecast: RescoringForecast }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { items, places, asksOtherwise } = forecast
  return (
    <>
      <Sentences forecast={forecast} />
      {items ? (
        <ul className={classes.list}>
          {(['added', 'removed', 'changed', 'drawn'] as const).map((what) =>
            items[what].count === 0 ? null : (
              <li key={what}>
                <b>
                  {t(`inventories:rescoring.items.${what}`, {
                    count: items[what].count,
                    number: number(items[what].count),
                  })}
                </b>
                <code>
                  {items[what].first.join(', ')}
                  {items[what].count > items[what].first.length ? ', …' : ''}
                </code>
              </li>
            ),
          )}
        </ul>
      ) : null}
      {places.length > 0 ? (
        <ul className={classes.list}>
          {places.map(({ kind, key, name, count }) => (
            <li key={`${kind} ${key}`}>
              <span>
                <b dir="auto">
                  {name ??
                    t(
                      kind === 'placement'
                        ? 'inventories:rescoring.place.placement'
                        : 'inventories:rescoring.place.checklist',
                    )}
                </b>
                {': '}
                {t('inventories:rescoring.here', { count, number: number(count) })}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {asksOtherwise ? <p className="meta">{t('inventories:rescoring.asksOtherwise')}</p> : null}
    </>
  )
}

/** The same in two or three sentences, for the question before publishing. */
export function Sentences({ forecast }: { forecast: RescoringForecast }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { from, results, sampled, reason, readOtherwise, otherPoints, otherConfidence } = forecast
  if (reason !== null && reason !== 'first')
    return (
      <p>{t(`inventories:rescoring.reason.${reason}`, { from, count: results, number: number(results) })}</p>
    )
  const said = (key: 'otherwise' | 'points' | 'confidence', count: number) =>
    count === 0 ? [] : [t(`inventories:rescoring.${key}`, { count, number: number(count) })]
  const changes = [
    ...said('otherwise', readOtherwise),
    ...said('points', otherPoints),
    ...said('confidence', otherConfidence),
  ]
  return (
    <p>
      {sampled < results
        ? t('inventories:rescoring.newest', { from, results: number(results), number: number(sampled) })
        : t('inventories:rescoring.all', { from, count: results, number: number(results) })}{' '}
      {changes.length === 0 ? t('inventories:rescoring.same') : changes.join(' ')}
    </p>
  )
}

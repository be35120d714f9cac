import { useTranslation } from 'react-i18next'
import type { ScoredAssignment } from '#contract/assignments.ts'
import { formatNumber } from '#contract/format.ts'
import type { ListedKey } from '#contract/scores.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { Column } from '../../ui/table/tableTypes.ts'
import classes from './scores.module.css'
import type { ListParams } from './useAssignments.ts'

const sortedBy = (ordering: string) => /^(-?)score:(.+)$/.exec(ordering)

/** The main scores of the one test that is listed, each as a column; with the list sorted by one, the places that it can have. */
export function useScoreColumns(
  keys: readonly ListedKey[] | undefined,
  ordering: string,
): Column<ScoredAssignment>[] {
  const { t } = useTranslation()
  if (keys === undefined || keys.length === 0) return []
  const sorted = sortedBy(ordering)?.[2]
  const shown = keys.filter(({ key, main }) => main || key === sorted)
  return [
    ...(sorted === undefined
      ? []
      : [
          {
            key: 'place',
            header: t('assignments:column.place'),
            name: t('assignments:column.place'),
            cell: (row: ScoredAssignment) => <PlaceCell row={row} />,
          },
        ]),
    ...shown.map((score) => ({
      key: `score:${score.key}`,
      header: score.name,
      name: score.name,
      ordering: `score:${score.key}`,
      skeleton: 80,
      cell: (row: ScoredAssignment) => <ScoreCell score={score} row={row} />,
    })),
  ]
}

/** The value with its bar and its band in words. */
function ScoreCell({ score, row }: { score: ListedKey; row: ScoredAssignment }) {
  const { i18n, t } = useTranslation()
  const found = row.scores?.[score.key]
  if (found === undefined) return <span className="muted">–</span>
  const width = score.max > score.min ? (found.value - score.min) / (score.max - score.min) : 0
  const value = formatNumber(found.value, i18n.language, score.unit === 'T' ? 0 : 1)
  return (
    <span className={`stack ${classes.score}`}>
      <span className="row gap-6 nowrap">
        <bdi className={`medium ${classes.value}`}>
          {score.unit === 'T' ? t('assignments:tScore', { score: value }) : value}
        </bdi>
        <span className={`block rounded clip ${classes.track}`} aria-hidden>
          <span
            className={classes.fill}
            style={{ inlineSize: `${Math.min(1, Math.max(0, width)) * 100}%` }}
          />
        </span>
      </span>
      {found.band ? <span className="meta">{found.band.name}</span> : null}
    </span>
  )
}

function PlaceCell({ row: { bracket, scores } }: { row: ScoredAssignment }) {
  const { t, i18n } = useTranslation()
  if (!bracket)
    return (
      <span className="muted nowrap">
        {scores && bracket === null ? t('assignments:place.unknown') : '–'}
      </span>
    )
  const number = (value: number) => formatNumber(value, i18n.language)
  const { from, to, of } = bracket
  return (
    <span className="nowrap">
      {t(from === to ? 'assignments:place.one' : 'assignments:place.range', {
        from: number(from),
        to: number(to),
        of: number(of),
      })}
    </span>
  )
}

/** Says of a list sorted by a score how many at its top the measurement can't tell apart. */
export function PlacesNote({ rows, params }: { rows: readonly ScoredAssignment[]; params: ListParams }) {
  const { t } = useTranslation()
  const [, minus] = sortedBy(params.ordering) ?? []
  const first = rows[0]?.bracket
  // The list's first row is known on its first page only, and one person alone differs from nobody.
  if (minus === undefined || !first || first.of < 2 || params.page > 1) return null
  const together = minus === '-' ? first.to : first.of - first.from + 1
  const place = minus === '-' ? 'top' : 'bottom'
  return (
    <p className={`meta ${classes.note}`} role="note">
      {t(`assignments:place.${place}`, { count: together })} {t('assignments:place.why')}
    </p>
  )
}

/** Filters by bands and ranges of the test's main scores. */
export function useScoreFilters(keys: readonly ListedKey[] | undefined, params: ListParams): Filter[] {
  const { t } = useTranslation()
  if (keys === undefined) return []
  const { score = '', band = '', score_from: from = '', score_to: to = '' } = params.filters
  return keys
    .filter(({ main }) => main)
    .flatMap(({ key, name, bands, unit }): Filter[] => {
      const own = score === key
      return [
        ...(bands.length === 0
          ? []
          : [
              {
                key: `band:${key}`,
                label: t('assignments:filter.band', { name }),
                kind: 'some' as const,
                data: bands.map((one) => ({ value: one.id, label: one.name })),
                chosen: own && band ? band.split(',') : [],
                onChange: (chosen: string[]) =>
                  params.setFilters(
                    own
                      ? { band: chosen.join(','), score: chosen.length > 0 || from || to ? key : '' }
                      : { band: chosen.join(','), score: key, score_from: '', score_to: '' },
                  ),
              },
            ]),
        {
          key: `range:${key}`,
          label: name,
          help: t(unit === 'T' ? 'assignments:filter.rangeT' : 'assignments:filter.rangePoints'),
          kind: 'range' as const,
          range: own ? { from, to } : { from: '', to: '' },
          onChange: (range: { from: string; to: string }) =>
            params.setFilters({
              score: range.from || range.to || (own && band) ? key : '',
              score_from: range.from,
              score_to: range.to,
              ...(!own && { band: '' }),
            }),
        },
      ]
    })
}

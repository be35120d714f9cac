import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '#contract/format.ts'
import type { ListedKey, ScoredRow } from '#contract/scores.ts'
import type { Filter } from '../../ui/table/filters.ts'
import type { Column } from '../../ui/table/tableTypes.ts'
import classes from './scores.module.css'

const sortedBy = (ordering: string) => /^(-?)score:(.+)$/.exec(ordering)

/** The main scores of the one test that is listed, each as a column; with the list sorted by one, the places that it can have. */
export function useScoreColumns<Row extends ScoredRow>(
  keys: readonly ListedKey[] | undefined,
  ordering: string,
): Column<Row>[] {
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
            cell: (row: Row) => <PlaceCell row={row} />,
          },
        ]),
    ...shown.map((score) => ({
      key: `score:${score.key}`,
      header: score.name,
      name: score.name,
      ordering: `score:${score.key}`,
      highestFirst: true,
      narrow: true,
      skeleton: 80,
      cell: (row: Row) => <ScoreCell score={score} row={row} />,
    })),
  ]
}

/** The value with its bar and its band in words. Of another version there is no bar, because its scale has other ends. */
function ScoreCell({ score, row }: { score: ListedKey; row: ScoredRow }) {
  const { i18n, t } = useTranslation()
  const found = row.scores?.[score.key]
  if (found === undefined) return <span className="muted">–</span>
  const width = score.max > score.min ? (found.value - score.min) / (score.max - score.min) : 0
  const number = formatNumber(found.value, i18n.language, found.unit === 'T' ? 0 : 1)
  const value = {
    T: () => t('assignments:tScore', { score: number }),
    percent: () => formatPercent(found.value, i18n.language),
    points: () => number,
  }[found.unit]()
  return (
    <span className={`stack ${classes.score}`}>
      <span className="row gap-6 nowrap">
        <bdi className={`medium ${classes.value}`}>{value}</bdi>
        {row.otherVersion ? null : (
          <span className={`block rounded clip ${classes.track}`} aria-hidden>
            <span
              className={classes.fill}
              style={{ inlineSize: `${Math.min(1, Math.max(0, width)) * 100}%` }}
            />
          </span>
        )}
      </span>
      {found.band ? <span className="meta">{found.band.name}</span> : null}
      {row.otherVersion ? <span className="meta">{t('assignments:otherVersion')}</span> : null}
    </span>
  )
}

function PlaceCell({ row: { bracket, scores } }: { row: ScoredRow }) {
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

interface ScoresNoteProps {
  /** The list's answer. */
  data:
    | {
        results: readonly ScoredRow[]
        keys?: readonly ListedKey[] | undefined
        versions?: number | undefined
      }
    | undefined
  params: {
    ordering: string
    page: number
    search: string
    filters: Readonly<Record<string, string | undefined>>
  }
}

/**
 * Says of a list sorted by a score how many at its top the measurement can't tell apart, and that a filter leaves out some of those
 * who have a place; that each version is sorted separately; and of a test without listed scores that there are none.
 */
export function ScoresNote({ data, params }: ScoresNoteProps) {
  const { t } = useTranslation()
  const together = useTogether(data?.results ?? [], params)
  const notes = [
    ...together,
    ...(data?.results.some(({ bracket }) => bracket) && isNarrowed(params)
      ? [t('assignments:place.filtered')]
      : []),
    ...((data?.versions ?? 0) > 1 ? [t('assignments:versions')] : []),
    ...(data?.keys?.length === 0 ? [t('assignments:noScores')] : []),
  ]
  if (notes.length === 0) return null
  return (
    <p className={`meta ${classes.note}`} role="note">
      {notes.join(' ')}
    </p>
  )
}

// These choose the list or add to it, and leave out nobody who has a score.
const choices = ['inventory', 'status', 'profile', 'type']

/** True when the search or a filter leaves out people with a score. */
const isNarrowed = ({ search, filters }: ScoresNoteProps['params']) =>
  search !== '' || Object.entries(filters).some(([name, value]) => value && !choices.includes(name))

function useTogether(
  rows: readonly ScoredRow[],
  { ordering, page }: Pick<ScoresNoteProps['params'], 'ordering' | 'page'>,
): string[] {
  const { t } = useTranslation()
  const [, minus] = sortedBy(ordering) ?? []
  const first = rows[0]?.bracket
  // The list's first row is known on its first page only, and one person alone differs from nobody.
  if (minus === undefined || !first || first.of < 2 || page > 1) return []
  const together = minus === '-' ? first.to : first.of - first.from + 1
  const place = minus === '-' ? 'top' : 'bottom'
  return [t(`assignments:place.${place}`, { count: together }), t('assignments:place.why')]
}

type ScoreFilters = Record<'score' | 'band' | 'score_from' | 'score_to', string>

/** The address of a list that can be filtered by scores. */
interface ScoreParams {
  filters: ScoreFilters
  setFilters: (filters: Partial<ScoreFilters>) => void
}

/** Filters by bands and ranges of the test's main scores. */
export function useScoreFilters(keys: readonly ListedKey[] | undefined, params: ScoreParams): Filter[] {
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
          help: t(`assignments:filter.range.${unit}`),
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

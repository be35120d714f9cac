import type { GroupMean, GroupReport } from '#contract/group-reports.ts'
import { groupView } from '#report/groups.ts'
import { translate } from '#server/locales.ts'
import type { Cell } from '#server/sheets/csv.ts'
import type { SheetPage } from '#server/sheets/worker.ts'

const stages = ['invited', 'opened', 'begun', 'finished'] as const
const outcomes = ['waiting', 'expired', 'refused', 'cancelled'] as const
const qualities = ['high', 'medium', 'low', 'unknown'] as const

const rounded = (value: number | null | undefined): Cell =>
  value === null || value === undefined ? undefined : Math.round(value * 100) / 100

/** A report of a group as the pages of a workbook: figures as numbers; one that is not shown says why. */
export async function* groupPages(report: GroupReport): AsyncGenerator<SheetPage> {
  const { locale } = report
  const t = (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables)
  const people = (count: number | null): Cell => count ?? t('group:hidden')
  yield { sheet: t('group:sheet.overview'), rows: overview(report, t, people) }
  yield { sheet: t('group:sheet.scores'), rows: scores(report, t, people) }
  if (report.byGroup.length > 0)
    yield {
      sheet: t('group:sheet.groups'),
      rows: means(report, t, people, {
        head: t('group:sheet.group'),
        compared: t('group:sheet.compared'),
        words: (reliable) => t(`group:groups.${reliable}`),
        rows: report.byGroup.map(({ name, ...rest }) => ({ name: name || t('group:noGroup'), ...rest })),
      }),
    }
  yield {
    sheet: t('group:sheet.months'),
    rows: means(report, t, people, {
      head: t('group:sheet.month'),
      compared: t('group:sheet.changed'),
      words: (reliable) => t(`group:month.${reliable}`),
      rows: report.byMonth.map(({ month, ...rest }) => ({ name: month, ...rest })),
    }),
  }
}

type Translated = (key: string, variables?: Record<string, string | number>) => string
type People = (count: number | null) => Cell

function overview(report: GroupReport, t: Translated, people: People): Cell[][] {
  const { funnel, time, quality, locale } = report
  const minutes = (seconds: number | undefined) => rounded(seconds === undefined ? undefined : seconds / 60)
  const timed = (name: string, seconds: number | undefined): Cell[] => [
    t('group:sheet.minutes', { name }),
    time === null ? t('group:hidden') : minutes(seconds),
  ]
  const { facts, notes, title } = groupView(report, { locale, t })
  return [
    [t('group:sheet.figure'), t('group:sheet.value')],
    [t('group:filter.inventory'), title],
    ...facts.filter(({ key }) => key !== 'people').map(({ label, value }): Cell[] => [label, value]),
    ...stages.map((stage): Cell[] => [t(`group:stage.${stage}`), people(funnel[stage])]),
    ...funnel.lost.flatMap((one) =>
      outcomes.map((outcome): Cell[] => [
        `${t(`group:lost.${one.after}`)}, ${t(`group:outcome.${outcome}`)}`,
        people(one[outcome]),
      ]),
    ),
    timed(t('group:sheet.lower'), time?.lower),
    timed(t('group:time.median'), time?.median),
    timed(t('group:sheet.upper'), time?.upper),
    ...qualities.map((one): Cell[] => [
      `${t('group:quality.title')}, ${t(`report:confidence.${one === 'unknown' ? 'none' : one}`)}`,
      people(quality[one]),
    ]),
    ...quality.flags.map(({ flag, people: count }): Cell[] => [t(`group:flag.${flag}`), people(count)]),
    ...notes.map((note): Cell[] => [note]),
  ]
}

/** A row for each score, and below it a row for each of its bands. */
function scores(report: GroupReport, t: Translated, people: People): Cell[][] {
  const heads = ['score', 'unit', 'band', 'people', 'mean', 'sd', 'error', 'sem']
  return [
    heads.map((head) => t(`group:sheet.${head}`)),
    ...report.keys.flatMap(({ key, name, unit, bands }): Cell[][] => {
      const found = report.scores.find((one) => one.key === key)
      const inUnit = t(`group:unit.${unit}`)
      if (found === undefined) return [[name, inUnit, '', t('group:hidden')]]
      const { mean, sd, sem } = found
      const error = found.people === null ? t('group:hidden') : rounded(found.error)
      return [
        [name, inUnit, '', people(found.people), rounded(mean), rounded(sd), error, rounded(sem)],
        ...found.bands.map((band): Cell[] => [
          name,
          inUnit,
          bands.find(({ id }) => id === band.id)?.name ?? band.id,
          people(band.people),
        ]),
      ]
    }),
  ]
}

interface Listed {
  readonly head: string
  readonly compared: string
  readonly words: (reliable: 'higher' | 'lower') => string
  readonly rows: readonly {
    readonly name: string
    readonly people: number | null
    readonly scores: Readonly<Record<string, GroupMean>>
  }[]
}

/** A row for each group or month and main score. */
function means(
  report: GroupReport,
  t: Translated,
  people: People,
  { head, compared, words, rows }: Listed,
): Cell[][] {
  const main = report.keys.filter((key) => key.main)
  const heads = ['score', 'people', 'mean', 'error'].map((one) => t(`group:sheet.${one}`))
  return [
    [head, ...heads, compared],
    ...rows.flatMap((row) =>
      main.map(({ key, name }): Cell[] => {
        const found = row.scores[key]
        if (found === undefined) return [row.name, name, row.people === 0 ? 0 : t('group:hidden')]
        const { mean, error, reliable } = found
        return [
          row.name,
          name,
          people(found.people),
          rounded(mean),
          rounded(error),
          reliable === null ? '' : words(reliable),
        ]
      }),
    ),
  ]
}

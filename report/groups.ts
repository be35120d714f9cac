import { formatDuration, formatMonth, formatNumber, formatPercent } from '#contract/format.ts'
import type { GroupMean, GroupReport } from '#contract/group-reports.ts'
import type { ListedKey } from '#contract/scores.ts'
import { bar } from './bars.ts'
import { shares, spread } from './spread.ts'
import type { Fact, LegendItem, Picture, Words } from './view.ts'
import { list, noScore } from './words.ts'

/** One figure of a group. */
export interface GroupRow {
  key: string
  name: string
  value: string
  /** Further numbers, or why there is none. */
  detail: string | null
  /** Said of a difference that is reliable. */
  mark: string | null
  picture: Picture | null
  /** The people in each band. */
  bands: { picture: Picture | null; text: string } | null
}

export interface GroupSection {
  key: string
  /** Null where the part's own title says it. */
  title: string | null
  /** The two ends of the lanes. */
  ends: readonly [low: string, high: string] | null
  rows: GroupRow[]
}

export interface GroupPart {
  key: 'funnel' | 'time' | 'scores' | 'quality' | 'groups' | 'months'
  title: string
  notes: string[]
  legend: LegendItem[]
  sections: GroupSection[]
}

/** A report of a group as its reader sees it, in words and shapes: the web page and the PDF draw this and nothing else. */
export interface GroupReportView {
  locale: GroupReport['locale']
  documentTitle: string
  title: string
  subtitle: string
  facts: Fact[]
  /** The reason why some figures are missing. */
  notes: string[]
  parts: GroupPart[]
  client: string
  footer: { left: string; page: string }
}

type Row = Pick<GroupRow, 'key' | 'name' | 'value'> & Partial<GroupRow>
const row = (given: Row): GroupRow => ({ detail: null, mark: null, picture: null, bands: null, ...given })

const monthOf = (month: string, { locale }: Words) => formatMonth(month, locale)

/** A count of people in words, or that it is not shown. */
const peopleOf = (count: number | null, { t, locale }: Words) =>
  count === null ? t('group:hidden') : t('group:people', { count, number: formatNumber(count, locale) })

function countRow(
  key: string,
  name: string,
  count: number | null,
  of: number | null,
  words: Words,
): GroupRow {
  const value = count === null ? noScore : formatNumber(count, words.locale)
  if (count === null) return row({ key, name, value, detail: words.t('group:hidden') })
  const percent = of === null || of === 0 ? null : formatPercent((100 * count) / of, words.locale)
  const said = [peopleOf(count, words), ...(percent === null ? [] : [percent])].join(', ')
  const drawing = bar({ value: count, min: 0, max: of ?? count })
  return row({
    key,
    name,
    value,
    detail: percent,
    picture: percent === null ? null : { drawing, alt: `${name}: ${said}` },
  })
}

const stages = ['invited', 'opened', 'begun', 'finished'] as const
const outcomes = ['waiting', 'expired', 'refused', 'cancelled'] as const

function funnelPart({ funnel }: GroupReport, words: Words): GroupPart {
  const { t } = words
  const lost = funnel.lost.map((one) => {
    const known = outcomes.filter((outcome) => one[outcome] !== 0)
    const total = outcomes.reduce<number | null>((sum, outcome) => {
      const own = one[outcome]
      return sum === null || own === null ? null : sum + own
    }, 0)
    const said = known.map(
      (outcome) =>
        `${t(`group:outcome.${outcome}`)}: ${one[outcome] === null ? t('group:hiddenShort') : peopleOf(one[outcome], words)}`,
    )
    const all = known.length > 1 && known.every((outcome) => one[outcome] === null)
    return row({
      key: `lost-${one.after}`,
      name: t(`group:lost.${one.after}`),
      value: total === null ? noScore : formatNumber(total, words.locale),
      detail: all ? t('group:hidden') : said.join(' · ') || t('group:nobody'),
    })
  })
  return {
    key: 'funnel',
    title: t('group:funnel.title'),
    notes: [t('group:funnel.once')],
    legend: [],
    sections: [
      {
        key: 'stages',
        title: null,
        ends: null,
        rows: stages.map((stage) =>
          countRow(stage, t(`group:stage.${stage}`), funnel[stage], funnel.invited, words),
        ),
      },
      { key: 'lost', title: t('group:lost.title'), ends: null, rows: lost },
    ],
  }
}

function timePart({ time }: GroupReport, words: Words): GroupPart {
  const { t, locale } = words
  // Seconds say nothing about half an hour.
  const duration = (seconds: number) =>
    formatDuration(seconds < 600 ? seconds : Math.round(seconds / 60) * 60, locale)
  const rows =
    time === null
      ? [row({ key: 'time', name: t('group:time.median'), value: noScore, detail: t('group:hidden') })]
      : [
          row({
            key: 'time',
            name: t('group:time.median'),
            value: duration(time.median),
            detail: t('group:time.half', { from: duration(time.lower), to: duration(time.upper) }),
            picture: {
              drawing: spread({
                min: 0,
                max: time.upper * 1.25,
                value: time.median,
                range: [time.lower, time.upper],
              }),
              alt: t('group:time.alt', {
                median: duration(time.median),
                from: duration(time.lower),
                to: duration(time.upper),
              }),
            },
          }),
        ]
  const ends = time === null ? null : ([duration(0), duration(time.upper * 1.25)] as const)
  return {
    key: 'time',
    title: t('group:time.title'),
    notes: [],
    legend: time === null ? [] : [{ key: 'range', text: t('group:legend.half') }],
    sections: [{ key: 'time', title: null, ends, rows }],
  }
}

const score = (value: number, { unit, max }: ListedKey, { t, locale }: Words) =>
  unit === 'T'
    ? t('report:tScore', { score: formatNumber(value, locale, 1, 1) })
    : unit === 'percent'
      ? formatPercent(value, locale, 1)
      : `${formatNumber(value, locale, 1, 1)} / ${formatNumber(max, locale, 0)}`

function scoresPart(report: GroupReport, words: Words): GroupPart {
  const { t, locale } = words
  const number = (value: number) => formatNumber(value, locale, 1, 1)
  const rows = report.keys.map((key): GroupRow => {
    const found = report.scores.find((one) => one.key === key.key)
    if (found === undefined)
      return row({ key: key.key, name: key.name, value: noScore, detail: t('group:hidden') })
    const { sd, sem } = found
    const detail = [
      ...(found.people === null || found.people === report.people ? [] : [peopleOf(found.people, words)]),
      ...(sd === null ? [] : [t('group:scores.sd', { sd: number(sd) })]),
      ...(sem === null ? [] : [t('group:scores.sem', { sem: number(sem) })]),
    ].join(' · ')
    const value = score(found.mean, key, words)
    const bands = key.bands.map(({ id, name }) => ({
      name,
      people: found.bands.find((band) => band.id === id)?.people ?? null,
    }))
    const text = bands
      .map(
        ({ name, people }) =>
          `${name}: ${people === null ? t('group:hiddenShort') : formatNumber(people, locale)}`,
      )
      .join(' · ')
    const whole = found.people ?? report.people ?? 0
    return row({
      key: key.key,
      name: key.name,
      value,
      detail: detail === '' ? null : detail,
      picture: {
        drawing: spread({
          min: key.min,
          max: key.max,
          value: found.mean,
          error: sem,
          range: sd === null ? null : [found.mean - sd, found.mean + sd],
        }),
        alt: [`${key.name}: ${value}`, ...(detail === '' ? [] : [detail])].join(', '),
      },
      bands:
        bands.length === 0
          ? null
          : {
              picture: {
                drawing: shares(
                  bands.map(({ people }) => people),
                  whole,
                ),
                alt: t('group:scores.bandsAlt', { name: key.name, bands: text }),
              },
              text,
            },
    })
  })
  return {
    key: 'scores',
    title: t('group:scores.title'),
    notes: report.keys.length > 0 && report.people !== null ? [t('group:scores.note')] : [],
    legend: [
      { key: 'range', text: t('group:legend.sd') },
      { key: 'error', text: t('group:legend.sem') },
    ],
    sections: [{ key: 'scores', title: null, ends: null, rows }],
  }
}

/** Rows whose figures are not shown as one row with all their names; a report is not long for what it doesn't say. */
function hiddenTogether(rows: readonly GroupRow[], words: Words): GroupRow[] {
  const hidden = rows.filter(({ value }) => value === noScore)
  const [first, second] = hidden
  if (first === undefined || second === undefined) return [...rows]
  const together = {
    ...first,
    name: list(
      hidden.map(({ name }) => name),
      words,
    ),
  }
  return [...rows.filter(({ value }) => value !== noScore), together]
}

const qualities = ['high', 'medium', 'low', 'unknown'] as const

function qualityPart({ quality, people }: GroupReport, words: Words): GroupPart {
  const { t } = words
  const judged = qualities.filter((one) => quality[one] !== 0)
  const flags = quality.flags.map(({ flag, people: count }) =>
    countRow(flag, t(`group:flag.${flag}`), count, people, words),
  )
  return {
    key: 'quality',
    title: t('group:quality.title'),
    notes: [t('group:quality.note')],
    legend: [],
    sections: [
      {
        key: 'quality',
        title: null,
        ends: null,
        rows: hiddenTogether(
          judged.map((one) =>
            countRow(
              one,
              t(`report:confidence.${one === 'unknown' ? 'none' : one}`),
              quality[one],
              people,
              words,
            ),
          ),
          words,
        ),
      },
      ...(flags.length === 0
        ? []
        : [
            { key: 'flags', title: t('group:quality.flags'), ends: null, rows: hiddenTogether(flags, words) },
          ]),
    ],
  }
}

/** A row for the mean of some people, or for people whose mean is not shown. */
function meanRow(
  { key, name, mark }: { key: string; name: string; mark: (reliable: 'higher' | 'lower') => string },
  found: GroupMean | undefined,
  of: ListedKey,
  words: Words,
): GroupRow {
  const { t, locale } = words
  if (found === undefined) return row({ key, name, value: noScore, detail: t('group:hidden') })
  const { mean, error, people, reliable } = found
  const value =
    error === null
      ? score(mean, of, words)
      : t('group:mean', { score: formatNumber(mean, locale, 1, 1), error: formatNumber(error, locale, 1, 1) })
  return row({
    key,
    name,
    value,
    detail: peopleOf(people, words),
    mark: reliable === null ? null : mark(reliable),
    picture: {
      drawing: spread({ min: of.min, max: of.max, value: mean, error }),
      alt: `${name}: ${value}, ${peopleOf(people, words)}`,
    },
  })
}

const mainOf = ({ keys }: GroupReport) => keys.filter(({ main }) => main)

const endsOf = ({ min, max }: ListedKey, { locale }: Words): readonly [string, string] => [
  formatNumber(min, locale, 0),
  formatNumber(max, locale, 0),
]

function groupsPart(report: GroupReport, words: Words): GroupPart[] {
  const { t } = words
  if (report.byGroup.length === 0) return []
  const more = report.otherGroups
  return [
    {
      key: 'groups',
      title: t('group:groups.title'),
      notes: [t('group:groups.note'), ...(more === 0 ? [] : [t('group:groups.more', { count: more })])],
      legend: [{ key: 'error', text: t('group:legend.error') }],
      sections: mainOf(report).map((key) => ({
        key: key.key,
        title: titleOf(key, words),
        ends: endsOf(key, words),
        rows: report.byGroup.map(({ name, scores }) =>
          meanRow(
            {
              key: name,
              name: name || t('group:noGroup'),
              mark: (reliable) => t(`group:groups.${reliable}`),
            },
            scores[key.key],
            key,
            words,
          ),
        ),
      })),
    },
  ]
}

const titleOf = ({ name, unit }: ListedKey, { t }: Words) =>
  unit === 'points' ? name : t(`group:in.${unit}`, { name })

function monthsPart(report: GroupReport, words: Words): GroupPart {
  const { t } = words
  // Months before the first person was there say nothing.
  const first = report.byMonth.findIndex(({ people }) => people !== 0)
  const months = first < 0 ? [] : report.byMonth.slice(first)
  const compared = months.filter(({ scores }) => Object.keys(scores).length > 0)
  const calm =
    compared.length > 1 &&
    compared.every(({ scores }) => Object.values(scores).every(({ reliable }) => reliable === null))
  return {
    key: 'months',
    title: t('group:months.title'),
    notes: [...(calm ? [t('group:months.none')] : []), t('group:months.note')],
    legend: [{ key: 'error', text: t('group:legend.error') }],
    sections: mainOf(report).map((key) => ({
      key: key.key,
      title: titleOf(key, words),
      ends: endsOf(key, words),
      rows: months.map(({ month, people, scores }) =>
        people === 0
          ? row({ key: month, name: monthOf(month, words), value: noScore, detail: t('group:nobody') })
          : meanRow(
              { key: month, name: monthOf(month, words), mark: (reliable) => t(`group:month.${reliable}`) },
              scores[key.key],
              key,
              words,
            ),
      ),
    })),
  }
}

function factsOf(report: GroupReport, words: Words): Fact[] {
  const { t } = words
  const fact = (key: string, value: string, note: string | null = null): Fact => ({
    key,
    label: t(`group:fact.${key}`),
    value,
    note,
  })
  const period = `${monthOf(report.from, words)} – ${monthOf(report.to, words)}`
  return [
    fact('period', period, t('group:fact.periodNote')),
    ...(report.version === null
      ? []
      : [fact('version', String(report.version), versionsNote(report, words))]),
    fact(
      'people',
      report.people === null ? noScore : formatNumber(report.people, words.locale),
      report.people === null ? t('group:hidden') : null,
    ),
  ]
}

/** The versions that are not shown here. */
function versionsNote({ versions, version }: GroupReport, words: Words): string | null {
  const others = versions.filter((one) => one.version !== version)
  if (others.length === 0) return null
  return words.t('group:fact.otherVersions', {
    versions: list(
      others.map(
        (one) =>
          `${one.version} (${one.people === null ? words.t('group:hiddenShort') : peopleOf(one.people, words)})`,
      ),
      words,
    ),
  })
}

/** True when any figure of a report is not shown. */
function lacksFigures(report: GroupReport): boolean {
  const { funnel, quality, byGroup, byMonth, scores } = report
  // A score that is absent, or its mean in a group, can't be looked at.
  const main = mainOf(report).map(({ key }) => key)
  const lacksMeans = [...byGroup, ...byMonth].some(
    (one) => one.people !== 0 && main.some((key) => one.scores[key] === undefined),
  )
  if (lacksMeans || (report.people !== 0 && scores.length < report.keys.length)) return true
  const counts = [
    report.people,
    ...stages.map((stage) => funnel[stage]),
    ...funnel.lost.flatMap((one) => outcomes.map((outcome) => one[outcome])),
    ...qualities.map((one) => quality[one]),
    ...[...quality.flags, ...byGroup, ...byMonth, ...scores].map(({ people }) => people),
    ...scores.flatMap(({ bands }) => bands.map(({ people }) => people)),
  ]
  return counts.includes(null)
}

/**
 * Everything a reader sees of a report of a group, in order, in words and shapes. The web page and the PDF both draw the
 * answer. @param report the figures, in the language of `words`
 */
export function groupView(report: GroupReport, words: Words): GroupReportView {
  const { t } = words
  const title = report.inventory.name
  const shown = report.people !== null && report.people > 0
  return {
    locale: words.locale,
    documentTitle: t('group:documentTitle', { test: title, client: report.client }),
    title,
    subtitle: `${t('group:title')} · ${report.client}`,
    facts: factsOf(report, words),
    notes: lacksFigures(report) ? [t('group:missing')] : [],
    parts: [
      funnelPart(report, words),
      ...(shown
        ? [
            timePart(report, words),
            scoresPart(report, words),
            qualityPart(report, words),
            ...groupsPart(report, words),
            monthsPart(report, words),
          ]
        : []),
    ],
    client: report.client,
    footer: { left: t('report:preparedFor', { client: report.client }), page: t('report:page') },
  }
}

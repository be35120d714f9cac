import {
  type ComparedResult,
  type ComparedScore,
  type ComparedTest,
  type Comparison,
  maxOnRadar,
} from '#contract/compare.ts'
import { formatDate, formatDuration, formatNumber, formatPercent } from '#contract/format.ts'
import { share } from './drawing.ts'
import { radarOfPeople } from './radar.ts'
import { strip } from './strip.ts'
import type { BandView, LegendItem, Picture, Sentence, Words } from './view.ts'
import { list, noScore } from './words.ts'

/** A person with the letter that stands for them in every table and drawing. */
export interface PersonMark {
  key: string
  letter: string
  name: string
  group: string
}

/** Facts about one person's test that a reader weighs beside the scores. */
export interface TakenView {
  person: PersonMark
  assignmentId: string
  facts: { key: string; label: string; value: string; unusual: boolean }[]
}

export interface CompareCell {
  letter: string
  name: string
  value: string
  /** The number itself, for spreadsheets. */
  number: number | null
  se: number | null
  band: BandView | null
}

export interface CompareRow {
  key: string
  name: string
  /** The name under the heading of its category, which a category has already. */
  label: string
  verdict: ComparedScore['verdict']
  /** The verdict in words, a line for each. */
  says: string[]
  picture: Picture
  cells: CompareCell[]
}

export interface CompareTestView {
  key: string
  title: string
  version: string
  notice: string
  taken: TakenView[]
  /** Set where people took it in different ways. */
  conditions: string | null
  summary: Sentence[]
  radar: (Picture & { title: string; people: PersonMark[] }) | null
  /** Null names the scores that are not of a category. */
  groups: { key: string; name: string | null; rows: CompareRow[] }[]
  /** The meaning of a filled mark and of an empty one. */
  marks: { key: 'differs' | 'even'; text: string }[]
  legend: LegendItem[]
}

/** A comparison as its reader sees it: the page, the PDF and the spreadsheet show this and nothing else. */
export interface CompareView {
  locale: Comparison['locale']
  title: string
  lead: string
  people: PersonMark[]
  /** Sentences about the whole comparison. */
  notes: string[]
  /**
   * What is not compared: each with its person and why, for a screen alone, and their number, for print. A copy has no names of
   * those whose results it doesn't show.
   */
  leftOut: { named: string[]; number: string | null }
  tests: CompareTestView[]
  /** The meaning of a reliable difference, in sentences. */
  howToRead: string[]
  readTitle: string
  /** A sentence about the errors that the radar leaves out. */
  radarNote: string
  heads: { score: string; chart: string }
  client: string
  footer: { left: string; page: string }
}

const letters = 'ABCDEF'
/** The middle of the norm group, as on the lanes of a report. */
const expectedT = [45, 55] as const
const mostNamed = 5

/**
 * Everything a reader sees of a comparison, in words and shapes.
 * @param radar the people on the radar by the ids of their accounts; where it is left out all of them, if they are few enough
 * @param copy a file that leaves the organisation
 */
export function compareView(
  comparison: Comparison,
  words: Words,
  { radar, copy = false }: { radar?: readonly string[] | undefined; copy?: boolean } = {},
): CompareView {
  const { t } = words
  const people = comparison.people.map(({ userId, name, group }, at) => ({
    key: userId,
    letter: letters[at] ?? '',
    name,
    group,
  }))
  const drawn = radar ?? (people.length <= maxOnRadar ? people.map(({ key }) => key) : [])
  return {
    locale: words.locale,
    title: t('compare:title'),
    lead: people.map(({ letter, name }) => `${letter} ${name}`).join(' · '),
    people,
    notes: notesOf(comparison, words),
    leftOut: { named: copy ? [] : leftOutOf(comparison, words), number: numberLeftOut(comparison, words) },
    tests: comparison.tests.map((test) => testView(test, { people, drawn, comparison, words })),
    howToRead: [
      t('compare:read.rule'),
      t('compare:read.bars'),
      t('compare:read.chance'),
      t('compare:read.noRank'),
    ],
    readTitle: t('compare:read.title'),
    radarNote: t('compare:radar.note'),
    heads: { score: t('compare:head.score'), chart: t('compare:head.chart') },
    client: comparison.client.name,
    footer: {
      left: t('report:preparedFor', { client: comparison.client.name }),
      page: t('report:page'),
    },
  }
}

function notesOf(comparison: Comparison, words: Words): string[] {
  const { tests } = comparison
  const { t } = words
  const versions = [...Map.groupBy(tests, ({ code }) => code).values()].flatMap((of) => {
    const [first] = of
    return first === undefined || of.length < 2 ? [] : [t('compare:note.versions', { test: first.name })]
  })
  const codes = new Set(tests.map(({ code }) => code))
  const hidesTimes = tests.some(({ results }) =>
    results.some(({ accommodations }) => accommodations === null),
  )
  return [
    ...(codes.size > 1 ? [t('compare:note.tests')] : []),
    ...versions,
    ...(hidesTimes ? [t('compare:file.notShown')] : []),
    ...tests.flatMap((test) => changesOf(test, comparison, words)),
  ]
}

/** A sentence for each person with an earlier result: what has reliably changed since. */
function changesOf(
  { name, changes }: ComparedTest,
  { people, timeZone }: Comparison,
  words: Words,
): string[] {
  const { t, locale } = words
  return changes.map(({ userId, since, higher, lower, even }) => {
    const said = [
      ...(higher.length > 0 ? [t('compare:change.higher', { names: list(higher, words) })] : []),
      ...(lower.length > 0 ? [t('compare:change.lower', { names: list(lower, words) })] : []),
    ]
    const found = said.length > 0 ? said : [t(even > 0 ? 'compare:change.none' : 'compare:change.unknown')]
    const person = people.find((one) => one.userId === userId)?.name || t('compare:somebody')
    const date = formatDate(since, locale, timeZone)
    return [t('compare:change.since', { name: person, test: name, date }), ...found].join(' ')
  })
}

const leftOutOf = ({ leftOut }: Comparison, { t }: Words): string[] =>
  leftOut.map(({ name, test, reason }) =>
    t(`compare:leftOut.${reason}`, { name: name || t('compare:somebody'), test }),
  )

function numberLeftOut({ leftOut: { length } }: Comparison, { t, locale }: Words): string | null {
  if (length === 0) return null
  return t('compare:leftOut.number', { count: length, number: formatNumber(length, locale, 0) })
}

interface Shown {
  readonly people: readonly PersonMark[]
  readonly drawn: readonly string[]
  readonly comparison: Comparison
  readonly words: Words
}

/** One result with its person's mark. */
interface Column {
  readonly person: PersonMark
  readonly result: ComparedResult
}

function testView(test: ComparedTest, shown: Shown): CompareTestView {
  const { words, people } = shown
  const { t } = words
  const columns = people.flatMap((person): Column[] => {
    const result = test.results.find(({ userId }) => userId === person.key)
    return result === undefined ? [] : [{ person, result }]
  })
  const rows = new Map(test.scores.map((score) => [score, rowOf(score, columns, axisOf(test, score), words)]))
  // A scale without any score says nothing of anybody.
  const scored = test.scores.filter(({ scores }) => scores.length > 0)
  const ofCategory = Map.groupBy(scored, ({ kind, category, name }) =>
    kind === 'category' ? name : category,
  )
  const anyT = test.scores.some(({ unit }) => unit === 'T')
  return {
    key: `${test.code} ${test.version}`,
    title: test.name,
    version: t('compare:version', { version: test.version }),
    notice: test.notice,
    taken: columns.map(({ person, result }) => ({
      person,
      assignmentId: result.assignmentId,
      facts: factsOf(result, shown),
    })),
    conditions: conditionsOf(columns, words),
    summary: summaryOf(test, columns, words),
    radar: radarOf(test, columns, shown),
    groups: [...ofCategory].map(([name, scores], at) => ({
      key: String(at),
      name,
      rows: scores.flatMap((score) => rows.get(score) ?? []),
    })),
    marks: (['differs', 'even'] as const).map((key) => ({ key, text: t(`compare:legend.${key}`) })),
    legend: [
      { key: 'error', text: t('compare:legend.error') },
      ...(anyT
        ? [
            {
              key: 'range' as const,
              text: t(test.notice === '' ? 'report:legend.range' : 'report:legend.rangeInvented'),
            },
          ]
        : []),
    ],
  }
}

/** Says whether they differ at all, and on what. */
function summaryOf(test: ComparedTest, columns: readonly Column[], words: Words): Sentence[] {
  const { t, locale } = words
  if (columns.length < 2) return [{ text: t('compare:summary.alone'), strong: false }]
  const compared = test.scores.filter(({ verdict }) => verdict === 'reliable' || verdict === 'none')
  if (compared.length === 0) {
    const has = (verdict: ComparedScore['verdict']) => test.scores.some((score) => score.verdict === verdict)
    const why = has('unknown') ? 'unknown' : has('unlike') ? 'unlike' : 'noScores'
    return [{ text: t(`compare:summary.${why}`), strong: true }]
  }
  const reliable = compared.filter(({ verdict }) => verdict === 'reliable')
  const number = (value: number) => formatNumber(value, locale, 0)
  const count = compared.length
  const unknown = test.scores.filter(({ verdict }) => verdict === 'unknown').length
  const unsaid =
    unknown === 0
      ? []
      : [
          {
            text: t('compare:summary.unknownOthers', { count: unknown, number: number(unknown) }),
            strong: false,
          },
        ]
  if (reliable.length === 0)
    return [{ text: t('compare:summary.none', { count, of: number(count) }), strong: true }, ...unsaid]
  const names = reliable.slice(0, mostNamed).map(({ name }) => name)
  const more = reliable.length - names.length
  const reliableText = t('compare:summary.reliable', {
    count: reliable.length,
    number: number(reliable.length),
    of: number(count),
  })
  const named =
    more > 0
      ? t('compare:summary.namesMore', { names: names.join(', '), count: more, number: number(more) })
      : t('compare:summary.names', { names: names.join(', ') })
  const rest = count - reliable.length
  return [
    { text: reliableText, strong: true },
    { text: named, strong: false },
    ...(rest > 0
      ? [{ text: t('compare:summary.rest', { count: rest, number: number(rest) }), strong: false }]
      : []),
    ...unsaid,
  ]
}

/** The ends of a score's axis. T scores of a test have one, with room for those beyond three standard deviations. */
function axisOf({ scores }: ComparedTest, { unit, min, max }: ComparedScore): { min: number; max: number } {
  if (unit !== 'T') return { min, max }
  const ends = scores
    .filter((one) => one.unit === 'T')
    .flatMap((one) =>
      one.scores.flatMap(({ value, margin }) => [value - (margin ?? 0), value + (margin ?? 0)]),
    )
  const lowest = ends.reduce((one, other) => Math.min(one, other), min)
  const highest = ends.reduce((one, other) => Math.max(one, other), max)
  return { min: 10 * Math.floor(lowest / 10), max: 10 * Math.ceil(highest / 10) }
}

function rowOf(
  score: ComparedScore,
  columns: readonly Column[],
  axis: { min: number; max: number },
  words: Words,
): CompareRow {
  const { t, locale } = words
  const letterOf = (assignmentId: string) =>
    columns.find(({ result }) => result.assignmentId === assignmentId)?.person.letter ?? ''
  const differing = new Set(score.higher.flatMap(({ assignmentId, than }) => [assignmentId, ...than]))
  const found = columns.map(({ person, result }) => ({
    person,
    own: score.scores.find(({ assignmentId }) => assignmentId === result.assignmentId),
  }))
  const cells = found.map(({ person, own }): CompareCell => {
    const value = own === undefined ? noScore : scoreInWords(score, own.value, words)
    return {
      letter: person.letter,
      name: person.name,
      value,
      number: own?.value ?? null,
      se: own?.se ?? null,
      band: own?.band ? { name: own.band.name, tone: own.band.tone, text: '' } : null,
    }
  })
  const says = verdictWords(score, letterOf, words)
  const spoken = found.flatMap(({ person, own }) =>
    own === undefined
      ? []
      : [
          own.se === null
            ? t('compare:alt.one', { name: person.name, value: scoreInWords(score, own.value, words) })
            : t('compare:alt.error', {
                name: person.name,
                value: scoreInWords(score, own.value, words),
                se: formatNumber(own.se, locale, 1),
              }),
        ],
  )
  const drawing = strip(
    found.map(({ person, own }) => ({
      letter: person.letter,
      value: own?.value ?? null,
      margin: own?.margin ?? null,
      differs: own !== undefined && differing.has(own.assignmentId),
    })),
    { ...axis, expected: score.unit === 'T' ? expectedT : null },
  )
  return {
    key: score.key,
    name: score.name,
    label: score.kind === 'category' ? t('compare:categoryScore') : score.name,
    verdict: score.verdict,
    says,
    picture: {
      drawing,
      alt: t('compare:alt.row', { name: score.name, values: spoken.join('; ') || noScore }),
    },
    cells,
  }
}

function scoreInWords({ unit, max }: ComparedScore, value: number, { t, locale }: Words): string {
  if (unit === 'T') return t('report:tScore', { score: formatNumber(value, locale, 0) })
  if (unit === 'percent') return formatPercent(value, locale)
  return t('compare:points', { value: formatNumber(value, locale, 1), max: formatNumber(max, locale, 0) })
}

/** People who are higher than the same others are named together. */
function verdictWords(
  { verdict, higher }: ComparedScore,
  letterOf: (assignmentId: string) => string,
  words: Words,
): string[] {
  const { t } = words
  if (verdict !== 'reliable') return [t(`compare:verdict.${verdict}`)]
  const byOthers = Map.groupBy(higher, ({ than }) => than.map(letterOf).sort().join(','))
  return [...byOthers].map(([than, of]) =>
    t('compare:verdict.higher', {
      higher: list(of.map(({ assignmentId }) => letterOf(assignmentId)).sort(), words),
      lower: list(than.split(','), words),
    }),
  )
}

function radarOf(
  test: ComparedTest,
  columns: readonly Column[],
  { drawn, words }: Shown,
): CompareTestView['radar'] {
  const shown = columns.filter(({ person }) => drawn.includes(person.key)).slice(0, maxOnRadar)
  const scales = test.scores.filter(({ kind }) => kind === 'scale')
  if (shown.length < 2) return null
  const drawing = radarOfPeople(
    scales.map((scale) => ({
      label: scale.short,
      category: scale.category ?? '',
      values: shown.map(({ result }) => {
        const own = scale.scores.find(({ assignmentId }) => assignmentId === result.assignmentId)
        const { min, max } = axisOf(test, scale)
        return own === undefined ? null : 100 * share(own.value, min, max)
      }),
    })),
  )
  const names = list(
    shown.map(({ person }) => person.name),
    words,
  )
  return (
    drawing && {
      drawing,
      title: words.t('compare:radar.title'),
      alt: words.t('compare:radar.alt', { count: scales.length, names }),
      people: shown.map(({ person }) => person),
    }
  )
}

function accommodationWords(
  of: NonNullable<ComparedResult['accommodations']>,
  { t, locale }: Words,
): string[] {
  const { timePercent, textSize, readAloud, breaks, breakMinutes } = of
  const time = timePercent === null ? 'none' : `p${timePercent}`
  const number = (value: number) => formatNumber(value, locale, 0)
  return [
    ...(timePercent === 100 ? [] : [t(`accommodations:mark.${time}`)]),
    ...(textSize === 0 ? [] : [t('accommodations:mark.text', { size: textSize === 1 ? 'A+' : 'A++' })]),
    ...(readAloud ? [] : [t('accommodations:mark.noReadAloud')]),
    ...(breaks === 0
      ? []
      : [
          t('accommodations:mark.breaks', {
            count: breaks,
            number: number(breaks),
            minutes: number(breakMinutes),
          }),
        ]),
  ]
}

/** Response quality first, then the conditions: each is there for everybody, so that the same line says the same. */
function factsOf(result: ComparedResult, { words, comparison }: Shown): TakenView['facts'] {
  const { t, locale } = words
  const fact = (key: string, value: string, unusual = false) => ({
    key,
    label: t(`compare:fact.${key}`),
    value,
    unusual,
  })
  const { accommodations, quality, limitSeconds, endedBy, pausedSeconds, breaks } = result
  const adjusted = accommodations === null ? null : accommodationWords(accommodations, words)
  const meanwhile = [
    ...(endedBy === 'person' ? [] : [t(`compare:ended.${endedBy}`)]),
    ...(pausedSeconds > 0 ? [t('compare:paused', { duration: formatDuration(pausedSeconds, locale) })] : []),
    ...(breaks > 0 ? [t('compare:breaks', { count: breaks, number: formatNumber(breaks, locale, 0) })] : []),
  ]
  const used = result.durationSeconds === null ? null : formatDuration(result.durationSeconds, locale)
  return [
    fact('quality', t(`report:confidence.${quality ?? 'none'}`), quality === 'low' || quality === 'medium'),
    ...(used === null
      ? []
      : [
          fact(
            'duration',
            limitSeconds === null
              ? used
              : t('compare:ofLimit', { used, limit: formatDuration(limitSeconds, locale) }),
          ),
        ]),
    // A named reader's report counts what was asked, so this number says that it does not.
    fact(
      result.openOnly ? 'answeredOpen' : 'answered',
      `${formatNumber(result.answered, locale, 0)} / ${formatNumber(result.items, locale, 0)}`,
      result.answered < result.items,
    ),
    fact('readAloud', t(result.readAloudUsed ? 'compare:used' : 'compare:notUsed'), result.readAloudUsed),
    ...(adjusted === null
      ? []
      : [
          fact(
            'accommodations',
            adjusted.length === 0 ? t('accommodations:none') : adjusted.join(', '),
            adjusted.length > 0,
          ),
        ]),
    fact('language', t(`report:language.${result.testLocale}`)),
    ...(meanwhile.length === 0 ? [] : [fact('meanwhile', meanwhile.join(', '), true)]),
    fact('completed', formatDate(result.completedAt, locale, comparison.timeZone)),
  ]
}

/** Names what was not alike when they took the test; null where everything was. */
function conditionsOf(columns: readonly Column[], words: Words): string | null {
  const { t } = words
  const differ = (of: (result: ComparedResult) => unknown) =>
    new Set(columns.map(({ result }) => JSON.stringify(of(result)))).size > 1
  const found = [
    ...(differ(({ readAloudUsed }) => readAloudUsed) ? ['readAloud'] : []),
    ...(differ(({ accommodations }) => accommodations && accommodationWords(accommodations, words))
      ? ['accommodations']
      : []),
    ...(differ(({ testLocale }) => testLocale) ? ['language'] : []),
    ...(differ(({ quality }) => quality) ? ['quality'] : []),
    ...(differ(({ endedBy, pausedSeconds, breaks }) => [endedBy, pausedSeconds > 0, breaks > 0])
      ? ['meanwhile']
      : []),
  ]
  if (found.length === 0) return null
  return t('compare:conditions', { what: found.map((key) => t(`compare:fact.${key}`)).join(', ') })
}

import { type AnalysisPart, type FullAnalysis, fewestCompared } from '#contract/analyses.ts'
import { formatNumber } from '#contract/format.ts'
import { coefficient, percentOf, pointsOf, quoted, reasonOf, withInterval } from './analysis-figures.ts'
import type { Words } from './view.ts'
import { list } from './words.ts'

/** A sentence with its figure. `look`: someone should look at it. `bad`: what it is about can't be relied on. */
export interface AnalysisLine {
  key: string
  text: string
  figure: string | null
  tone: 'good' | 'plain' | 'look' | 'bad'
}

export interface AnalysisPartView {
  key: string
  name: string
  size: string
  lines: AnalysisLine[]
}

/** From this share on, floor, ceiling and unfinished tests are worth a sentence. */
const noteworthy = { extreme: 0.15, unfinished: 0.2 }

const steps = [
  { word: 'low', from: 0 },
  { word: 'sufficient', from: 0.7 },
  { word: 'good', from: 0.8 },
  { word: 'excellent', from: 0.9 },
] as const

/** The step of a reliability on the usual scale, as EFPA's review model has it; -1 for a negative one. */
const stepOf = (value: number) => steps.filter(({ from }) => value >= from).length - 1

function reliabilityLine({ kind, reliability, omega }: AnalysisPart, words: Words): AnalysisLine {
  const { t } = words
  const { value, interval } = reliability
  const write = (of: number) => coefficient(of, words)
  if (value === null) {
    const text = `${t('analysis:reliability.none')} ${reasonOf(reliability, words) ?? ''}`.trim()
    return plain('reliability', text)
  }
  const step = stepOf(value)
  const unsure = interval !== null && stepOf(interval.upper) - stepOf(interval.lower) > 1
  const figures = [
    t(`analysis:reliability.${kind}`, { value: withInterval(reliability, write, words) ?? '' }),
    ...(omega === null || omega.value === null
      ? []
      : [t('analysis:reliability.omega', { value: withInterval(omega, write, words) ?? '' })]),
  ]
  return {
    key: 'reliability',
    text: [
      t(`analysis:reliability.${steps[step]?.word ?? 'negative'}`),
      ...(unsure ? [t('analysis:reliability.unsure')] : []),
    ].join(' '),
    figure: figures.join(' · '),
    tone: step > 1 ? 'good' : step === 1 ? 'plain' : 'bad',
  }
}

function accuracyLine(part: AnalysisPart, words: Words): AnalysisLine {
  const { t } = words
  const { sem, mean, sd, lowest, highest } = part
  const number = (value: number) => pointsOf(value, words)
  const figures = [
    ...(sem.value === null ? [] : [t('analysis:part.semFigure', { value: number(sem.value) })]),
    ...(mean.value === null ? [] : [t('analysis:part.mean', { value: number(mean.value) })]),
    ...(sd.value === null ? [] : [t('analysis:part.sd', { value: number(sd.value) })]),
    t('analysis:part.range', { lowest: number(lowest), highest: number(highest) }),
  ]
  return {
    key: 'accuracy',
    text:
      sem.value === null
        ? t('analysis:part.semNone')
        : t('analysis:part.sem', { count: Math.round(sem.value * 10) / 10, value: number(sem.value) }),
    figure: figures.join(' · '),
    tone: 'plain',
  }
}

/** Sentences that are said only where they matter. */
function warnings(part: AnalysisPart, items: FullAnalysis['items'], words: Words): AnalysisLine[] {
  const { t } = words
  const shares = [
    ['floor', part.floor, noteworthy.extreme],
    ['ceiling', part.ceiling, noteworthy.extreme],
    ['unfinished', part.unfinished, noteworthy.unfinished],
  ] as const
  const lines = shares.flatMap(([key, share, from]): AnalysisLine[] =>
    share === null || share < from
      ? []
      : [
          {
            key,
            text: t(`analysis:part.${key}`, { percent: percentOf(share, words) }),
            figure: null,
            tone: 'look',
          },
        ],
  )
  if (part.unreversed.length === 0) return lines
  const named = part.unreversed.map((id) => {
    const found = items.find((item) => item.id === id)?.words
    return found ? quoted(found) : id
  })
  return [
    ...lines,
    {
      key: 'unreversed',
      text: t('analysis:part.unreversed', { items: list(named, words) }),
      figure: null,
      tone: 'bad',
    },
  ]
}

/** Says how good a part of the test is. */
export function partView(part: AnalysisPart, { items }: FullAnalysis, words: Words): AnalysisPartView {
  const { t, locale } = words
  const people = t('analysis:part.people', { count: part.n, number: formatNumber(part.n, locale) })
  const questions = t('analysis:part.items', { count: part.k, number: formatNumber(part.k, locale) })
  return {
    key: part.key,
    name: part.name,
    size: t('analysis:part.size', { people, items: questions }),
    lines: [reliabilityLine(part, words), accuracyLine(part, words), ...warnings(part, items, words)],
  }
}

function languageLine({ dif, items }: FullAnalysis, words: Words): AnalysisLine {
  const { t, locale } = words
  const { reference, other, reason } = dif
  if (reference === null || other === null || reason !== null)
    return {
      key: 'languages',
      text:
        reason === 'one_language'
          ? t('analysis:verdict.oneLanguage')
          : t('analysis:verdict.fewOfLanguage', { number: formatNumber(fewestCompared, locale) }),
      figure: null,
      tone: 'plain',
    }
  const count = items.filter(({ flags }) => flags.some(({ code }) => code === 'dif')).length
  const named = {
    one: t(`analysis:inLanguage.${reference.locale}`),
    other: t(`analysis:inLanguage.${other.locale}`),
  }
  return {
    key: 'languages',
    text:
      count === 0
        ? t('analysis:verdict.sameLanguages', named)
        : t('analysis:verdict.languages', { ...named, count, number: formatNumber(count, locale) }),
    figure: t('analysis:verdict.languagesFigure', {
      one: t(`inventories:language.${reference.locale}`),
      other: t(`inventories:language.${other.locale}`),
      first: formatNumber(reference.n, locale),
      second: formatNumber(other.n, locale),
    }),
    tone: count === 0 ? 'good' : 'look',
  }
}

/** The sentences about the whole test, which come before its parts. */
export function verdictOf(analysis: FullAnalysis, words: Words): AnalysisLine[] {
  const { t, locale } = words
  const number = (value: number) => formatNumber(value, locale)
  const { items, leftOut, newestOnly, flags } = analysis
  const flagged = items.filter((item) => item.flags.length > 0).length
  const all = { key: 'flagged', figure: null }
  return [
    flagged === 0
      ? {
          ...all,
          text: t('analysis:verdict.noneFlagged', { count: items.length, of: number(items.length) }),
          tone: 'good',
        }
      : {
          ...all,
          text: t('analysis:verdict.flagged', {
            count: flagged,
            number: number(flagged),
            of: number(items.length),
          }),
          tone: 'look',
        },
    ...flags.map(
      ({ code }): AnalysisLine => ({
        key: code,
        text: t(`analysis:verdict.${code}`),
        figure: null,
        tone: 'look',
      }),
    ),
    languageLine(analysis, words),
    ...(leftOut > 0
      ? [plain('leftOut', t('analysis:leftOut', { count: leftOut, number: number(leftOut) }))]
      : []),
    ...(newestOnly ? [plain('newestOnly', t('analysis:newestOnly'))] : []),
  ]
}

const plain = (key: string, text: string): AnalysisLine => ({ key, text, figure: null, tone: 'plain' })

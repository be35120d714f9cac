import type { AnalysisItem, FullAnalysis, ItemFlagCode } from '#contract/analyses.ts'
import { formatDuration, formatNumber } from '#contract/format.ts'
import { coefficient, percentOf, pointsOf, quoted, reasonOf, withInterval } from './analysis-figures.ts'
import { curve } from './curve.ts'
import type { Fact, Picture, Words } from './view.ts'
import { list, noScore } from './words.ts'

/** A question in the list: its flags in sentences. */
export interface AnalysisItemView {
  id: string
  name: string
  /** Its scale, or its section where it is in none. */
  place: string
  conspicuous: boolean
  /** One for each flag, the most serious first. */
  sentences: string[]
}

export interface AnalysisOptionView {
  id: string
  label: string
  isKey: boolean
  all: string
  upper: string
  lower: string
}

/** The evidence for the sentences about a question. */
export interface AnalysisEvidence {
  note: string | null
  options: AnalysisOptionView[]
  curve: { lead: string; picture: Picture } | null
  facts: Fact[]
}

type Flag = AnalysisItem['flags'][number]

function keySentence({ option, certain }: Flag, { kind }: AnalysisItem, { t }: Words): string {
  if (kind === 'likert') return t('analysis:flag.likertKey')
  if (option === null) return t(certain ? 'analysis:flag.key' : 'analysis:flag.keyUnsureAlone')
  return t(certain ? 'analysis:flag.keyOption' : 'analysis:flag.keyUnsure', { option: quoted(option.label) })
}

function difSentence(
  { certain }: Flag,
  { dif }: AnalysisItem,
  of: FullAnalysis['dif'],
  { t }: Words,
): string {
  const delta = dif?.delta ?? null
  const harder = delta === null ? undefined : delta < 0 ? of.other?.locale : of.reference?.locale
  const text = harder ? t(`analysis:flag.difHarder.${harder}`) : t('analysis:flag.difOther')
  return certain ? text : `${text} ${t('analysis:flag.unsure')}`
}

/** Options that few choose are named in one sentence, though each has its flag; those that no one chooses in another. */
function idleSentences({ flags, options }: AnalysisItem, words: Words): string[] {
  const idle = flags.flatMap(({ code, option }) => (code === 'idle_option' && option ? [option] : []))
  const unused = (id: string) => options.find((option) => option.id === id)?.count === 0
  const said = (key: string, of: typeof idle) =>
    of.length === 0
      ? []
      : [
          words.t(key, {
            options: list(
              of.map(({ label }) => quoted(label)),
              words,
            ),
          }),
        ]
  return [
    ...said(
      'analysis:flag.idleNone',
      idle.filter(({ id }) => unused(id)),
    ),
    ...said(
      'analysis:flag.idle',
      idle.filter(({ id }) => !unused(id)),
    ),
  ]
}

/** Says in a sentence for each flag that a question is conspicuous. */
function sentencesOf(item: AnalysisItem, analysis: FullAnalysis, words: Words): string[] {
  const { t } = words
  const likert = item.kind === 'likert'
  const say: Record<Exclude<ItemFlagCode, 'idle_option'>, (flag: Flag) => string> = {
    key: (flag) => keySentence(flag, item, words),
    dif: (flag) => difSentence(flag, item, analysis.dif, words),
    weak: () => t(likert ? 'analysis:flag.likertWeak' : 'analysis:flag.weak'),
    unreached: () => t('analysis:flag.unreached', { percent: percentOf(item.blanks.notReached, words) }),
    hard: () => t(item.options.length > 1 ? 'analysis:flag.hardOptions' : 'analysis:flag.hard'),
    easy: () => t('analysis:flag.easy'),
  }
  const sentences = item.flags.flatMap((flag) => (flag.code === 'idle_option' ? [] : [say[flag.code](flag)]))
  return [...sentences, ...idleSentences(item, words)]
}

export function itemView(item: AnalysisItem, analysis: FullAnalysis, words: Words): AnalysisItemView {
  const sentences = sentencesOf(item, analysis, words)
  return {
    id: item.id,
    name: item.words ?? words.t('analysis:list.noWords'),
    place: item.scale?.name ?? item.section.title,
    conspicuous: sentences.length > 0,
    sentences: sentences.length > 0 ? sentences : [words.t('analysis:flag.nothing')],
  }
}

function curveView({ curve: groups }: AnalysisItem, words: Words): AnalysisEvidence['curve'] {
  const { t } = words
  const shares = groups.map(({ share }) => share)
  const [first, last] = [shares.at(0), shares.at(-1)]
  if (first === undefined || last === undefined || shares.length < 2) return null
  const gain = last - first
  const lead = t(`analysis:evidence.curveLead.${gain >= 0.1 ? 'rises' : gain > -0.1 ? 'flat' : 'falls'}`)
  const write = (percent: number) => percentOf(percent / 100, words)
  const ends = [t('analysis:evidence.lowest'), t('analysis:evidence.highest')] as const
  return {
    lead,
    picture: {
      drawing: curve({ shares, write, ends }),
      alt: t('analysis:evidence.curveAlt', {
        lead,
        shares: shares.map((share) => percentOf(share, words)).join(', '),
      }),
    },
  }
}

/** The figures of the people's time and of those who did not answer. */
function answeringFacts({ time, blanks }: AnalysisItem, { t, locale }: Words): Fact[] {
  const duration = (ms: number) => formatDuration(ms / 1000, locale)
  const percent = (share: number) => percentOf(share, { t, locale })
  const left = (['omitted', 'notReached', 'timedOut'] as const).filter((kind) => blanks[kind] > 0)
  return [
    {
      key: 'time',
      label: t('analysis:evidence.time'),
      value: time === null ? noScore : t('analysis:evidence.timeValue', { median: duration(time.median) }),
      note:
        time === null
          ? t('analysis:evidence.timeNone')
          : t('analysis:evidence.timeNote', { p90: duration(time.p90) }),
    },
    {
      key: 'blanks',
      label: t('analysis:evidence.blanks'),
      value: percent(blanks.omitted + blanks.notReached + blanks.timedOut),
      note:
        left.length === 0
          ? null
          : left
              .map((kind) => t(`analysis:evidence.${kind}`, { percent: percent(blanks[kind]) }))
              .join(' · '),
    },
  ]
}

function difFact({ dif }: AnalysisItem, words: Words): Fact[] {
  const { t } = words
  if (dif === null) return []
  const { etsClass, delta, gain } = dif
  const known = gain === null ? etsClass : gain > 0.07 ? 'C' : 'A'
  const figures = [
    ...(etsClass === null || delta === null
      ? []
      : [t('analysis:evidence.difFigure', { class: etsClass, delta: coefficient(delta, words) })]),
    ...(gain === null ? [] : [t('analysis:evidence.gain', { gain: coefficient(gain, words) })]),
  ]
  return [
    {
      key: 'dif',
      label: t('analysis:evidence.languages'),
      value: t(`analysis:evidence.dif.${known ?? 'none'}`),
      note: figures.join(' · ') || null,
    },
  ]
}

/** The figures of a question's points; each that is null says why. */
function pointFacts(item: AnalysisItem, { parts }: FullAnalysis, words: Words): Fact[] {
  const { t } = words
  const { p, mean, sd, rest, reliabilityWithout } = item
  const fact = (
    key: string,
    label: string,
    of: AnalysisItem['rest'],
    { write, note = null }: { write: (value: number) => string; note?: string | null },
  ): Fact[] =>
    of === null
      ? []
      : [
          {
            key,
            label,
            value: withInterval(of, write, words) ?? noScore,
            note: of.value === null ? reasonOf(of, words) : note,
          },
        ]
  const share = { write: (value: number) => percentOf(value, words) }
  const points = { write: (value: number) => pointsOf(value, words) }
  const two = (value: number) => coefficient(value, words)
  const home = parts.find(({ key }) => key === item.scale?.key) ?? parts.find(({ whole }) => whole)
  const withIt = home?.reliability.value ?? null
  return [
    // Only a share of people has an interval: where an answer is right or wrong.
    ...fact('p', t(p?.interval ? 'analysis:evidence.right' : 'analysis:evidence.points'), p, share),
    ...fact('mean', t('analysis:evidence.mean'), mean, points),
    ...fact('sd', t('analysis:evidence.sd'), sd, points),
    ...fact('rest', t('analysis:evidence.rest'), rest, { write: two, note: t('analysis:evidence.restNote') }),
    ...fact('without', t('analysis:evidence.without'), reliabilityWithout, {
      write: two,
      note: withIt === null ? null : t('analysis:evidence.withIt', { value: two(withIt) }),
    }),
  ]
}

export function evidenceOf(item: AnalysisItem, analysis: FullAnalysis, words: Words): AnalysisEvidence {
  const { t, locale } = words
  const percent = (share: number | null) => percentOf(share, words)
  return {
    note: item.kind === 'other' ? t('analysis:evidence.noPoints') : null,
    options: item.options.map(({ id, label, isKey, share, upper, lower }) => ({
      id,
      label,
      isKey,
      all: percent(share),
      upper: percent(upper),
      lower: percent(lower),
    })),
    curve: curveView(item, words),
    facts: [
      { key: 'n', label: t('analysis:evidence.n'), value: formatNumber(item.n, locale), note: null },
      ...pointFacts(item, analysis, words),
      ...answeringFacts(item, words),
      ...difFact(item, words),
    ],
  }
}

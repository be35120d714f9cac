import { formatNumber, formatPercent } from '#contract/format.ts'
import type { Report, ReportCategory, ReportScale } from '#contract/reports.ts'
import { bar } from './bars.ts'
import { radar } from './radar.ts'
import type { Narrowed, Selection } from './selection.ts'
import type { BarView, Picture, RankView, Sentence, Tone, Words } from './view.ts'
import { bandView, isAnswered, list, percent } from './words.ts'

const scalesOf = (report: Report) => report.categories.flatMap((category) => category.scales)

/** The group's mean, and what it leaves out where it does. */
function groupMean(percent: number, without: readonly string[], words: Words): string {
  const value = formatPercent(percent, words.locale)
  return without.length === 0 ? value : words.t('report:groupWithout', { value, names: list(without, words) })
}

/** Category bars in percent with the group's mean; none for a category that is shown in part. */
export function categoryBars(report: Narrowed, numbers: boolean, words: Words): BarView[] {
  const { t } = words
  const one = (category: ReportCategory): BarView => {
    const { name, percentage, groupAverage } = category
    const value = percent(percentage, words)
    const group = groupAverage === null ? null : groupMean(groupAverage, category.groupWithout, words)
    const band = bandView(category, percentage !== null, words)
    let alt = t('report:alt.plain', { name, band: band?.name ?? '' })
    if (numbers)
      alt = group ? t('report:alt.barGroup', { name, value, group }) : t('report:alt.bar', { name, value })
    return {
      key: category.key,
      name,
      value: numbers ? value : null,
      group: numbers && group ? t('report:groupValue', { value: group }) : null,
      band,
      picture: { drawing: bar({ value: percentage, min: 0, max: 100, group: groupAverage }), alt },
    }
  }
  return report.categories.filter(({ partial }) => !partial).map(one)
}

/** Why a category has no bar; null when each has one. */
export function partialNote({ categories }: Narrowed, words: Words): string | null {
  const names = categories.filter(({ partial }) => partial).map(({ name }) => name)
  return names.length === 0 ? null : words.t('report:bars.partial', { names: list(names, words) })
}

/** A scale on the radar in words; with numbers hidden its band alone. */
function spoken(scale: ReportScale, numbers: boolean, words: Words): string {
  const { name, percentage, groupAverage } = scale
  if (!numbers || percentage === null)
    return `${name} ${bandView(scale, percentage !== null, words)?.name ?? ''}`.trim()
  const value = percent(percentage, words)
  if (groupAverage === null) return `${name} ${value}`
  return `${name} ${words.t('report:alt.radarGroup', { value, group: percent(groupAverage, words) })}`
}

/** All scales at a glance; null below three. Where no table says its values, its words do. */
export function profileRadar(
  report: Report,
  { details, percentages }: Selection,
  words: Words,
): (Picture & { title: string }) | null {
  const scales = scalesOf(report)
  const drawing = radar(
    report.categories.flatMap((category) =>
      category.scales.map((scale) => ({
        label: scale.short,
        category: category.key,
        value: scale.percentage,
        group: scale.groupAverage,
      })),
    ),
    percentages,
  )
  const count = scales.length
  const alt = details
    ? words.t('report:alt.radar', { count })
    : words.t('report:alt.radarValues', {
        count,
        values: scales.map((scale) => spoken(scale, percentages, words)).join('; '),
      })
  return drawing && { drawing, title: words.t('report:radar'), alt }
}

/**
 * Ranks scales from highest to lowest: by T where every scored scale has one, since percentages of unlike scales do not
 * compare.
 */
function ranked(report: Report): { order: ReportScale[]; byT: boolean } {
  const scored = scalesOf(report).filter((scale) => scale.percentage !== null && isAnswered(scale))
  const byT = scored.every((scale) => scale.standardScore !== null)
  const height = (scale: ReportScale) => (byT ? scale.standardScore : scale.percentage) ?? 0
  return { order: scored.sort((a, b) => height(b) - height(a)), byT }
}

/** The metric of the order. No other is shown beside it: a higher percentage may have a lower T. */
function rankNote(scale: ReportScale, byT: boolean, numbers: boolean, { t, locale }: Words): string {
  if (!numbers || scale.percentage === null) return scale.band?.name ?? ''
  if (byT) return t('report:tScore', { score: formatNumber(scale.standardScore ?? 0, locale, 0) })
  const value = formatPercent(scale.percentage, locale)
  if (scale.groupAverage === null) return value
  const difference = Math.round(scale.percentage - scale.groupAverage)
  if (difference === 0) return t('report:rank.same', { value })
  const points = formatNumber(Math.abs(difference), locale, 0)
  return difference > 0
    ? t('report:rank.above', { value, points })
    : t('report:rank.below', { value, points })
}

/** The mean of T scores. */
const normMean = 50

/**
 * The three highest and the three lowest scales; fewer when there are fewer than six, so that none is in both. Against the
 * norm only what is at or above its mean is strong, and only what is below it weak; percentages say no such thing, so those
 * lists are the person's own highest and lowest.
 */
export function ranks(report: Report, numbers: boolean, words: Words): RankView[] {
  const { order, byT } = ranked(report)
  const count = Math.min(3, Math.floor(order.length / 2))
  if (count === 0) return []
  const item = (scale: ReportScale) => ({
    key: scale.key,
    name: scale.name,
    note: rankNote(scale, byT, numbers, words),
  })
  const above = (scale: ReportScale) => (scale.standardScore ?? 0) >= normMean
  const highest = order.slice(0, count).filter((scale) => !byT || above(scale))
  const lowest = order
    .slice(-count)
    .reverse()
    .filter((scale) => !byT || !above(scale))
  const lists: RankView[] = [
    {
      key: 'strong',
      title: words.t(byT ? 'report:rank.strongNorm' : 'report:rank.strong'),
      items: highest.map(item),
    },
    {
      key: 'weak',
      title: words.t(byT ? 'report:rank.weakNorm' : 'report:rank.weak'),
      items: lowest.map(item),
    },
  ]
  return lists.filter(({ items }) => items.length > 0)
}

/** The scales of the first of these tones that any has: three bands have no outer ones, five have. */
function outermost(order: readonly ReportScale[], tones: readonly Tone[]): ReportScale[] {
  const found = tones.map((tone) => order.filter((scale) => scale.band?.tone === tone))
  return found.find((scales) => scales.length > 0) ?? []
}

/** The most scales that a sentence names; the rest is counted. */
const maxNamed = 3

/** The first of these scales by name, parted by commas because their own names have "and" in them, and how many more. */
function named(
  scales: readonly ReportScale[],
  say: {
    all: (named: { names: string }) => string
    more: (named: { names: string; count: number }) => string
  },
): string {
  const names = scales
    .slice(0, maxNamed)
    .map(({ name }) => name)
    .join(', ')
  const count = scales.length - maxNamed
  return count > 0 ? say.more({ names, count }) : say.all({ names })
}

/** The sentences that a plant manager reads first. */
export function profileSummary(report: Report, words: Words): Sentence[] {
  const { t } = words
  const said: Sentence[] = []
  const compared = scalesOf(report).filter(
    (scale) => scale.percentage !== null && scale.groupAverage !== null,
  )
  if (compared.length > 0) {
    const above = compared.filter((scale) => (scale.percentage ?? 0) > (scale.groupAverage ?? 0)).length
    said.push({ text: t('report:summary.aboveGroup', { count: compared.length, above }), strong: true })
    const others = scalesOf(report).filter((scale) => !compared.includes(scale))
    if (others.length > 0) {
      const names = others.map(({ name }) => name)
      said.push({ text: t('report:summary.notCompared', { names: list(names, words) }), strong: false })
    }
  }
  const { order } = ranked(report)
  const strong = outermost(order, ['strength', 'above'])
  if (strong.length > 0) {
    const text = named(strong, {
      all: (one) => t('report:summary.strong', one),
      more: (one) => t('report:summary.strongMore', one),
    })
    said.push({ text, strong: false })
  }
  const weak = outermost(order.toReversed(), ['attention', 'below'])
  const talk = report.reader === 'manager'
  if (weak.length > 0) {
    const text = named(weak, {
      all: (one) => t(talk ? 'report:summary.talk' : 'report:summary.low', one),
      more: (one) => t(talk ? 'report:summary.talkMore' : 'report:summary.lowMore', one),
    })
    said.push({ text, strong: true })
  }
  const [only, second] = order
  if (said.length > 0 || only === undefined) return said
  // One alone can neither stand out nor fall behind.
  if (second === undefined) {
    const band = only.band?.name ?? ''
    return [{ text: t('report:summary.one', { name: only.name, band }), strong: false }]
  }
  const even = order.every((scale) => scale.band?.tone === 'expected')
  return even ? [{ text: t('report:summary.balanced'), strong: false }] : []
}

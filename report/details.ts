import { formatNumber, formatPercent } from '#contract/format.ts'
import type { Report, ReportComposite, ReportScale } from '#contract/reports.ts'
import { bar } from './bars.ts'
import { lane } from './lane.ts'
import type { Narrowed } from './selection.ts'
import type { BarView, GroupView, Picture, RowView, Words } from './view.ts'
import { bandView, isAnswered, noScore, percent } from './words.ts'

type Layout = Report['inventory']['layout']

/** Steps of a checklist's answers, so that a mean can be read off its bar. */
const checklistCuts = [1, 2, 3]

/** A scale's number beside its bar: a mean with two decimals in a checklist, else a percentage. */
export function scaleValue(scale: ReportScale, layout: Layout, words: Words): string {
  if (layout === 'checklist')
    return scale.raw === null ? noScore : formatNumber(scale.raw, words.locale, 2, 2)
  return percent(scale.percentage, words)
}

/**
 * A scale's bar with its words: a checklist's mean on its answers' range, everything else in percent.
 * With `numbers` off neither the drawing's words nor anything beside it names a number.
 */
export function scaleBar(scale: ReportScale, layout: Layout, numbers: boolean, words: Words): Picture {
  const { t, locale } = words
  const drawing =
    layout === 'checklist'
      ? bar({ value: scale.raw, min: scale.min, max: scale.max, cuts: checklistCuts })
      : bar({ value: scale.percentage, min: 0, max: 100, group: scale.groupAverage })
  const band = bandView(scale, scale.raw !== null, words)?.name ?? ''
  if (!numbers) return { drawing, alt: t('report:alt.plain', { name: scale.name, band }) }
  const value = scaleValue(scale, layout, words)
  if (layout === 'checklist') {
    return { drawing, alt: t('report:alt.mean', { name: scale.name, value, max: scale.max }) }
  }
  if (scale.groupAverage === null) return { drawing, alt: t('report:alt.bar', { name: scale.name, value }) }
  const group = formatPercent(scale.groupAverage, locale)
  return { drawing, alt: t('report:alt.barGroup', { name: scale.name, value, group }) }
}

/** The parts of a scale that its T score's lane shows and describes. */
type Standardised = Pick<ReportScale, 'name' | 'band' | 'notAssessed' | 'standardScore' | 'sem'> &
  Partial<Pick<ReportScale, 'answered' | 'items'>>

function scaleLane(scale: Standardised, numbers: boolean, words: Words): Picture {
  const { t, locale } = words
  const drawing = lane(scale.standardScore, scale.sem)
  const band = bandView(scale, scale.standardScore !== null, words)?.name ?? ''
  if (!numbers || scale.standardScore === null)
    return { drawing, alt: t('report:alt.plain', { name: scale.name, band }) }
  const score = formatNumber(scale.standardScore, locale, 0)
  if (scale.sem === null) return { drawing, alt: t('report:alt.lane', { name: scale.name, score }) }
  const sem = formatNumber(scale.sem, locale, 0)
  return { drawing, alt: t('report:alt.laneError', { name: scale.name, score, sem }) }
}

/** The scores that are made of several scales, each on its lane. */
export function compositeBars(
  composites: readonly ReportComposite[],
  numbers: boolean,
  words: Words,
): BarView[] {
  return composites.map(({ key, name, standardScore, band, notAssessed }) => ({
    key,
    name,
    value: numbers
      ? standardScore === null
        ? noScore
        : words.t('report:tScore', { score: formatNumber(standardScore, words.locale, 0) })
      : null,
    group: null,
    band: bandView({ band, notAssessed }, standardScore !== null, words),
    picture: scaleLane({ name, band, notAssessed, standardScore, sem: null }, numbers, words),
  }))
}

function secondValue(scale: ReportScale, layout: Layout, { t, locale }: Words): string | null {
  if (scale.raw === null) return null
  if (layout === 'placement') {
    return `${formatNumber(scale.raw, locale, 1)} / ${formatNumber(scale.max, locale, 0)}`
  }
  if (scale.standardScore === null) return null
  const score = formatNumber(scale.standardScore, locale, 0)
  // The error belongs to the number only where whiskers show it.
  if (layout !== 'profile' || scale.sem === null) return t('report:tScore', { score })
  return t('report:tScoreError', { score, sem: formatNumber(scale.sem, locale, 0) })
}

const outlying = ['attention', 'below', 'strength']

/** Questions help where a score lies far out, at either end: a strength wants an example, too. Elsewhere they only fill the page. */
function questions(scale: ReportScale): string[] {
  return scale.band && isAnswered(scale) && outlying.includes(scale.band.tone) ? scale.interview : []
}

/** True when the rows show T lanes: in a profile whose scales have norms. */
export const usesLanes = (report: Report) =>
  report.inventory.layout === 'profile' &&
  report.categories.some((category) => category.scales.some((scale) => scale.standardScore !== null))

/** The detail rows by category. `report` is narrowed to the selection. */
export function detailGroups(report: Narrowed, numbers: boolean, words: Words): GroupView[] {
  const { layout } = report.inventory
  const lanes = usesLanes(report)
  const row = (scale: ReportScale): RowView => ({
    key: scale.key,
    name: scale.name,
    // The meaning of a high score does not help a reader of a scale that has none.
    description: scale.notAssessed ? '' : scale.description,
    value: numbers ? scaleValue(scale, layout, words) : null,
    second: numbers ? secondValue(scale, layout, words) : null,
    band: bandView(scale, scale.raw !== null, words),
    picture: lanes ? scaleLane(scale, numbers, words) : scaleBar(scale, layout, numbers, words),
    interview: questions(scale),
  })
  return report.categories.map((category) => ({
    key: category.key,
    // The one heading over all scales of a placement or checklist says nothing that the title does not.
    name: layout === 'profile' && category.name !== '' ? category.name : null,
    value: numbers && layout === 'profile' && !category.partial ? percent(category.percentage, words) : null,
    band:
      layout === 'profile' && !category.partial
        ? bandView(category, category.percentage !== null, words)
        : null,
    rows: category.scales.map(row),
  }))
}

import { totalKeys } from '#contract/fields.ts'
import type { Report, ReportCategory, ReportScale } from '#contract/reports.ts'

/** The reader's choice of what to see; the query of `report.pdf` carries the same three. */
export interface Selection {
  /** Keys of scales and totals; all of them when absent. Unknown keys are without effect. */
  scores?: readonly string[]
  /** Rows of the scales with their descriptions and interview questions. */
  details: boolean
  /** The numbers beside the bars. */
  percentages: boolean
}

/** Everything that can be switched on and off, in the order of the report. */
export interface Choices {
  totals: { key: string; name: string | null }[]
  categories: { key: string; name: string; scales: { key: string; name: string }[] }[]
}

const scalesOf = (report: Report): ReportScale[] => report.categories.flatMap((category) => category.scales)

const hasGroup = (report: Report) =>
  report.group !== null &&
  ((report.correct?.groupAverage ?? report.placement?.groupAverage ?? null) !== null ||
    report.categories.some((category) => category.groupAverage !== null) ||
    scalesOf(report).some((scale) => scale.groupAverage !== null))

/**
 * The scores of a report that the reader may choose from. A total whose `name` is null is named by the caller's words;
 * the others carry the definition's name.
 */
export function choicesOf(report: Report): Choices {
  const totals: Choices['totals'] = []
  if (report.placement) totals.push({ key: totalKeys.placement, name: null })
  for (const index of report.checklist?.indices ?? []) totals.push({ key: index.key, name: index.name })
  if (report.correct) totals.push({ key: totalKeys.correct, name: null })
  if (hasGroup(report)) totals.push({ key: totalKeys.group, name: null })
  for (const { key, name } of report.composites) totals.push({ key, name })
  const categories = report.categories
    .filter((category) => category.scales.length > 0)
    .map(({ key, name, scales }) => ({
      key,
      name,
      scales: scales.map((scale) => ({ key: scale.key, name: scale.name })),
    }))
  return { totals, categories }
}

/** The keys of all choices, totals first. */
export function allKeys(report: Report): string[] {
  const { totals, categories } = choicesOf(report)
  return [...totals, ...categories.flatMap((category) => category.scales)].map((choice) => choice.key)
}

/** True when a scale or total is shown. */
export const isShown = (selection: Selection, key: string) => selection.scores?.includes(key) ?? true

/**
 * Totals that were chosen without all of their scales. They are not shown: what the others leave of a total is the scale
 * that was switched off. One without any of its scales is shown alone. The weights of a combined score
 * may be anything, so it counts as made of every scale.
 */
export function withheld(report: Report, selection: Selection): string[] {
  const every = scalesOf(report).map((scale) => scale.key)
  const inPart = (keys: readonly string[]) => {
    const shown = keys.filter((key) => isShown(selection, key)).length
    return shown > 0 && shown < keys.length
  }
  return choicesOf(report)
    .totals.map(({ key }) => key)
    .filter((key) => key !== totalKeys.group && isShown(selection, key))
    .filter((key) => inPart(key === totalKeys.correct ? (report.correct?.of ?? every) : every))
}

/** The selection without what is withheld. */
export function settled(report: Report, selection: Selection): Selection {
  const gone = withheld(report, selection)
  if (gone.length === 0) return selection
  const scores = allKeys(report).filter((key) => isShown(selection, key) && !gone.includes(key))
  return { ...selection, scores }
}

/** `partial` is a category of which scales are switched off. */
export type Narrowed = Omit<Report, 'categories'> & { categories: (ReportCategory & { partial: boolean })[] }

/**
 * The report with only the selected scales in it; a category without any is gone, and so is every trace of the group when
 * its average is switched off. A category that is shown in part keeps its name alone: its score and its group's mean are
 * made of all its scales, so that one that is switched off could be reckoned back, and a score of the rest under the same
 * name would be another one. Everything drawn or said is made of the answer, so nothing switched off can leak into a sentence.
 */
export function narrowed(report: Report, selection: Selection): Narrowed {
  const withGroup = isShown(selection, totalKeys.group)
  const groupAverage = (value: number | null) => (withGroup ? value : null)
  return {
    ...report,
    group: withGroup && hasGroup(report) ? report.group : null,
    correct:
      report.correct && isShown(selection, totalKeys.correct)
        ? { ...report.correct, groupAverage: groupAverage(report.correct.groupAverage) }
        : null,
    composites: report.composites.filter(({ key }) => isShown(selection, key)),
    placement: report.placement && {
      ...report.placement,
      groupAverage: isShown(selection, totalKeys.placement)
        ? groupAverage(report.placement.groupAverage)
        : null,
    },
    checklist: report.checklist && {
      ...report.checklist,
      indices: report.checklist.indices.filter((index) => isShown(selection, index.key)),
    },
    categories: report.categories
      .map((category) => {
        const scales = category.scales
          .filter((scale) => isShown(selection, scale.key))
          .map((scale) => ({ ...scale, groupAverage: groupAverage(scale.groupAverage) }))
        const partial = scales.length < category.scales.length
        const marked = withGroup && !partial
        return {
          ...category,
          partial,
          percentage: partial ? null : category.percentage,
          standardScore: partial ? null : category.standardScore,
          band: partial ? null : category.band,
          groupAverage: marked ? category.groupAverage : null,
          groupWithout: marked ? category.groupWithout : [],
          scales,
        }
      })
      .filter((category) => category.scales.length > 0),
  }
}

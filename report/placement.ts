import { totalKeys } from '#contract/fields.ts'
import { formatNumber, formatPercent } from '#contract/format.ts'
import type { Report, ReportScale } from '#contract/reports.ts'
import { ladder } from './ladder.ts'
import { isShown, type Selection } from './selection.ts'
import type { Picture, Sentence, Words } from './view.ts'
import { isAnswered } from './words.ts'

type Placement = NonNullable<Report['placement']>

const scaleName = (report: Report, key: string) =>
  report.categories.flatMap((category) => category.scales).find((scale) => scale.key === key)?.name

/** The steps with the total on them; gone with the total. */
export function placementLadder(
  placement: Placement,
  selection: Selection,
  { t, locale }: Words,
): (Picture & { title: string }) | null {
  if (!isShown(selection, totalKeys.placement)) return null
  const write = (points: number) => formatNumber(points, locale, 0)
  const { cuts, max, level, total, sem } = placement
  return {
    title: t('report:placement.ladder'),
    drawing: ladder({ cuts, max, level, total, sem, write }),
    alt: t('report:alt.ladder', {
      total: write(total),
      max: write(max),
      level: placement.levelName,
      cuts: cuts.map((cut) => `${cut.name} ${write(cut.from)}`).join(', '),
    }),
  }
}

/**
 * The probability that the level is really the one beside it. Whole percent, and never more certain than the error is
 * known: nothing above 99 or below 1. No number where numbers or the total are hidden, because it would reveal the
 * total.
 */
export function neighbourChance(
  { neighbour }: Placement,
  selection: Selection,
  { t, locale }: Words,
): string | null {
  if (neighbour === null) return null
  const { name: level, percentage } = neighbour
  const rare = percentage < 1
  if (!selection.percentages || !isShown(selection, totalKeys.placement))
    return rare ? null : t('report:placement.neighbour', { level })
  if (rare) return t('report:placement.neighbourRare', { level })
  const chance = formatPercent(Math.min(99, Math.round(percentage)), locale)
  return t('report:placement.neighbourChance', { level, chance })
}

/** Total, and the strongest and weakest section where they differ. */
export function placementSummary(
  report: Report,
  placement: Placement,
  selection: Selection,
  words: Words,
): Sentence[] {
  const { t, locale } = words
  const said: Sentence[] = []
  if (isShown(selection, totalKeys.placement)) {
    const variables = {
      total: formatNumber(placement.total, locale, 0),
      max: formatNumber(placement.max, locale, 0),
    }
    said.push({ text: t('report:placement.total', variables), strong: true })
  }
  const scored = report.categories
    .flatMap((category) => category.scales)
    .filter(
      (scale): scale is ReportScale & { percentage: number } =>
        scale.percentage !== null && isAnswered(scale),
    )
    .sort((a, b) => b.percentage - a.percentage)
  const first = scored[0]
  const last = scored.at(-1)
  if (first && last && first.percentage > last.percentage) {
    said.push({
      text: t('report:placement.extremes', { strongest: first.name, weakest: last.name }),
      strong: false,
    })
  }
  return said
}

/** Reasons for which the level is lower than the total alone: always said, without the name of what is not shown. */
export function placementRemarks(report: Report, placement: Placement, { t }: Words): string[] {
  const said: string[] = []
  if (placement.cappedBy) {
    const scale = scaleName(report, placement.cappedBy)
    const level = placement.levelName
    said.push(
      scale === undefined
        ? t('report:placement.cappedByHidden', { level })
        : t('report:placement.capped', { scale, level }),
    )
  }
  return said
}

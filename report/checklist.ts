import { formatNumber } from '#contract/format.ts'
import type { Report } from '#contract/reports.ts'
import type { Sentence, Tile, Words } from './view.ts'
import { bandView, list, noScore } from './words.ts'

type Checklist = NonNullable<Report['checklist']>

/** The three indices: GSI and PSDI as means with two decimals, PST as a count. */
export function checklistTiles(checklist: Checklist, words: Words): Tile[] {
  const { locale } = words
  return checklist.indices.map(({ key, name, text, value, max, band }) => ({
    key,
    label: name,
    value:
      value === null
        ? noScore
        : key === 'PST'
          ? formatNumber(value, locale, 0)
          : formatNumber(value, locale, 2, 2),
    of: formatNumber(max, locale, 0),
    band: key === 'GSI' || value === null ? bandView({ band }, value !== null, words) : null,
    text,
  }))
}

/** Sums up how far the answers go, and which dimensions are high; never what that would mean for a person. */
export function checklistSummary(report: Report, checklist: Checklist, words: Words): Sentence[] {
  const { t } = words
  const said: Sentence[] = []
  const level = checklist.indices.find((index) => index.key === 'GSI')?.band
  if (level) said.push({ text: t('report:checklist.level', { band: level.name }), strong: true })
  const scales = report.categories.flatMap((category) => category.scales)
  const raised = scales
    .filter((scale) => scale.band?.tone === 'attention' || scale.band?.tone === 'below')
    .sort((a, b) => (b.standardScore ?? b.raw ?? 0) - (a.standardScore ?? a.raw ?? 0))
    .slice(0, 3)
    .map((scale) => scale.name)
  if (raised.length > 0)
    said.push({ text: t('report:checklist.raised', { names: list(raised, words) }), strong: false })
  else if (scales.some((scale) => scale.band))
    said.push({ text: t('report:checklist.noneRaised'), strong: false })
  if (checklist.answered < checklist.items) {
    said.push({
      text: t('report:checklist.unanswered', {
        count: checklist.items - checklist.answered,
        items: checklist.items,
      }),
      strong: false,
    })
  }
  return said
}

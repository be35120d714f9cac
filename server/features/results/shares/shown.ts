import type { Report } from '#contract/reports.ts'
import type { SharedReport, ShareShow } from '#contract/shares.ts'
import { sections } from '#report/sections.ts'
import { translate } from '#server/locales.ts'

/** The part of a report that a share shows. What it leaves out does not leave the server. */
export function shownOf(report: Report, show: ShareShow): SharedReport {
  const { locale } = report
  const t = (key: string, variables?: Record<string, string | number>) => translate(locale, key, variables)
  const view = sections(report, { details: false, percentages: false }, { locale, t })
  return {
    assignmentId: report.assignmentId,
    name: report.candidate.name,
    test: report.inventory.name,
    completedAt: report.completedAt,
    headline: view.headline && { label: view.headline.label, value: view.headline.value },
    summary: view.summary.map(({ text }) => text).join(' '),
    report: { summary: null, scores: scoresOf(report), details: report }[show],
  }
}

/** The scales with their bands: without questions for an interview and without the checks of response quality. */
const scoresOf = (report: Report): Report => ({
  ...report,
  categories: report.categories.map((category) => ({
    ...category,
    scales: category.scales.map((scale) => ({ ...scale, interview: [] })),
  })),
  validity: { confidence: report.validity.confidence, notes: [] },
})

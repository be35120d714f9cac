import type { Report } from '#contract/reports.ts'
import { checklistSummary, checklistTiles } from './checklist.ts'
import { detailGroups, scaleBar, scaleValue, usesLanes } from './details.ts'
import { placementLadder, placementRemarks, placementSummary } from './placement.ts'
import { categoryBars, profileRadar, profileSummary, ranks } from './profile.ts'
import { narrowed, type Selection } from './selection.ts'
import type { BarView, LegendItem, ReportView, Sentence, Words } from './view.ts'
import { bandView, confidenceView, notes, notices, percent, remarks, resultFacts, whoFacts } from './words.ts'

/** A bar for each scale, for the layouts whose categories are only headings. */
function scaleBars(report: Report, numbers: boolean, words: Words): BarView[] {
  const { layout } = report.inventory
  return report.categories
    .flatMap((category) => category.scales)
    .map((scale) => ({
      key: scale.key,
      name: scale.name,
      value: numbers ? scaleValue(scale, layout, words) : null,
      group:
        numbers && scale.groupAverage !== null
          ? words.t('report:groupValue', { value: percent(scale.groupAverage, words) })
          : null,
      band: bandView(scale.band, scale.raw !== null, words),
      picture: scaleBar(scale, layout, numbers, words),
    }))
}

function summaryOf(report: Report, selection: Selection, words: Words): Sentence[] {
  if (report.placement) return placementSummary(report, report.placement, selection, words)
  if (report.checklist) return checklistSummary(report, report.checklist, words)
  return profileSummary(report, words)
}

function legends(
  report: Report,
  lanes: boolean,
  { t }: Words,
): { legend: LegendItem[]; detailsLegend: LegendItem[] } {
  const person: LegendItem = { key: 'person', text: report.candidate.name }
  const group: LegendItem[] = report.group
    ? [
        {
          key: 'group',
          text: t('report:legend.group', {
            // Without a group of their own a person is compared with the whole client.
            group: report.group.name || report.client.name,
            count: report.group.size,
          }),
        },
      ]
    : []
  if (!lanes) return { legend: [person, ...group], detailsLegend: [] }
  return {
    legend: [person, ...group],
    detailsLegend: [
      { key: 'person', text: t('report:legend.person') },
      { key: 'group', text: t('report:legend.norm') },
      { key: 'range', text: t('report:legend.range') },
    ],
  }
}

/**
 * Everything a reader sees of a report, in order, in words and shapes, narrowed to the selection. The web page and the PDF
 * both draw the answer, so the PDF holds just what the screen shows.
 * @param full the scored result in the language of `words`; percentages 0 to 100, T scores, means in raw units
 */
export function sections(full: Report, selection: Selection, words: Words): ReportView {
  const { t } = words
  const report = narrowed(full, selection)
  const { layout } = report.inventory
  const profile = layout === 'profile'
  const numbers = selection.percentages
  const lanes = usesLanes(report)
  const { placement, checklist, candidate, inventory } = report
  return {
    layout,
    locale: words.locale,
    documentTitle: t('report:documentTitle', { name: candidate.name, report: inventory.title }),
    name: candidate.name,
    title: inventory.title,
    subtitle: [inventory.name, candidate.group, t(`report:type.${candidate.type}`)]
      .filter(Boolean)
      .join(' · '),
    who: whoFacts(report, words),
    facts: resultFacts(report, words),
    notices: notices(report),
    headline: placement && {
      label: t('report:placement.level'),
      value: placement.levelName,
      text: placement.levelText,
    },
    summary: summaryOf(report, selection, words),
    tiles: checklist ? checklistTiles(checklist, words) : [],
    ladder: placement && placementLadder(placement, selection, words),
    barsTitle: t(`report:bars.${layout}`),
    bars: profile ? categoryBars(report, numbers, words) : scaleBars(report, numbers, words),
    radar: profile ? profileRadar(report, words) : null,
    ranks: profile ? ranks(report, numbers, words) : [],
    ...legends(report, lanes, words),
    detailsTitle: t('report:details'),
    lanes,
    columns: {
      scale: t('report:column.scale'),
      lower: t('report:column.lower'),
      higher: t('report:column.higher'),
      score: t('report:column.score'),
      meaning: t('report:column.meaning'),
    },
    groups: selection.details ? detailGroups(report, numbers, words) : [],
    interviewTitle: t('report:interview'),
    confidence: confidenceView(report, words),
    remarks: [...(placement ? placementRemarks(full, placement, words) : []), ...remarks(report, words)],
    notes: notes(report, words),
    footer: {
      left: t('report:preparedFor', { client: report.client.name }),
      serial: report.serial,
      page: t('report:page'),
    },
    versions: t('report:versions', {
      code: inventory.code,
      inventory: report.versions.inventory,
      format: report.versions.format,
      scoring: report.versions.scoring,
    }),
  }
}

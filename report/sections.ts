import { formatHash } from '#contract/format.ts'
import type { Report } from '#contract/reports.ts'
import { checklistSummary, checklistTiles } from './checklist.ts'
import { conductView } from './conduct.ts'
import { compositeBars, detailGroups, scaleBar, scaleValue, usesLanes } from './details.ts'
import { neighbourChance, placementLadder, placementRemarks, placementSummary } from './placement.ts'
import { categoryBars, partialNote, profileRadar, profileSummary, ranks } from './profile.ts'
import { allKeys, choicesOf, isShown, narrowed, type Selection, settled, withheld } from './selection.ts'
import { signalsView } from './signals.ts'
import type { BarView, LegendItem, ReportView, Sentence, Words } from './view.ts'
import {
  bandView,
  confidenceView,
  groupName,
  list,
  notes,
  notices,
  percent,
  remarks,
  resultFacts,
  whoFacts,
} from './words.ts'

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
      band: bandView(scale, scale.raw !== null, words),
      picture: scaleBar(scale, layout, numbers, words),
    }))
}

function summaryOf(report: Report, selection: Selection, words: Words): Sentence[] {
  if (report.placement) return placementSummary(report, report.placement, selection, words)
  if (report.checklist) return checklistSummary(report, report.checklist, words)
  return profileSummary(report, words)
}

/** The marks of a T lane. What is invented is named so wherever it is seen. */
function laneLegend(report: Report, t: Words['t']): LegendItem[] {
  const invented = report.texts.simulated.trim() !== ''
  return [
    { key: 'person', text: t('report:legend.person') },
    { key: 'norm', text: t(invented ? 'report:legend.normInvented' : 'report:legend.norm') },
    { key: 'range', text: t(invented ? 'report:legend.rangeInvented' : 'report:legend.range') },
  ]
}

function legends(
  report: Report,
  lanes: boolean,
  radar: boolean,
  { t }: Words,
): { legend: LegendItem[]; detailsLegend: LegendItem[] } {
  const person: LegendItem = { key: 'person', text: report.candidate.name }
  const group: LegendItem[] = report.group
    ? [
        {
          key: 'group',
          text: t('report:legend.group', {
            group: groupName(report),
            count: report.group.size,
          }),
        },
      ]
    : []
  // The group has no mark on the radar but a line of its own.
  if (radar && group.length > 0) group.push({ key: 'dashed', text: t('report:legend.groupRadar') })
  if (!lanes) return { legend: [person, ...group], detailsLegend: [] }
  const whiskers = report.categories.some(({ scales }) =>
    scales.some((scale) => scale.standardScore !== null && scale.sem !== null),
  )
  return {
    legend: [person, ...group],
    detailsLegend: [
      ...laneLegend(report, t),
      // The other mark is named here too, by the place where it is drawn.
      ...(report.group ? [{ key: 'group' as const, text: t('report:legend.groupBars') }] : []),
      ...(whiskers ? [{ key: 'error' as const, text: t('report:legend.error') }] : []),
    ],
  }
}

/** That something was left out, so that nobody takes a part for the whole; null when everything is there. */
function shownNote(full: Report, selection: Selection, { t }: Words): string | null {
  const keys = allKeys(full)
  const shown = keys.filter((key) => isShown(selection, key)).length
  const parts = [
    ...(shown < keys.length ? [t('report:shown.scores', { shown, count: keys.length })] : []),
    ...(selection.details ? [] : [t('report:shown.noDetails')]),
    ...(selection.percentages ? [] : [t('report:shown.noNumbers')]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

/** Why something chosen is not there; null when all is. */
function missingNote(full: Report, asked: Selection, partial: string | null, words: Words): string | null {
  const gone = withheld(full, asked)
  const names = choicesOf(full)
    .totals.filter(({ key }) => gone.includes(key))
    .map(({ key, name }) => name ?? words.t(`report:total.${key}`))
  const total = names.length === 0 ? [] : [words.t('report:bars.withheld', { names: list(names, words) })]
  return [...(partial === null ? [] : [partial]), ...total].join(' ') || null
}

/**
 * Everything a reader sees of a report, in order, in words and shapes, narrowed to the selection. The web page and the
 * PDF both draw the answer, so the PDF contains exactly what the screen shows.
 * @param full the scored result in the language of `words`; percentages 0 to 100, T scores, means in raw units
 */
export function sections(full: Report, asked: Selection, words: Words): ReportView {
  const { t } = words
  const selection = settled(full, asked)
  const report = narrowed(full, selection)
  const { layout } = report.inventory
  const profile = layout === 'profile'
  const numbers = selection.percentages
  const lanes = usesLanes(report)
  const { placement, checklist, candidate, inventory } = report
  const radar = profile ? profileRadar(report, selection, words) : null
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
    facts: resultFacts(report, numbers, words),
    notices: notices(report),
    headline: placement && {
      label: t('report:placement.level'),
      value: placement.levelName,
      text: placement.levelText,
      chance: neighbourChance(placement, selection, words),
    },
    summary: summaryOf(report, selection, words),
    tiles: checklist ? checklistTiles(checklist, words) : [],
    ladder: placement && placementLadder(placement, selection, words),
    barsTitle: t(`report:bars.${layout}`),
    bars: profile ? categoryBars(report, numbers, words) : scaleBars(report, numbers, words),
    barsNote: missingNote(full, asked, profile ? partialNote(report, words) : null, words),
    composites:
      report.composites.length === 0
        ? null
        : {
            title: t('report:composites'),
            bars: compositeBars(report.composites, numbers, words),
            legend: laneLegend(report, t),
          },
    radar,
    ranks: profile ? ranks(report, numbers, words) : [],
    ...legends(report, lanes, radar !== null, words),
    detailsTitle: t('report:details'),
    lanes,
    columns: {
      scale: t('report:column.scale'),
      lower: t('report:column.lower'),
      higher: t('report:column.higher'),
      score: numbers ? t('report:column.score') : '',
      meaning: t('report:column.meaning'),
      category: t('report:column.category'),
    },
    groups: selection.details ? detailGroups(report, numbers, words) : [],
    interviewTitle: t('report:interview'),
    confidence: confidenceView(report, words),
    signals: signalsView(report, words),
    remarks: [...(placement ? placementRemarks(report, placement, words) : []), ...remarks(report, words)],
    conduct: conductView(report, words),
    notes: notes(report, words),
    footer: {
      left: t('report:preparedFor', { client: report.client.name }),
      serial: report.serial,
      page: t('report:page'),
    },
    shown: shownNote(full, selection, words),
    versions: t('report:versions', {
      code: inventory.code,
      inventory: report.versions.inventory,
      // Enough digits to distinguish two contents of one number on paper; the version's page has them all.
      hash: formatHash(report.versions.hash, 8),
      format: report.versions.format,
      scoring: report.versions.scoring,
    }),
  }
}

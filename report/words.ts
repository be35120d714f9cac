import { totalKeys } from '#contract/fields.ts'
import {
  formatDate,
  formatDuration,
  formatNumber,
  formatPercent,
  formatTime,
  formatZone,
} from '#contract/format.ts'
import type { Report, ReportScale } from '#contract/reports.ts'
import type { BandView, Fact, Words } from './view.ts'

/** Shown where a score could not be given. */
export const noScore = '–'

/** True when any question of a scale was answered. */
export const isAnswered = ({ answered = 1, items = 0 }: Partial<Pick<ReportScale, 'answered' | 'items'>>) =>
  answered > 0 || items === 0

/** A band for the reader; what was not scored or not asked says so. */
export function bandView(
  {
    band,
    notAssessed,
    flagged,
    ...answers
  }: Pick<ReportScale, 'band' | 'notAssessed' | 'flagged'> & Partial<Pick<ReportScale, 'answered' | 'items'>>,
  scored: boolean,
  { t }: Words,
): BandView | null {
  if (notAssessed) return { name: t('report:notAssessed'), text: t('report:notAssessedText'), tone: 'none' }
  // The lowest band would say of missing answers that they were wrong.
  if (!isAnswered(answers))
    return { name: t('report:notAnswered'), text: t('report:notAnsweredText'), tone: 'none' }
  if (band)
    return {
      name: flagged ? t('report:flagged', { band: band.name }) : band.name,
      text: flagged ? `${band.text} ${t('report:flaggedText')}` : band.text,
      tone: band.tone,
    }
  return scored ? null : { name: t('report:notScored'), text: t('report:notScoredText'), tone: 'none' }
}

export const percent = (value: number | null, { locale }: Words) =>
  value === null ? noScore : formatPercent(value, locale)

/** “A, B and C” in the reader's language. */
export const list = (names: readonly string[], { locale }: Words) =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

/** The comparison group's name; somebody without a group of their own is compared with the whole client. */
export const groupName = ({ group, client }: Report) => group?.name || client.name

/** The person who was tested, and the client. */
export function whoFacts(report: Report, { t }: Words): Fact[] {
  const facts: Fact[] = [
    { key: 'client', label: t('report:fact.client'), value: report.client.name, note: null },
  ]
  if (report.candidate.group) {
    facts.push({ key: 'group', label: t('report:fact.group'), value: report.candidate.group, note: null })
  }
  return facts
}

function limitNote(report: Report, { t, locale }: Words): string | null {
  if (report.submittedBy === 'time') return t('report:fact.endedByTime')
  if (report.limitSeconds === null) return null
  return t('report:fact.limit', { limit: formatDuration(report.limitSeconds, locale) })
}

function durationFact(report: Report, words: Words): Fact[] {
  if (report.durationSeconds === null) return []
  const value = formatDuration(report.durationSeconds, words.locale)
  return [{ key: 'duration', label: words.t('report:fact.duration'), value, note: limitNote(report, words) }]
}

/** When, how long, how complete, and the totals that were selected. `report` is narrowed to the selection. */
export function resultFacts(report: Report, numbers: boolean, words: Words): Fact[] {
  const { t, locale } = words
  const zone = report.timeZone
  const facts: Fact[] = [
    {
      key: 'completed',
      label: t(report.submittedBy === 'manager' ? 'report:fact.ended' : 'report:fact.completed'),
      value: formatDate(report.completedAt, locale, zone),
      note: `${formatTime(report.completedAt, locale, zone)} · ${formatZone(zone, locale)}`,
    },
    ...durationFact(report, words),
    {
      key: 'answered',
      label: t('report:fact.answered'),
      value: `${formatNumber(report.answered, locale, 0)} / ${formatNumber(report.itemCount, locale, 0)}`,
      note: t('report:fact.testLanguage', { language: t(`report:language.${report.testLocale}`) }),
    },
  ]
  const { correct, placement, group } = report
  if (correct) {
    facts.push({
      key: totalKeys.correct,
      label: t('report:total.dogru_cevap_sayisi'),
      value: `${formatNumber(correct.count, locale, 1)} / ${formatNumber(correct.max, locale, 0)}`,
      note: numbers && correct.max > 0 ? formatPercent((100 * correct.count) / correct.max, locale) : null,
    })
  }
  if (group) {
    const name = groupName(report)
    const total = correct ?? placement
    const mean = total?.groupAverage ?? null
    facts.push({
      key: totalKeys.group,
      label: mean === null ? t('report:fact.comparison') : t('report:total.grup_ortalamasi'),
      value:
        mean === null || !total
          ? name
          : `${formatNumber(mean, locale, 1)} / ${formatNumber(total.max, locale, 0)}`,
      note:
        mean === null
          ? t('report:fact.people', { count: group.size })
          : t('report:fact.groupPeople', { group: name, count: group.size }),
    })
  }
  return facts
}

/** Events on the way that a reader should know before judging. */
export function remarks(report: Report, { t }: Words): string[] {
  const said: string[] = []
  if (report.adjustedTime) said.push(t('report:remark.adjustedTime'))
  if (report.submittedBy === 'time') said.push(t('report:remark.endedByTime'))
  // Managers read it under how the test was taken.
  if (report.submittedBy === 'manager' && report.conduct === null)
    said.push(t('report:remark.ended', { client: report.client.name }))
  const { count, inTime, accepted, undecided } = report.lateAnswers
  if (count > 0) {
    const scored = accepted ? count - undecided : 0
    if (scored > 0) said.push(t('report:remark.lateAccepted', { count: scored }))
    if (count > scored) said.push(t('report:remark.lateIgnored', { count: count - scored }))
    if (inTime > 0) said.push(t('report:remark.lateInTime', { count: inTime }))
  }
  return said
}

export function confidenceView({ validity }: Report, { t }: Words) {
  const fine = validity.notes.filter((note) => note.ok).length
  return {
    level: validity.confidence,
    title: t('report:confidence.title'),
    value: t(`report:confidence.${validity.confidence ?? 'none'}`),
    note:
      validity.notes.length === 0
        ? validity.confidence === null
          ? t('report:confidence.nothing')
          : null
        : t('report:confidence.checks', { count: validity.notes.length, fine }),
    explanation: t('report:confidence.explanation'),
    checks: validity.notes.map((note) => ({
      ...note,
      state: note.ok ? t('report:confidence.usual') : t('report:confidence.unusual'),
    })),
  }
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Notes on reading the scores, and what they are not good for, including that norms are invented. */
export function notes({ texts }: Report, { t }: Words) {
  const simulated = texts.notice.trim() === '' ? [] : paragraphs(texts.simulated)
  return [
    { key: 'howToRead' as const, title: t('report:howToRead'), paragraphs: paragraphs(texts.howToRead) },
    {
      key: 'limits' as const,
      title: t('report:limits'),
      paragraphs: [...paragraphs(texts.limits), ...simulated],
    },
  ].filter((note) => note.paragraphs.length > 0)
}

/** The notice above the result: the definition's own, else that its norms are invented. */
export const notices = ({ texts }: Report) =>
  paragraphs(texts.notice.trim() === '' ? texts.simulated : texts.notice)

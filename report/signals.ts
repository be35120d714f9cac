import { formatDate, formatDateTime, formatDuration, formatTime } from '#contract/format.ts'
import type { Report } from '#contract/reports.ts'
import type { SignalsView, Words } from './view.ts'
import { list } from './words.ts'

type Signals = NonNullable<Report['signals']>

/** The most times that are named; the others are counted. */
const mostTimes = 10

/** Signs noted while the test was taken: facts with their times. Null where there is nothing to say. */
export function signalsView(report: Report, words: Words): SignalsView | null {
  if (report.signals === null) return null
  const { t } = words
  const facts = [
    ...awayFact(report, report.signals, words),
    ...copiedFact(report, report.signals, words),
    ...openingsFact(report, report.signals, words),
    ...answerFacts(report.signals, words),
  ]
  if (facts.length === 0) return null
  return { title: t('report:signals.title'), facts, note: t('report:signals.note') }
}

/** The hour of a moment; the day too where the test was not finished on the day it was started. */
function timeOf(report: Report, at: string, { locale }: Words): string {
  const day = (moment: string) => formatDate(moment, locale, report.timeZone)
  const oneDay = report.startedAt !== null && day(report.startedAt) === day(report.completedAt)
  return (oneDay ? formatTime : formatDateTime)(at, locale, report.timeZone)
}

function times(named: readonly string[], words: Words): string {
  const rest = named.length - mostTimes
  if (rest <= 0) return list(named, words)
  return words.t('report:signals.timesMore', { times: named.slice(0, mostTimes).join(', '), count: rest })
}

function awayFact(report: Report, { away }: Signals, words: Words): string[] {
  if (away.length === 0) return []
  const { t, locale } = words
  const total = formatDuration(
    away.reduce((sum, { seconds }) => sum + seconds, 0),
    locale,
  )
  const each = away.map(
    ({ at, seconds }) => `${timeOf(report, at, words)} (${formatDuration(seconds, locale)})`,
  )
  return [t('report:signals.away', { count: away.length, total, times: times(each, words) })]
}

function copiedFact(report: Report, { copied }: Signals, words: Words): string[] {
  if (copied.length === 0) return []
  const each = copied.map((at) => timeOf(report, at, words))
  return [words.t('report:signals.copied', { count: copied.length, times: times(each, words) })]
}

/** The first opening is everybody's: what came after it is the fact. */
function openingsFact(report: Report, { openings }: Signals, words: Words): string[] {
  const [first = '', ...further] = openings.map(
    ({ at, device }) => `${words.t(`report:signals.device.${device}`)} (${timeOf(report, at, words)})`,
  )
  if (further.length === 0) return []
  return [words.t('report:signals.openings', { first, count: further.length, times: times(further, words) })]
}

function answerFacts({ fast, sameAnswers }: Signals, { t }: Words): string[] {
  return [
    ...(fast === null ? [] : [t('report:signals.fast', { count: fast.count, of: fast.of })]),
    ...(sameAnswers === null ? [] : [t('report:signals.sameAnswers', { count: sameAnswers })]),
  ]
}

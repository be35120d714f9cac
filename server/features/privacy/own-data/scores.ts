import type { Locale } from '#contract/fields.ts'
import type { OwnScore, OwnTest } from '#contract/own-data.ts'
import { sensitiveScales, withTotals } from '#scoring/form/left-out.ts'
import { Scores } from '#scoring/score/scores.ts'
import type { Executor } from '#server/db/database.ts'
import { bandOf } from '#server/features/delivery/results/listed.ts'
import { type ResultOfAssignment, resultOf } from '#server/features/delivery/results/results.ts'
import { buildReport } from '#server/features/results/reports/build.ts'
import { translate } from '#server/locales.ts'
import type { Reader } from '#server/privacy/registry.ts'

const nothing = { description: '', value: null, min: null, max: null, standardScore: null, percentile: null }

type Words = (band: { name: string; text: string } | null) => OwnScore['band']

/** A band says more than its name to the person only where its test has a report for them: others speak to who interviews. */
const bandWordsOf =
  ({ definition }: ResultOfAssignment['version']): Words =>
  (band) =>
    band && { name: band.name, text: definition.participantReport ? band.text : '' }

/** Each scale with its number and words: more than any report shows, and no key, weight or norm. */
function scales(
  { scores, version }: ResultOfAssignment,
  { reader }: { reader: Reader },
  locale: Locale,
): OwnScore[] {
  const { definition } = version
  const bandWords = bandWordsOf(version)
  const atDesk = reader === 'desk'
  const hidden = atDesk ? withTotals(definition, sensitiveScales(definition)) : []
  const shown = scores.scales.filter(({ key, sensitive }) => !(atDesk && sensitive) && !hidden.includes(key))
  return shown.map((score) => {
    const words = definition.texts[locale].scales?.[score.key]
    const { bandSet } = definition.scales.find((one) => one.key === score.key) ?? {}
    return {
      name: words?.name ?? score.key,
      description: words?.description ?? '',
      value: score.raw,
      min: score.min,
      max: score.max,
      standardScore: score.T,
      percentile: score.percentile,
      band: bandWords(bandOf(definition, bandSet, score.band, locale)),
    }
  })
}

/** A result with the scales that a legal hold keeps apart, and what is made of them, as they were. */
function withHeld(
  { row, scores, version }: ResultOfAssignment,
  held: unknown,
  notAsked: readonly string[],
): ResultOfAssignment {
  if (held === null) return { row, scores, version }
  const then = Scores.parse(held)
  const kept = new Set(row.left_out.filter((key) => !notAsked.includes(key)))
  const { categories = [], composites = [] } = version.definition
  for (const { key, scales: of } of categories) if (of.some((scale) => kept.has(scale))) kept.add(key)
  for (const { key, parts } of composites) if (parts.some(({ scale }) => kept.has(scale))) kept.add(key)
  const asThen = <T extends { key: string }>(now: readonly T[], before: readonly T[]) =>
    now.map((one) => (kept.has(one.key) && before.find(({ key }) => key === one.key)) || one)
  return {
    row: { ...row, left_out: [...notAsked] },
    scores: {
      ...scores,
      totals: then.totals,
      scales: asThen(scores.scales, then.scales),
      categories: asThen(scores.categories, then.categories),
      composites: asThen(scores.composites, then.composites),
    },
    version,
  }
}

/** Facts about a result beside its scores. */
interface Known {
  scoredAt: string | null
  held: unknown
  notAsked: readonly string[]
  late: NonNullable<OwnTest['result']>['late']
  /** The desk's copy is without sensitive scales and what is made of them, as for a manager who may not see them. */
  reader: Reader
}

/**
 * A person's own result in words; null while there is none.
 */
export async function ownScores(
  db: Executor,
  key: { clientId: string; assignmentId: string; userId: string },
  { scoredAt, held, notAsked, late, reader }: Known,
  locale: Locale,
): Promise<OwnTest['result']> {
  const found = await resultOf(db, key, { alsoRestricted: true })
  if (found === undefined) return null
  const result = withHeld(found, held, notAsked)
  const own = {
    reader: 'participant',
    seesSensitive: reader === 'person',
    lateInTime: 0,
    signals: null,
    notes: null,
    showsFlags: false,
  } as const
  const report = buildReport({ ...result, ...key, ...own }, undefined, locale)
  const { placement, checklist } = report
  const bandWords = bandWordsOf(result.version)
  return {
    scoredAt,
    group: result.row.group_name,
    answered: report.answered,
    items: report.itemCount,
    late,
    level: placement?.levelName ?? null,
    scores: [
      ...scales(result, { reader }, locale),
      ...(result.version.definition.categories === undefined ? [] : report.categories).map((category) => ({
        ...nothing,
        name: category.name,
        standardScore: category.standardScore,
        band: bandWords(category.band),
      })),
      ...report.composites.map(({ name, description, standardScore, band }) => ({
        ...nothing,
        name,
        description,
        standardScore,
        band: bandWords(band),
      })),
      ...(checklist?.indices ?? []).map(({ name, text, value, max, band }) => ({
        ...nothing,
        name,
        description: text,
        value,
        max,
        band: bandWords(band),
      })),
      ...(placement === null
        ? []
        : [
            {
              ...nothing,
              name: translate(locale, 'report:total.total'),
              description: '',
              value: placement.total,
              min: 0,
              max: placement.max,
              band: { name: placement.levelName, text: placement.levelText },
            },
          ]),
    ],
    notice: report.texts.notice,
    remarks: report.validity.notes.map(({ name, text }) => ({ name, text })),
  }
}

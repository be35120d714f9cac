import { type Locale, totalKeys } from '#contract/fields.ts'
import type { Report, ReportCategory, ReportComposite, ReportScale } from '#contract/reports.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { highestAnswer } from '#scoring/score/checklist.ts'
import { openComposites, scoreCategories } from '#scoring/score/composites.ts'
import { isFlagged } from '#scoring/score/flags.ts'
import { likelierNeighbour } from '#scoring/score/level-chances.ts'
import type { ScaleScore, Scores } from '#scoring/score/scores.ts'
import { bandOf } from '#server/features/delivery/results/listed.ts'
import {
  answeredOf,
  type Comparison,
  isOpenlyLeftOut,
  openTotals,
} from '#server/features/delivery/results/results.ts'
import { translate } from '#server/locales.ts'
import type { AuthorizedReport } from './access.ts'

/**
 * A stored result with its version's words in one language: the report as data. Only the categories of a reader who may
 * not see a sensitive scale are recomputed, from the other scales, so that nothing can be inferred.
 * @param copy leaves the organisation: a PDF
 */
export function buildReport(
  result: AuthorizedReport,
  comparison: Comparison | undefined,
  locale: Locale,
  { copy = false } = {},
): Report {
  const { row, scores, version } = result
  const { definition } = version
  const times = timesOf(result, copy)
  const texts = definition.texts[locale]
  return {
    assignmentId: row.assignment_id,
    serial: row.receipt,
    locale,
    timeZone: row.time_zone,
    reader: result.reader,
    showsSensitive: showsSensitive(result),
    candidate: { name: row.person_name, group: row.group_name, type: row.role },
    client: { name: row.client_name },
    inventory: {
      code: definition.code,
      name: texts.name,
      title: texts.report.title,
      layout: definition.report.layout,
      sensitive: definition.sensitive,
    },
    startedAt: times.hidden ? null : row.started_at.toISOString(),
    completedAt: row.closed_at.toISOString(),
    dueDate: row.due_date,
    durationSeconds: times.hidden ? null : row.duration_seconds,
    limitSeconds: times.hidden ? null : row.limit_seconds,
    adjustedTime: times.adjusted,
    testLocale: definition.itemLocale ?? row.locale,
    ...questions(result),
    submittedBy: row.ended_by_manager ? 'manager' : row.closed_by,
    lateAnswers: {
      count: row.late_answers,
      inTime: result.lateInTime,
      accepted: row.late_decision === 'accepted',
      undecided: row.late_undecided,
    },
    conduct: conduct(result, copy),
    correct: correct(result, comparison),
    group: comparison ? { key: totalKeys.group, name: comparison.name, size: comparison.size } : null,
    categories: categories(result, comparison, locale),
    composites: composites(result, locale),
    placement: placement(result, comparison, locale),
    checklist: checklist(result, locale),
    validity: {
      confidence: scores.validity.confidence,
      // A check that could not be judged counts for neither side.
      notes: scores.validity.rules.flatMap(({ id, kind, outcome }) =>
        outcome === null
          ? []
          : [
              {
                id,
                ok: outcome === 'high',
                name: translate(locale, `validity:${kind}.name`),
                text: translate(locale, `validity:${kind}.${outcome}`),
              },
            ],
      ),
    },
    signals: result.signals,
    texts: {
      howToRead: texts.report.howToRead,
      limits: texts.report.limits,
      notice: texts.report.notice ?? '',
      simulated: definition.report.simulated ? translate(locale, 'validity:simulated') : '',
    },
    versions: {
      inventory: definition.version,
      hash: version.hash,
      format: definition.format,
      scoring: scores.scoring,
    },
  }
}

/** A named reader may be one of a test that has nothing sensitive in this version. */
const showsSensitive = ({ version: { definition }, seesSensitive }: AuthorizedReport) =>
  seesSensitive && (definition.sensitive === true || definition.scales.some(({ sensitive }) => sensitive))

/**
 * Counts the questions. A reader who may not see a sensitive scale must not learn from the number whether it was asked.
 */
function questions({ scores, version, seesSensitive }: AuthorizedReport) {
  if (seesSensitive) return { answered: answeredOf(scores.totals), itemCount: scores.totals.presented }
  const { answered, presented } = openTotals(scores, version)
  return { answered, itemCount: presented }
}

/**
 * Tells whether a report says that time was adjusted, and whether it leaves out the times. It does so for everybody or for nobody:
 * another limit than others had, time beyond theirs, or a gap in one report alone would say it too.
 */
function timesOf({ row, reader, version }: AuthorizedReport, copy: boolean) {
  const timed = isTimed(version.definition)
  const says = row.shows_adjusted_time || (reader === 'manager' && !copy)
  return { hidden: timed && !says, adjusted: timed && says && row.adjusted_time }
}

/** Facts for those who judge the result, never part of it. Copies have breaks and added time where they have adjusted time. */
function conduct({ row, notes }: AuthorizedReport, copy: boolean): Report['conduct'] {
  if (notes === null) return null
  const hidden = copy && !row.shows_adjusted_time
  return {
    pausedSeconds: row.paused_seconds,
    breaks: hidden ? [] : row.breaks,
    addedMinutes: hidden ? 0 : Math.round(row.added_seconds / 60),
    endedByManager: row.ended_by_manager,
    startedOffline: row.started_offline,
    notes: [...notes],
  }
}

const isTimed = ({ timeLimitSeconds, sections }: Definition): boolean =>
  timeLimitSeconds !== undefined || sections.some((section) => section.timeLimitSeconds !== undefined)

function scale(
  { version, reader, row, showsFlags }: AuthorizedReport,
  score: ScaleScore,
  comparison: Comparison | undefined,
  locale: Locale,
): ReportScale {
  const { definition } = version
  const words = definition.texts[locale].scales?.[score.key]
  const { bandSet } = definition.scales.find((one) => one.key === score.key) ?? {}
  return {
    key: score.key,
    name: words?.name ?? score.key,
    short: words?.short ?? words?.name ?? score.key,
    description: words?.description ?? '',
    raw: score.raw,
    min: score.min,
    max: score.max,
    percentage: score.percentage,
    standardScore: score.T,
    percentile: score.percentile,
    sten: score.sten,
    stanine: score.stanine,
    sem: score.semT,
    band: bandOf(definition, bandSet, score.band, locale),
    ...(isNotAssessed(row, version, score) && { notAssessed: true as const }),
    ...(showsFlags && isFlagged(definition, score) && { flagged: true as const }),
    groupAverage: score.sensitive ? null : (comparison?.means.get(score.key) ?? null),
    answered: score.answered,
    items: score.presented,
    // Questions for the interviewer, not for the person who is asked.
    interview: reader === 'manager' ? (words?.interview ?? []) : [],
  }
}

/** Left out, or with too many blanks: the scale says the same of both and gives no reason. */
const isNotAssessed = (
  row: AuthorizedReport['row'],
  { definition }: AuthorizedReport['version'],
  score: ScaleScore,
) => row.left_out.includes(score.key) || (score.sensitive && !definition.sensitive && score.raw === null)

/** The total of right answers is shown above its scales, never beside them. */
function correct(
  { scores, version }: AuthorizedReport,
  comparison: Comparison | undefined,
): Report['correct'] {
  const total = scores.scales.find((score) => score.key === totalKeys.correct)
  if (total === undefined || total.raw === null) return null
  const share = comparison?.means.get(total.key)
  const { min, max } = total
  return {
    key: totalKeys.correct,
    count: total.raw,
    max,
    groupAverage: share === undefined ? null : min + (share / 100) * (max - min),
    of: partsOf(version.definition, total.key),
  }
}

/** The scales whose items a total counts: those it names, or those it shares items with. */
function partsOf({ scales }: Definition, key: string): string[] {
  const total = scales.find((one) => one.key === key)
  if (total && 'of' in total && total.of) return [...total.of]
  const items = new Set(total && 'items' in total ? total.items : [])
  return scales
    .filter((one) => one.key !== key && 'items' in one && one.items?.some((item) => items.has(item)))
    .map((one) => one.key)
}

function categories(
  result: AuthorizedReport,
  comparison: Comparison | undefined,
  locale: Locale,
): ReportCategory[] {
  const { scores, version } = result
  const { definition } = version
  const seen = scores.scales.filter(
    (score) => result.seesSensitive || !score.sensitive || isOpenlyLeftOut(result.row, score),
  )
  const all = seen.length === scores.scales.length
  const categoryScores = all ? scores.categories : scoreCategories(definition, seen)
  const scales = seen
    .filter((score) => score.key !== totalKeys.correct)
    .map((score) => scale(result, score, comparison, locale))
  if (definition.categories === undefined) {
    const { layout } = definition.report
    const heading = { key: layout, name: translate(locale, `validity:${layout}`) }
    return [
      {
        ...heading,
        percentage: null,
        standardScore: null,
        groupAverage: null,
        groupWithout: [],
        band: null,
        scales,
      },
    ]
  }
  return definition.categories.flatMap((category) => {
    const score = categoryScores.find((one) => one.key === category.key)
    const own = scales.filter((one) => category.scales.includes(one.key))
    // The totals, and what the reader may not see, leave nothing to head.
    if (own.length === 0) return []
    // A sensitive scale is in no comparison, so the group's mean uses the others and says so.
    const kept = seen.filter((one) => one.sensitive).map((one) => one.key)
    // The bar shows what the score and the band are made of: the scales that are scored, once enough of them are.
    const counted =
      category.minScored === undefined
        ? own.filter((one) => one.notAssessed === undefined)
        : own.filter((one) => score?.T != null && one.standardScore !== null)
    const compared = counted.filter((one) => !kept.includes(one.key))
    const groupAverage = mean(compared.map((one) => one.groupAverage))
    const left = counted.filter((one) => kept.includes(one.key))
    return {
      key: category.key,
      name: definition.texts[locale].categories?.[category.key]?.name ?? category.key,
      percentage: mean(counted.map((one) => one.percentage)),
      standardScore: score?.T ?? null,
      groupAverage,
      groupWithout: groupAverage === null ? [] : left.map((one) => one.short),
      band: bandOf(definition, category.bandSet, score?.band ?? null, locale),
      scales: own,
    }
  })
}

/** One with a sensitive scale in it is only for who may see the scale: with the others beside it it could be reckoned back. */
function composites(
  { row, scores, version, seesSensitive }: AuthorizedReport,
  locale: Locale,
): ReportComposite[] {
  const { definition } = version
  const shown = seesSensitive ? (definition.composites ?? []) : openComposites(definition)
  return shown.map(({ key, bandSet, parts }) => {
    const notAssessed = parts.some(({ scale: part }) => row.left_out.includes(part))
    const score = scores.composites.find((one) => one.key === key)
    const words = definition.texts[locale].composites?.[key]
    return {
      key,
      name: words?.name ?? key,
      description: words?.description ?? '',
      standardScore: score?.T ?? null,
      band: bandOf(definition, bandSet, score?.band ?? null, locale),
      ...(notAssessed && { notAssessed: true as const }),
    }
  })
}

// A mean over scales is shown only when every one of them has a value: otherwise it would compare different things.
function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return null
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

/** A mean of totals is the total of the means: the group's of the sections that are summed up. */
function totalOfMeans(
  keys: readonly string[],
  scores: Scores,
  comparison: Comparison | undefined,
): number | null {
  let total = 0
  for (const key of keys) {
    const share = comparison?.means.get(key)
    const scale = scores.scales.find((one) => one.key === key)
    if (share === undefined || scale === undefined) return null
    total += scale.min + (share / 100) * (scale.max - scale.min)
  }
  return total
}

function placement(
  { scores, version }: AuthorizedReport,
  comparison: Comparison | undefined,
  locale: Locale,
): Report['placement'] {
  const { definition } = version
  const score = scores.placement
  if (score === null || definition.placement === undefined) return null
  const words = definition.texts[locale].levels
  const name = (level: string) => words?.[level]?.name ?? level
  const capped = score.level !== score.levelByTotal
  const neighbour = likelierNeighbour(definition.placement, score)
  return {
    level: score.level,
    levelName: name(score.level),
    levelText: words?.[score.level]?.text ?? '',
    total: score.total,
    max: score.max,
    groupAverage: totalOfMeans(definition.placement.scales, scores, comparison),
    sem: definition.placement.sem,
    neighbour: neighbour && {
      level: neighbour.level,
      name: name(neighbour.level),
      percentage: 100 * neighbour.chance,
    },
    cappedBy: capped ? (score.caps[0]?.scale ?? null) : null,
    cuts: definition.placement.levels.map(({ id, from }) => ({ level: id, name: name(id), from })),
  }
}

function checklist({ scores, version }: AuthorizedReport, locale: Locale): Report['checklist'] {
  const { definition } = version
  const score = scores.checklist
  const words = definition.texts[locale].checklist
  if (score === null || words === undefined) return null
  const band = bandOf(definition, definition.checklist?.bandSet, score.band, locale)
  const index = (
    key: 'GSI' | 'PST' | 'PSDI',
    text: { name: string; description: string },
    value: number | null,
    max: number,
  ) => ({
    key,
    name: text.name,
    text: text.description,
    value,
    max,
    band: key === 'GSI' ? band : null,
  })
  const top = highestAnswer(definition)
  return {
    indices: [
      index('GSI', words.gsi, score.gsi, top),
      index('PST', words.pst, score.pst, score.items),
      index('PSDI', words.psdi, score.psdi, top),
    ],
    answered: score.answered,
    items: score.items,
  }
}

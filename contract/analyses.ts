import { z } from 'zod'
import { clientId } from './clients.ts'
import { versionNumber, versionParams } from './definitions.ts'
import { day, id, locale, moment } from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { call } from './kit.ts'

/** Fewer people show nothing of a test, and fewer of a language show nothing of a comparison of languages. */
export const fewestAnalysed = 30
export const fewestCompared = 100

/** A period by the days on which tests were ended, each in its client's time zone; both belong to it. */
const chosen = {
  /** The language in which most of a person's answers were given. */
  locale: locale.optional(),
  from: day.optional(),
  to: day.optional(),
}
/** The people of an analysis: all of the version unless one client, language or period is chosen. */
export const analysisFilter = z.strictObject({ client: id.optional(), ...chosen })
export type AnalysisFilter = z.infer<typeof analysisFilter>

/** The reason that a figure is null. */
export const figureReason = z.enum([
  /** Fewer than three people have all answers that it needs. */
  'too_few_people',
  'too_few_items',
  /** Everyone has the same value. */
  'constant',
  'everybody_right',
  'nobody_right',
  'not_dichotomous',
  'singular',
  'missing_answers',
  'nothing_to_compare',
  /** Each person got other items of a part, so that they have no total in common. */
  'drawn_items',
  /** The item is in no scale, so that it has no other items to go together with. */
  'no_scale',
])
export type FigureReason = z.infer<typeof figureReason>

/** A figure with its interval of 95 %, where it has one. `reason` is set exactly where `value` is null. */
export const figure = z.object({
  value: z.number().nullable(),
  interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
  reason: figureReason.nullable(),
})
export type AnalysisFigure = z.infer<typeof figure>

/** `hard`, `easy`, `idle_option`, `unreached`: shares. `key`, `weak`: correlations. `dif`: a language. */
export const itemFlag = z.enum(['key', 'dif', 'weak', 'unreached', 'hard', 'easy', 'idle_option'])
export type ItemFlagCode = z.infer<typeof itemFlag>

/** A share, 0 to 1. */
const share = z.number()

const part = z.object({
  /** The key of a scale, or `total` for the whole of a placement test. */
  key: z.string(),
  name: z.string(),
  /** The whole test, made of other parts. */
  whole: z.boolean(),
  /** Right and wrong answers, or points of agreement. */
  kind: z.enum(['scored', 'likert']),
  /** People with all of its items: presented in a scored part, answered in a Likert one. */
  n: z.number().int(),
  /** Items. */
  k: z.number().int(),
  /** KR-20 of a scored part, Cronbach's alpha of a Likert one; the interval is Feldt's. */
  reliability: figure,
  /** McDonald's omega total of one factor; null with its reason where it isn't computed, and of a scored part without one. */
  omega: figure.nullable(),
  /** Standard error of measurement, mean and standard deviation of the sum of points, which goes from `lowest` to `highest`. */
  sem: figure,
  mean: figure,
  sd: figure,
  lowest: z.number(),
  highest: z.number(),
  /** Shares of people with the lowest and with the highest sum; null where the part's n is below three or its items are drawn. */
  floor: share.nullable(),
  ceiling: share.nullable(),
  /** Share of people who did not reach all of its items. */
  unfinished: share.nullable(),
  /** Items that look unreversed, named only where the reliability is negative. */
  unreversed: z.array(z.string()),
})
export type AnalysisPart = z.infer<typeof part>

const item = z.object({
  id: z.string(),
  /** The question in the reader's language, shortened to 300 characters; null where it has no words (an image alone). */
  words: z.string().nullable(),
  section: z.object({ id: z.string(), title: z.string() }),
  /** The scale with whose other items it is compared; null where it is in none. */
  scale: z.object({ key: z.string(), name: z.string() }).nullable(),
  type: z.string(),
  /** `other`: it gives no points (forced choices, items that nobody scores), so that it has options, times and blanks only. */
  kind: z.enum(['scored', 'likert', 'other']),
  /** People who got it. */
  n: z.number().int(),
  /** The most serious first. `certain` is false where more people are needed to be sure. */
  flags: z.array(
    z.object({
      code: itemFlag,
      option: z.object({ id: z.string(), label: z.string() }).nullable(),
      certain: z.boolean(),
    }),
  ),
  /** Share of its points that people got: of people who are right, where it is right or wrong. Null of Likert and other items. */
  p: figure.nullable(),
  /** Mean and standard deviation of its points, after reversing; null of scored and other items. */
  mean: figure.nullable(),
  sd: figure.nullable(),
  /** Correlation with the sum of the other items of its scale; null of other items. */
  rest: figure.nullable(),
  /** The scale's reliability without it; null of other items. */
  reliabilityWithout: figure.nullable(),
  /**
   * The options in their order, where one of them is picked; else empty. Shares are of the people who got the item; `upper` and
   * `lower` of the third with the highest and the lowest rest score. `r` is the correlation of choosing it with the rest score.
   */
  options: z.array(
    z.object({
      id: z.string(),
      /** Its words, or its letter where it is an image. */
      label: z.string(),
      isKey: z.boolean(),
      count: z.number().int(),
      share,
      upper: share.nullable(),
      lower: share.nullable(),
      r: figure.nullable(),
    }),
  ),
  /** Mean share of its points by fifths of the rest score, the lowest first; empty where it gives no points or n is below 30. */
  curve: z.array(z.object({ n: z.number().int(), share })),
  /** Time on it in milliseconds, of the people with a known one; null where fewer than 30 have one. */
  time: z.object({ n: z.number().int(), median: z.number(), p90: z.number() }).nullable(),
  /** Shares of the people who got it and did not answer it. */
  blanks: z.object({ omitted: share, notReached: share, timedOut: share }),
  /** Its comparison of languages; null where there is none. */
  dif: z
    .object({
      /** A negligible, B moderate, C large (ETS); null where it can't be said, and of Likert items. */
      etsClass: z.enum(['A', 'B', 'C']).nullable(),
      /** Mantel-Haenszel Δ: negative where it is harder in the other language. */
      delta: z.number().nullable(),
      /** Gain in R² of a Likert item; above .07 it is large. */
      gain: z.number().nullable(),
    })
    .nullable(),
})
export type AnalysisItem = z.infer<typeof item>

/** Nothing else is said of fewer than 30 people. */
const fewPeople = z.object({ filter: analysisFilter, few: z.literal(true) })

const full = z.object({
  filter: analysisFilter,
  few: z.literal(false),
  /** People, each with the first result of this version. */
  n: z.number().int(),
  /** True where only the newest results were read, because there are too many. */
  newestOnly: z.boolean(),
  /** Items of sensitive scales, which are never analysed. */
  leftOut: z.number().int(),
  /** The whole test first, then the scales in the definition's order. */
  parts: z.array(part),
  /** The worst first. */
  items: z.array(item),
  /** `guessable`: always taking the longest option, or the same place, gets more right than chance. */
  flags: z.array(z.object({ code: z.literal('guessable') })),
  /** The comparison of languages; `reason` says why there is none. */
  dif: z.object({
    reference: z.object({ locale, n: z.number().int() }).nullable(),
    other: z.object({ locale, n: z.number().int() }).nullable(),
    reason: z.enum(['too_few_people', 'one_language']).nullable(),
  }),
})
export type FullAnalysis = z.infer<typeof full>

/** An older analysis of all people of the version, from 100 people on, with 30 more than the one before. */
const snapshot = z.object({
  takenAt: moment,
  n: z.number().int(),
  /** Items with any flag. */
  flagged: z.number().int(),
  parts: z.array(z.object({ key: z.string(), name: z.string(), reliability: figure })),
})

export const analysisView = z.object({
  /** `none`: not asked for yet with this filter, or forgotten: a day after it was made, and when somebody in it is erased. */
  state: z.enum(['none', 'waiting', 'running', 'done', 'failed']),
  /** Why there is none, in the reader's language: it failed, or the test is sensitive (`sensitive_not_analysed`). */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  takenAt: moment.nullable(),
  analysis: z.discriminatedUnion('few', [fewPeople, full]).nullable(),
  /** The oldest first; empty with a filter. */
  history: z.array(snapshot),
})
export type AnalysisView = z.infer<typeof analysisView>

const started = z.object({ id })

export const analyseVersion = call({
  name: 'analyseVersion',
  method: 'POST',
  path: '/definitions/:code/versions/:version/analysis/',
  tag: 'Inventories',
  summary:
    'Analyse how the items of a version work, in the background. One with the same filter that is not finished yet is answered in its place',
  access: 'admin',
  subject: 'version',
  pace: 'forecasts',
  params: versionParams,
  body: analysisFilter,
  answer: { status: 202, json: started },
  errors: ['not_found', 'sensitive_not_analysed'],
})

export const getAnalysis = call({
  name: 'getAnalysis',
  method: 'GET',
  path: '/definitions/:code/versions/:version/analysis/',
  tag: 'Inventories',
  summary: 'The newest analysis of a version with this filter. It says nothing of fewer than 30 people',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  query: analysisFilter,
  answer: { status: 200, json: analysisView },
  errors: ['not_found'],
})

export const analysisCsv = call({
  name: 'analysisCsv',
  method: 'GET',
  path: '/definitions/:code/versions/:version/analysis.csv',
  tag: 'Inventories',
  summary:
    'The items of the newest analysis of a version with this filter, as a spreadsheet program reads it',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  query: analysisFilter,
  answer: { status: 200, file: 'text/csv' },
  errors: ['not_found'],
})

const ofClient = { code: inventoryCode, ...chosen }

export const analyseForClient = call({
  name: 'analyseForClient',
  method: 'POST',
  path: '/clients/:clientId/analysis/',
  tag: 'Inventories',
  summary: 'Analyse how the items of a version work for the people of one client, in the background',
  access: 'manager',
  subject: 'client',
  pace: 'forecasts',
  params: clientId,
  body: z.strictObject({ ...ofClient, version: z.number().int().min(1).max(999_999) }),
  answer: { status: 202, json: started },
  errors: ['not_found', 'sensitive_not_analysed'],
})

export const getClientAnalysis = call({
  name: 'getClientAnalysis',
  method: 'GET',
  path: '/clients/:clientId/analysis/',
  tag: 'Inventories',
  summary: 'The newest analysis of a version for the people of one client, with this filter',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ ...ofClient, version: versionNumber }),
  answer: { status: 200, json: analysisView },
  errors: ['not_found'],
})

import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { namedPurpose } from './assignments.ts'
import { clientId } from './clients.ts'
import { excelFile } from './exports.ts'
import { anyOf, id, locale, moment } from './fields.ts'
import { call } from './kit.ts'
import { listedKey, listedScore } from './scores.ts'

/** People who are compared at once: more lines on one axis can't be read. */
export const comparedPeople = { min: 2, max: 6 } as const

/** People on one radar: more outlines hide each other. */
export const maxOnRadar = 3

/** Tests that are compared at once: four of each of six people. */
const maxComparedTests = 24

/** The result of one person in a test. */
export const comparedResult = z.object({
  assignmentId: id,
  userId: id,
  completedAt: moment,
  testLocale: locale,
  /** Response quality; null where no check could judge it. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
  /** Null for everybody in a file that leaves the organisation, where the client does not show adjusted time. */
  durationSeconds: z.number().nullable(),
  /** Null without a limit, and for everybody where the time used is null. */
  limitSeconds: z.number().nullable(),
  answered: z.number().int(),
  items: z.number().int(),
  /** The test has sensitive scales. Their questions are in neither number, for named readers either. */
  openOnly: z.boolean(),
  /** The person or thing that ended it. */
  endedBy: z.enum(['person', 'time', 'manager']),
  /** True when the device has read a question aloud. */
  readAloudUsed: z.boolean(),
  /** The length of managers' pauses, and the number of breaks that the person took. */
  pausedSeconds: z.number().int(),
  breaks: z.number().int(),
  /** Null in a file that leaves the organisation, where the client does not show them. */
  accommodations: accommodations.nullable(),
})
export type ComparedResult = z.infer<typeof comparedResult>

/** One score of a test, as each person has it. */
export const comparedScore = listedKey.omit({ bands: true }).extend({
  kind: z.enum(['placement', 'correct', 'scale', 'category', 'composite']),
  /** The name of the category that a scale belongs to. */
  category: z.string().nullable(),
  /** Those who have the score; `margin` is half the length of its error bar, 1.645·SE/√2. */
  scores: z.array(listedScore.extend({ assignmentId: id, margin: z.number().nullable() })),
  /**
   * `reliable` where two people differ by more than 1.645·√(SE₁² + SE₂²), `none` where nobody does, `unknown` where the error is not
   * known, `unlike` where a category is made of other scales for each person, `alone` where fewer than two people have the score.
   */
  verdict: z.enum(['reliable', 'none', 'unknown', 'unlike', 'alone']),
  /** For each score that is reliably higher than others: which those are. */
  higher: z.array(z.object({ assignmentId: id, than: z.array(id) })),
})
export type ComparedScore = z.infer<typeof comparedScore>

/** The reason for which a chosen test is in no table. */
export const leftOutReason = z.enum([
  'sensitive',
  'not_ready',
  'erased',
  'withdrawn',
  'restricted',
  'older_result',
])
export type LeftOutReason = z.infer<typeof leftOutReason>

export const comparison = z.object({
  locale,
  timeZone: z.string(),
  client: z.object({ name: z.string() }),
  /** In the order in which they were asked for. */
  people: z.array(z.object({ userId: id, name: z.string(), group: z.string() })),
  /** One for each version of a test: scores are compared within a version alone. */
  tests: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      version: z.number().int(),
      /** To be read before anything else, such as that the norms are a sample. */
      notice: z.string(),
      results: z.array(comparedResult),
      scores: z.array(comparedScore),
      /**
       * For each person whose earlier result of this version was chosen too, what has changed since, where the definition asks
       * for it: a change is reliable from 1.96 standard errors of the difference on, SE·√2.
       */
      changes: z.array(
        z.object({
          userId: id,
          /** The earlier result. */
          assignmentId: id,
          since: moment,
          /** Names of the scores. */
          higher: z.array(z.string()),
          lower: z.array(z.string()),
          /** Number of scores without a reliable change. */
          even: z.number().int(),
        }),
      ),
    }),
  ),
  leftOut: z.array(
    z.object({
      assignmentId: id,
      userId: id,
      /** Empty for an erased person. */
      name: z.string(),
      test: z.string(),
      reason: leftOutReason,
    }),
  ),
})
export type Comparison = z.infer<typeof comparison>
export type ComparedTest = Comparison['tests'][number]

/** Ids of assignments, separated by commas. Further ones of the same person compare that person in more tests. */
const assignments = anyOf(id, ',').refine((text) => text.split(',').length <= maxComparedTests, {
  error: 'format',
})

const file = z.strictObject({
  assignments,
  purpose: namedPurpose.optional(),
})

export const compareResults = call({
  name: 'compareResults',
  method: 'GET',
  path: '/clients/:clientId/compare/',
  tag: 'Reports',
  summary:
    'The results of 2 to 6 people beside each other, with what differs reliably. Sensitive tests, and what nobody may read any more, are left out by name',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: z.strictObject({ assignments }),
  answer: { status: 200, json: comparison },
  errors: ['not_found'],
})

export const comparePdf = call({
  name: 'comparePdf',
  method: 'GET',
  path: '/clients/:clientId/compare.pdf',
  tag: 'Reports',
  summary: 'The same comparison as a tagged PDF',
  access: 'manager',
  subject: 'client',
  pace: 'reports',
  params: clientId,
  query: file.extend({
    /** The people on the radar, by the ids of their accounts, separated by commas; all of them where they are three or fewer. */
    radar: anyOf(id, ',').optional(),
  }),
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

export const compareXlsx = call({
  name: 'compareXlsx',
  method: 'GET',
  path: '/clients/:clientId/compare.xlsx',
  tag: 'Reports',
  summary: 'The same comparison as an Excel file: a sheet for each test, and one for how it was taken',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: file,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})

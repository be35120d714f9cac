import { z } from 'zod'
import { exportPurpose } from './assignments.ts'
import { clientId } from './clients.ts'
import { excelFile } from './exports.ts'
import { id, locale } from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { call } from './kit.ts'
import { listedKey, scoreKey } from './scores.ts'

/** The months that a report of a group is about: the last ones, always all of them. */
export const reportMonths = 12

/** The groups that are shown beside each other, the largest ones. */
export const maxReportGroups = 20

/** A calendar month in the client's time zone, such as `2026-11`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'format' })

/** No people and no months can be chosen: the figures of two choices would differ by those of a few people. */
const query = z.strictObject({
  /** The test by its id or code. */
  inventory: z.union([id, inventoryCode]),
  /** The number of the version whose scores are shown; unless given the one that most people took. */
  version: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'format' })
    .optional(),
})

/** Counts people. Null where the figure, or its difference to another one, is about fewer than 5. */
const people = z.number().int().nullable()

const mean = z.object({
  people,
  mean: z.number(),
  /** The standard error of the mean. */
  error: z.number().nullable(),
  /** Reliably higher or lower than what it is compared with; null where the difference may be chance. */
  reliable: z.enum(['higher', 'lower']).nullable(),
})
export type GroupMean = z.infer<typeof mean>

/** Means by the keys of scores; a key is absent where fewer than 5 people have the score. */
const means = z.record(scoreKey, mean)

/** Response quality's checks, and signs noted while the test was taken. */
export const groupFlag = z.enum([
  'unanswered',
  'speed',
  'longest_run',
  'infrequency',
  'instructed',
  'desirability',
  'consistency_pairs',
  'acquiescence',
  'extremity',
  'midpoint',
  'away',
  'copied',
  'devices',
  'time',
])
export type GroupFlag = z.infer<typeof groupFlag>

export const lostAfter = z.enum(['invited', 'opened', 'begun'])

/** Figures of everyone who was assigned one test in the last twelve months. Each person counts once. */
export const groupReport = z.object({
  client: z.string(),
  locale,
  timeZone: z.string(),
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  from: month,
  to: month,
  /** The versions that people finished, the newest first. Their scores are not mixed. */
  versions: z.array(z.object({ version: z.number().int(), people })),
  /** The version whose scores are shown; null where nobody has finished. */
  version: z.number().int().nullable(),
  /** The people who finished that version: all figures below `lost` are about them. */
  people,
  /** Null below 5 people, as all figures. */
  funnel: z.object({
    invited: people,
    opened: people,
    begun: people,
    finished: people,
    lost: z.array(
      z.object({ after: lostAfter, waiting: people, expired: people, refused: people, cancelled: people }),
    ),
  }),
  /** Seconds, rounded to ten. */
  time: z.object({ lower: z.number(), median: z.number(), upper: z.number() }).nullable(),
  keys: z.array(listedKey),
  scores: z.array(
    z.object({
      key: scoreKey,
      /** The number of people; null hides it, then mean and spread are rounded to tenths and the rest is left out, which would tell it. */
      people,
      mean: z.number(),
      /** The standard deviation. */
      sd: z.number().nullable(),
      error: z.number().nullable(),
      /** The mean standard error of measurement of one person's score. Null where any is unknown. */
      sem: z.number().nullable(),
      bands: z.array(z.object({ id: z.string(), people })),
    }),
  ),
  quality: z.object({
    high: people,
    medium: people,
    low: people,
    /** Nothing could be judged. */
    unknown: people,
    flags: z.array(z.object({ flag: groupFlag, people })),
  }),
  /** The groups, the largest first, each compared with all others. */
  byGroup: z.array(z.object({ name: z.string(), people, scores: means })),
  /** The number of groups that are not listed. */
  otherGroups: z.number().int(),
  /** The months, each compared with those before it. */
  byMonth: z.array(z.object({ month, people, scores: means })),
})
export type GroupReport = z.infer<typeof groupReport>

export const getGroupReport = call({
  name: 'getGroupReport',
  method: 'GET',
  path: '/clients/:clientId/group_report/',
  tag: 'Reports',
  summary:
    'Figures of everyone who was assigned a test in the last twelve months: funnel, time, scores, response quality, groups and months; none about fewer than 5 people',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query,
  answer: { status: 200, json: groupReport },
  errors: ['not_found'],
})

const file = query.extend({ purpose: exportPurpose.optional(), lang: locale.optional() })

export const groupReportPdf = call({
  name: 'groupReportPdf',
  method: 'GET',
  path: '/clients/:clientId/group_report.pdf',
  tag: 'Reports',
  summary: 'The report of a group as a tagged PDF',
  access: 'manager',
  subject: 'client',
  pace: 'reports',
  params: clientId,
  query: file,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

export const groupReportXlsx = call({
  name: 'groupReportXlsx',
  method: 'GET',
  path: '/clients/:clientId/group_report.xlsx',
  tag: 'Reports',
  summary: 'The report of a group as an Excel file',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: file,
  answer: { status: 200, file: excelFile },
  errors: ['not_found', 'too_many_rows'],
})

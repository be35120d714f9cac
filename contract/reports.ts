import { z } from 'zod'
import { assignmentId, namedPurpose } from './assignments.ts'
import { assignmentNote } from './board.ts'
import { brandLook } from './brand.ts'
import { day, locale, moment, queryBoolean, typed } from './fields.ts'
import { call } from './kit.ts'
import { reportBand } from './scores.ts'
import { deviceClass } from './signals.ts'

const maybe = z.number().nullable()

/** One scored scale. Numbers are unrounded; `null` means not scored. */
export const reportScale = z.object({
  key: z.string(),
  name: z.string(),
  short: z.string(),
  description: z.string(),
  raw: maybe,
  min: z.number(),
  max: z.number(),
  /** 0 to 100: where the raw score lies between its lowest and highest possible value. */
  percentage: maybe,
  /** T score, mean 50 and standard deviation 10 in the norm group. */
  standardScore: maybe,
  percentile: maybe,
  sten: maybe,
  stanine: maybe,
  /** Standard error of measurement in T units. */
  sem: maybe,
  band: reportBand.nullable(),
  /** It was not asked. Why is not said. */
  notAssessed: z.literal(true).optional(),
  /** Set for the client's clinician alone, if the person's consent named them. */
  flagged: z.literal(true).optional(),
  /** Mean percentage of the comparison group, hidden below 5 people and for sensitive scales. */
  groupAverage: maybe,
  answered: z.number().int(),
  items: z.number().int(),
  interview: z.array(z.string()),
})
export type ReportScale = z.infer<typeof reportScale>

export const reportCategory = z.object({
  key: z.string(),
  name: z.string(),
  percentage: maybe,
  standardScore: maybe,
  groupAverage: maybe,
  /** Short names of the sensitive scales that the category's score has in it and the group's mean leaves out. */
  groupWithout: z.array(z.string()),
  band: reportBand.nullable(),
  scales: z.array(reportScale),
})
export type ReportCategory = z.infer<typeof reportCategory>

/** A score made of the T scores of several scales. */
const reportComposite = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  standardScore: maybe,
  band: reportBand.nullable(),
  /** A scale of it was not asked. */
  notAssessed: z.literal(true).optional(),
})
export type ReportComposite = z.infer<typeof reportComposite>

/** The purpose of taking along a sensitive result. A choice, because people who have to type a reason type a dot. */
export const copyPurpose = z.enum(['as_enabled', 'talk', 'specialist', 'asked_by_person', 'claim'])
export type CopyPurpose = z.infer<typeof copyPurpose>

/** The purpose of taking along any result of somebody else. */
const reportPurpose = z.enum([
  ...copyPurpose.options,
  ...namedPurpose.exclude(['asked_by_person', 'claim']).options,
])

/** The scored result of one attempt in the caller's language, ready to be drawn. */
export const report = z.object({
  assignmentId: z.string(),
  serial: z.string(),
  locale,
  timeZone: z.string(),
  /**
   * The reader it is written for. A person's own report leaves out what is meant for the people who will interview them.
   */
  reader: z.enum(['manager', 'participant']),
  /** True when its reader sees anything sensitive. A copy of somebody else's report then says what it is for. */
  showsSensitive: z.boolean(),
  candidate: z.object({
    name: z.string(),
    group: z.string(),
    type: z.enum(['candidate', 'employee', 'manager']),
  }),
  /** `brand` where it has one. */
  client: z.object({ name: z.string(), brand: brandLook.optional() }),
  inventory: z.object({
    code: z.string(),
    name: z.string(),
    title: z.string(),
    layout: z.enum(['placement', 'checklist', 'profile']),
    sensitive: z.boolean(),
  }),
  /** Null where the duration is. */
  startedAt: moment.nullable(),
  completedAt: moment,
  dueDate: day.nullable(),
  /** Null of a test with a limit where adjusted time is not shown: of everybody, so that no gap says whose was adjusted. */
  durationSeconds: maybe,
  /** Null without a limit, and where the duration is. */
  limitSeconds: maybe,
  /** Taken with more time than others. Managers always see it; a PDF and a participant only where the client allows it. */
  adjustedTime: z.boolean(),
  testLocale: locale,
  answered: z.number().int(),
  itemCount: z.number().int(),
  /** The person or thing that ended it. */
  submittedBy: z.enum(['person', 'time', 'manager']),
  /**
   * `inTime` of them were given before the limit, by the person's device. `undecided` came after a manager's decision about
   * those before them, so they are not scored.
   */
  lateAnswers: z.object({
    count: z.number().int(),
    inTime: z.number().int(),
    accepted: z.boolean(),
    undecided: z.number().int(),
  }),
  /** Actions and notes of managers while it was taken, and the person's breaks; null on a person's own report. */
  conduct: z
    .object({
      /** The length of managers' pauses. */
      pausedSeconds: z.number().int(),
      /** The breaks that the person took, in their order. */
      breaks: z.array(z.object({ startedAt: moment, seconds: z.number().int() })),
      addedMinutes: z.number().int(),
      endedByManager: z.boolean(),
      /** Begun without a connection: the times are the tablet's. */
      startedOffline: z.boolean(),
      notes: z.array(assignmentNote),
    })
    .nullable(),
  /** Number right of the ability items, the group's mean of it, and the keys of the scales whose items it counts. */
  correct: z
    .object({
      key: z.literal('dogru_cevap_sayisi'),
      count: z.number(),
      max: z.number(),
      groupAverage: maybe,
      of: z.array(z.string()),
    })
    .nullable(),
  group: z.object({ key: z.literal('grup_ortalamasi'), name: z.string(), size: z.number().int() }).nullable(),
  categories: z.array(reportCategory),
  composites: z.array(reportComposite),
  placement: z
    .object({
      level: z.string(),
      levelName: z.string(),
      levelText: z.string(),
      total: z.number(),
      max: z.number(),
      /** The group's mean of the total, in points. */
      groupAverage: maybe,
      sem: z.number(),
      /** The likelier of the levels beside the given one, by the SEM, and its chance in percent, 0 to 100, unrounded. */
      neighbour: z.object({ level: z.string(), name: z.string(), percentage: z.number() }).nullable(),
      /** The scale whose cap lowered the level. */
      cappedBy: z.string().nullable(),
      cuts: z.array(z.object({ level: z.string(), name: z.string(), from: z.number() })),
    })
    .nullable(),
  checklist: z
    .object({
      indices: z.array(
        z.object({
          key: z.enum(['GSI', 'PST', 'PSDI']),
          name: z.string(),
          text: z.string(),
          value: maybe,
          max: z.number(),
          band: reportBand.nullable(),
        }),
      ),
      answered: z.number().int(),
      items: z.number().int(),
    })
    .nullable(),
  validity: z.object({
    /** `null` where no check could be judged. */
    confidence: z.enum(['high', 'medium', 'low']).nullable(),
    notes: z.array(z.object({ id: z.string(), ok: z.boolean(), name: z.string(), text: z.string() })),
  }),
  /** Signs noted while the test was taken, for people who read somebody else's result; they change no score. */
  signals: z
    .object({
      /** Openings on devices that did not have the test: the first start, and each further device. */
      openings: z.array(z.object({ at: moment, device: deviceClass })),
      /** When the page was not in front. */
      away: z.array(z.object({ at: moment, seconds: z.number().int() })),
      copied: z.array(moment),
      /** Answers faster than their question can be read; null for none, and where somebody had a pace of their own. */
      fast: z.object({ count: z.number().int(), of: z.number().int() }).nullable(),
      /** The longest run of the same answer, where the test's own check finds it long. */
      sameAnswers: z.number().int().nullable(),
    })
    .nullable(),
  texts: z.object({ howToRead: z.string(), limits: z.string(), notice: z.string(), simulated: z.string() }),
  versions: z.object({
    inventory: z.number().int(),
    /** The hash that froze the version's content: SHA-256, in hexadecimal. */
    hash: z.string(),
    format: z.number().int(),
    scoring: z.string(),
  }),
})
export type Report = z.infer<typeof report>

/** Why there is nothing to read, on a screen as in a file. */
const notReadable = [
  'not_found',
  'identity_needed',
  'report_not_ready',
  'report_erased',
  'report_withdrawn',
  'report_restricted',
] as const

export const getReport = call({
  name: 'getReport',
  singleSignOn: 'allowed',
  method: 'GET',
  path: '/assignments/:assignmentId/report/',
  tag: 'Reports',
  summary: 'The report of a completed assignment as data, in the language of Accept-Language',
  access: 'participant',
  scope: 'results:read',
  subject: 'report',
  params: assignmentId,
  answer: { status: 200, json: report },
  errors: notReadable,
})

export const reportPdf = call({
  name: 'reportPdf',
  singleSignOn: 'allowed',
  method: 'GET',
  path: '/assignments/:assignmentId/report.pdf',
  tag: 'Reports',
  summary: 'The report as a tagged PDF of the selected parts',
  access: 'participant',
  scope: 'results:read',
  subject: 'report',
  params: assignmentId,
  query: z.strictObject({
    /** Keys of scales and totals to show, separated by commas; all of them when absent. */
    scores: typed(4000).optional(),
    details: queryBoolean.optional(),
    percentages: queryBoolean.optional(),
    lang: locale.optional(),
    /**
     * The purpose of a copy of somebody else's result, on its pages and on record. With something sensitive in it one of
     * `copyPurpose`, and where none of these is given, the one that the test was enabled for.
     */
    purpose: reportPurpose.optional(),
  }),
  answer: { status: 200, file: 'application/pdf' },
  errors: notReadable,
})

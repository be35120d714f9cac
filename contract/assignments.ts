import { z } from 'zod'
import { accommodations } from './accommodation-fields.ts'
import { clientId } from './clients.ts'
import { decisionFilter } from './decision-fields.ts'
import { anyOf, day, id, line, listQuery, moment, page } from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { call } from './kit.ts'
import { pageKeys, rowScores, scoreFilters, scoreOrdering, scoresAsked } from './scores.ts'

export const assignmentStatus = z.enum(['pending', 'completed', 'expired', 'cancelled'])
export type AssignmentStatus = z.infer<typeof assignmentStatus>

export const assignmentId = z.object({ assignmentId: id })

/** A result in one line. What a test does not score is null. */
const reportSummary = z.object({
  /** The level of a placement test. */
  level: z.string().nullable(),
  /** The total of a placement test, or how many answers of the ability scales are right. Null for sensitive tests. */
  score: z.object({ value: z.number(), max: z.number() }).nullable(),
  /** Response quality; null when no check could judge it. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
})

export type ReportSummary = z.infer<typeof reportSummary>

/** One inventory given to one person by one client. */
export const assignment = z.object({
  id,
  client: z.object({ id, name: z.string() }),
  user: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    staffNumber: z.string(),
    group: z.string(),
  }),
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  description: z.string(),
  status: assignmentStatus,
  createdAt: moment,
  createdBy: z.string(),
  dueDate: day.nullable(),
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  progress: z.object({ answered: z.number().int(), total: z.number().int() }),
  durationSeconds: z.number().int().nullable(),
  /** The test day on which it is taken. */
  testDay: z.object({ id, place: z.string(), day }).nullable(),
  /** The earliest start; null: at any time. */
  opensAt: moment.nullable(),
  /** The test's place in an invitation with an order, and the pause before it. */
  inOrder: z.object({ place: z.number().int(), pauseMinutes: z.number().int() }).nullable(),
  accommodations,
  /** True when the device has read a question aloud. */
  readAloudUsed: z.boolean(),
  /** True when the next question followed automatically after an answer. */
  autoNextUsed: z.boolean(),
  /** Answers that came after the limit: kept, not scored until a manager accepts them. */
  lateAnswers: z.number().int(),
  /** The manager's decision about them; null while there is none, and again once more came. */
  lateDecision: z.enum(['accepted', 'left']).nullable(),
  /** When the last reminder went out, or will: at night it waits for 08:00 at the client's place. */
  remindedAt: moment.nullable(),
  /**
   * The day on which its answers and result are erased: of one that nobody hands in and that has no last day, counted from the last
   * thing that happened to it. Null while its last day is to come, under a legal hold, and once they are.
   */
  keptUntil: day.nullable(),
  /**
   * The same for its sensitive scales, whether they were asked or not; null where it has none, under a legal hold, and once they
   * are erased.
   */
  scalesKeptUntil: day.nullable(),
  /** True when its answers and result were erased. */
  erased: z.boolean(),
  /** A sensitive test that is not enabled for this person: nobody can start it. */
  withheld: z.literal(true).optional(),
  /** Its person withdrew their consent: nobody reads what is left of it. */
  consentWithdrawn: z.literal(true).optional(),
  /** It was running when the test was closed to this client or its candidates. */
  closed: z.literal(true).optional(),
  /** True when this caller may open the report now. */
  reportable: z.boolean(),
  /** Set when its report may be shared by a link: there is one, and the test is not sensitive. */
  shareable: z.literal(true).optional(),
  /** The report in one line; null while there is none, or for a caller who may not open it. */
  report: reportSummary.nullable(),
})
export type Assignment = z.infer<typeof assignment>

/** A status, or one of the two halves of `pending`. */
export const statusChoice = z.enum([...assignmentStatus.options, 'not_started', 'in_progress'])
export type StatusChoice = z.infer<typeof statusChoice>

export const assignmentFilters = {
  /** Separated by commas. */
  status: anyOf(statusChoice, ',').optional(),
  /** Ids, separated by commas. */
  inventory: anyOf(id, ',').optional(),
  /** Names, separated by line breaks: a name may hold a comma. */
  group: anyOf(line(100), '\n').optional(),
  user: id.optional(),
  /** Keeps people with one of these decisions; several are separated by commas. */
  decision: decisionFilter.optional(),
  testDay: id.optional(),
  /** The day it was defined on, by the client's time zone; both bounds belong to it. */
  from: day.optional(),
  to: day.optional(),
  /** The last day on which it can be taken. */
  due_from: day.optional(),
  due_to: day.optional(),
  ...scoreFilters,
}

const listed = listQuery(['createdAt', 'dueDate', 'completedAt', 'name', 'status'])
/** The orderings that every list of assignments takes, of whichever tests. */
export const assignmentOrdering = listed.shape.ordering.unwrap()

const scoredAssignment = assignment.extend(rowScores)
export type ScoredAssignment = z.infer<typeof scoredAssignment>

export const listAssignments = call({
  name: 'listAssignments',
  method: 'GET',
  path: '/clients/:clientId/assignments/',
  tag: 'Assignments',
  summary: 'Assignments of a client',
  access: 'manager',
  scope: 'status:read',
  subject: 'client',
  params: clientId,
  query: listed.extend({
    ...assignmentFilters,
    ...scoresAsked,
    /** Ids or codes, separated by commas. */
    inventory: anyOf(z.union([id, inventoryCode]), ',').optional(),
    ordering: z.union([assignmentOrdering, scoreOrdering]).optional(),
  }),
  answer: {
    status: 200,
    json: page(scoredAssignment).extend(pageKeys),
  },
  errors: ['not_found'],
})

export const getAssignment = call({
  name: 'getAssignment',
  method: 'GET',
  path: '/assignments/:assignmentId/',
  tag: 'Assignments',
  summary: 'One assignment',
  access: 'manager',
  scope: 'status:read',
  subject: 'assignment',
  params: assignmentId,
  answer: { status: 200, json: assignment },
  errors: ['not_found'],
})

export const countAssignments = call({
  name: 'countAssignments',
  method: 'GET',
  path: '/clients/:clientId/assignment_count/',
  tag: 'Assignments',
  summary: 'How many assignments of a client have which status',
  access: 'manager',
  scope: 'status:read',
  subject: 'client',
  params: clientId,
  answer: {
    status: 200,
    json: z.object({
      assigned: z.number().int(),
      pending: z.number().int(),
      /** Those of the pending that somebody has begun. */
      started: z.number().int(),
      completed: z.number().int(),
      expired: z.number().int(),
      cancelled: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

/** The most assignments an export takes one by one: as many ids as fit in an address. */
export const maxChosenResults = 200

/** The purposes of exporting results. Free text would stay in the audit log, also about an erased person. */
export const exportPurpose = z.enum([
  'evaluation',
  'placement',
  'development',
  'reporting',
  'asked_by_person',
  'claim',
])
export type ExportPurpose = z.infer<typeof exportPurpose>

/** The purposes of a file or link with names in it. */
export const namedPurpose = exportPurpose.exclude(['reporting'])
export type NamedPurpose = z.infer<typeof namedPurpose>

export const resultsCsv = call({
  name: 'resultsCsv',
  method: 'GET',
  path: '/clients/:clientId/results.csv',
  tag: 'Assignments',
  summary: 'A row for each completed assignment, as a spreadsheet program reads it',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: z.strictObject({
    search: line(100, 0).optional(),
    ...assignmentFilters,
    /** Ids of those that are wanted, separated by commas. */
    assignment: anyOf(id, ',', maxChosenResults * 37).optional(),
    /** The purpose of the file: in the audit log, and in the file or its name. */
    purpose: namedPurpose.optional(),
  }),
  answer: { status: 200, file: 'text/csv' },
  errors: ['not_found'],
})

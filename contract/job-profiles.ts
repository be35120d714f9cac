import { z } from 'zod'
import { assignmentId, maxChosenResults } from './assignments.ts'
import { clientId } from './clients.ts'
import { anyOf, id, line, listQuery, minGroup, moment, page, queryBoolean } from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { jobFitOverall, scaleFit } from './job-fit.ts'
import { call } from './kit.ts'
import { listedKey, listedScore, scoreKey } from './scores.ts'

/** Below this number the ranges come from a few people. */
export const fewProfilePeople = 10

/** Scales that one profile may have a range for. */
export const maxProfileRanges = 100

const end = z.number().min(-1_000_000).max(1_000_000).nullable()

/** The scores that a job asks for on one scale, both ends included; an open end is null, but not both. */
export const targetRange = z
  .strictObject({ key: scoreKey, from: end, to: end })
  .refine(({ from, to }) => from !== null || to !== null, { error: 'one_end', path: ['from'] })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    error: 'range_order',
    path: ['to'],
  })
export type TargetRange = z.infer<typeof targetRange>

const ranges = z.array(targetRange).min(1).max(maxProfileRanges)

const test = z.object({ id, code: z.string(), name: z.string() })

/** The ranges that a job asks for on the scales of one test. They decide nothing: lists show them beside the scores. */
export const jobProfile = z.object({
  id,
  name: z.string(),
  inventory: test,
  ranges: z.array(targetRange.safeExtend({ name: z.string() })),
  /** The number of people whose results the ranges came from at first; null if they were typed. Who they were is not kept. */
  people: z.number().int().nullable(),
  createdAt: moment,
  createdBy: z.string(),
  changedAt: moment,
  changedBy: z.string(),
  archivedAt: moment.nullable(),
})
export type JobProfile = z.infer<typeof jobProfile>

/** A test by its id or code. */
const oneTest = z.union([id, inventoryCode])

export const listJobProfiles = call({
  name: 'listJobProfiles',
  method: 'GET',
  path: '/clients/:clientId/job_profiles/',
  tag: 'Job profiles',
  summary: 'Job profiles of a client, without the archived ones unless asked for; `search` looks at the name',
  access: 'manager',
  subject: 'client',
  params: clientId,
  query: listQuery(['name', 'changedAt']).extend({
    inventory: oneTest.optional(),
    archived: queryBoolean.optional(),
  }),
  answer: { status: 200, json: page(jobProfile) },
  errors: ['not_found'],
})

export const listJobScales = call({
  name: 'listJobScales',
  method: 'GET',
  path: '/clients/:clientId/job_scales/',
  tag: 'Job profiles',
  summary:
    'The scales of a test that a job profile can have ranges for. With at least five completed assignments of different people, each has a suggested range: their mean ± one standard deviation',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: z.strictObject({
    inventory: oneTest.optional(),
    /** Ids, separated by commas. Of a person who took the test several times, the newest result counts. */
    assignments: anyOf(id, ',', maxChosenResults * 37).optional(),
  }),
  answer: {
    status: 200,
    json: z.object({
      /** Null without a test; of the tests of `tests` a client may have profiles. */
      inventory: test.nullable(),
      tests: z.array(test),
      scales: z.array(
        listedKey.extend({
          /** Null from fewer than five scores, and where these lie over the whole scale. */
          suggested: z.object({ from: z.number().nullable(), to: z.number().nullable() }).nullable(),
        }),
      ),
      /** The number of people whose results were used: of the test's present version. Null without assignments. */
      people: z.number().int().nullable(),
    }),
  },
  errors: ['not_found'],
})

export const createJobProfile = call({
  name: 'createJobProfile',
  method: 'POST',
  path: '/clients/:clientId/job_profiles/',
  tag: 'Job profiles',
  summary:
    'Make a job profile of one test from typed ranges, or from the results of at least five people: `assignmentIds` without `ranges` takes the suggested ones of the main scores. Who they are is not stored',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: z
    .strictObject({
      name: line(100, 2),
      inventory: oneTest,
      ranges: ranges.optional(),
      assignmentIds: z.array(id).min(minGroup).max(maxChosenResults).optional(),
    })
    .refine((body) => body.ranges !== undefined || body.assignmentIds !== undefined, {
      error: 'required',
      path: ['ranges'],
    }),
  answer: { status: 201, json: jobProfile },
  errors: ['not_found'],
})

const jobProfileId = clientId.extend({ jobProfileId: id })

export const getJobProfile = call({
  name: 'getJobProfile',
  method: 'GET',
  path: '/clients/:clientId/job_profiles/:jobProfileId/',
  tag: 'Job profiles',
  summary: 'One job profile',
  access: 'manager',
  subject: 'jobProfile',
  params: jobProfileId,
  answer: { status: 200, json: jobProfile },
  errors: ['not_found'],
})

export const changeJobProfile = call({
  name: 'changeJobProfile',
  method: 'PUT',
  path: '/clients/:clientId/job_profiles/:jobProfileId/',
  tag: 'Job profiles',
  summary:
    'Change a job profile, archive it or restore it. An archived one is no longer offered, and can still be read',
  access: 'manager',
  subject: 'jobProfile',
  params: jobProfileId,
  body: z.strictObject({
    name: line(100, 2).optional(),
    ranges: ranges.optional(),
    archived: z.boolean().optional(),
  }),
  answer: { status: 200, json: jobProfile },
  errors: ['not_found'],
})

/** The fit of one result to a profile. */
export const jobFit = z.object({
  profile: z.object({ id, name: z.string() }),
  overall: jobFitOverall,
  scales: z.array(
    listedKey.pick({ key: true, name: true, unit: true, min: true, max: true }).extend({
      from: end,
      to: end,
      /** Null where the result has no such score. */
      score: listedScore.pick({ value: true, se: true }).nullable(),
      fit: scaleFit,
    }),
  ),
  /** True if the result is of another version of the test than the profile's ranges. */
  otherVersion: z.boolean(),
})
export type JobFit = z.infer<typeof jobFit>

export const getJobFit = call({
  name: 'getJobFit',
  method: 'GET',
  path: '/assignments/:assignmentId/job_fit/:jobProfileId/',
  tag: 'Job profiles',
  summary:
    'The fit of one result to a job profile of its test, scale by scale. It is reckoned at each call and stored nowhere',
  access: 'manager',
  subject: 'assignment',
  params: assignmentId.extend({ jobProfileId: id }),
  answer: { status: 200, json: jobFit },
  errors: ['not_found', 'report_not_ready', 'report_erased', 'report_withdrawn', 'report_restricted'],
})

import { z } from 'zod'
import { newOpening, newOrder } from './access-fields.ts'
import { newAccommodations } from './accommodation-fields.ts'
import { clientId } from './clients.ts'
import { decisionFilter, personDecision } from './decision-fields.ts'
import {
  anyOf,
  day,
  id,
  line,
  listQuery,
  locale,
  moment,
  page,
  paragraph,
  withoutInvisible,
} from './fields.ts'
import { inventoryCode } from './inventories.ts'
import { call } from './kit.ts'
import { pageKeys, rowScores, scoreFilters, scoreOrdering, scoresAsked } from './scores.ts'

export const membershipRole = z.enum(['manager', 'candidate', 'employee'])

/** A person as one client knows them, with how far their assignments there have come. */
export const person = z.object({
  membershipId: id,
  userId: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  staffNumber: z.string(),
  /** The side of the person: taking tests, or working for the client. */
  role: z.enum(['participant', 'manager']),
  type: membershipRole,
  group: z.string(),
  /** When the person was added. */
  joinedAt: moment,
  /** The day from which name and contact are erased; null while a test, their work for the client or a legal hold keeps them. */
  keptUntil: day.nullable(),
  decision: personDecision,
  assignments: z.object({
    assigned: z.number().int(),
    pending: z.number().int(),
    completed: z.number().int(),
    expired: z.number().int(),
    cancelled: z.number().int(),
  }),
})
export type Person = z.infer<typeof person>

export const peopleFilters = {
  /** Names, separated by line breaks: a name may hold a comma. */
  group: anyOf(line(100), '\n').optional(),
  /** People who have no email, or no test that is not cancelled; with a comma between them, neither. */
  without: anyOf(z.enum(['email', 'test']), ',').optional(),
  decision: decisionFilter.optional(),
  /** The test whose scores are asked about. Alone it leaves nobody out. */
  inventory: id.optional(),
  ...scoreFilters,
}

const listed = listQuery(['name', 'joinedAt', 'group'])
/** The orderings that every list of people takes, of whichever test. */
export const peopleOrdering = listed.shape.ordering.unwrap()

const { group, without, decision } = peopleFilters

export const listManagers = call({
  name: 'listManagers',
  method: 'GET',
  path: '/clients/:clientId/managers/',
  tag: 'People',
  summary: 'The managers of a client',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: listed.extend({ group, without, decision }),
  answer: { status: 200, json: page(person) },
  errors: ['not_found'],
})

/** A person with the scores of their last result of one test. */
const scoredPerson = person.extend({
  ...rowScores,
  /** The assignment whose scores these are. */
  scoresOf: id.optional(),
})
export type ScoredPerson = z.infer<typeof scoredPerson>

const listOf = <const Name extends string, const Path extends string>(
  name: Name,
  path: Path,
  summary: string,
) =>
  call({
    name,
    method: 'GET',
    path,
    tag: 'People',
    summary,
    access: 'manager',
    scope: 'status:read',
    subject: 'client',
    params: clientId,
    query: listed.extend({
      ...peopleFilters,
      ...scoresAsked,
      /** Its id or code. */
      inventory: z.union([id, inventoryCode]).optional(),
      ordering: z.union([peopleOrdering, scoreOrdering]).optional(),
    }),
    answer: { status: 200, json: page(scoredPerson).extend(pageKeys) },
    errors: ['not_found'],
  })

export const listCandidates = listOf(
  'listCandidates',
  '/clients/:clientId/candidates/',
  'The candidates of a client',
)
export const listEmployees = listOf(
  'listEmployees',
  '/clients/:clientId/employees/',
  'The employees of a client',
)

/** Why a row of an invitation list was not taken. */
export const inviteFailure = z.enum([
  'invalid_email',
  'duplicate',
  'invalid_name',
  'invalid_phone',
  'other_role',
  'invalid_staff_number',
  'staff_number_taken',
  'deactivated',
])

// Rows are read one by one, so that a broken address fails its own row and not the other 9,999.
// A row with a wrong text is listed and leaves the others as they are, so all texts are taken.
const rowText = z.string().overwrite(withoutInvisible).max(1000)
const inviteRow = z.union([
  rowText,
  z.strictObject({
    /** May be missing for candidates and employees who have a phone or a staff number. */
    email: rowText.optional(),
    name: rowText.optional(),
    phone: rowText.optional(),
    staffNumber: rowText.optional(),
    group: line(100, 0).optional(),
  }),
])
export type InviteRow = z.infer<typeof inviteRow>

/** Which row of the list it was, from 0, and by what the person is known. */
const invitedRow = {
  row: z.number().int(),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  staffNumber: z.string(),
}
const invited = z.object({ ...invitedRow, userId: id, membershipId: id })

/** An invitation of an earlier release, asked for again, does not know its numbers. */
export const givenTests = z.object({
  created: z.number().int(),
  waiting: z.number().int(),
  /** Left out, because the person took the same one too recently. */
  coolingDown: z.number().int().optional(),
})

/** Every row of the list is in exactly one of the three, in the order of the list. */
export const inviteResult = z.object({
  created: z.array(invited),
  existing: z.array(
    invited.extend({
      /** They are registered here under another name than the row has. */
      otherName: z.literal(true).optional(),
    }),
  ),
  failed: z.array(z.object({ ...invitedRow, reason: inviteFailure })),
  /** Tests that were given, and those that were not because the person waits for the same one. */
  tests: givenTests.optional(),
  /** The role that they were invited for; an invitation of an earlier release does not say. */
  role: membershipRole.optional(),
})

export const inviteCounts = z.object({
  created: z.number().int(),
  existing: z.number().int(),
  failed: z.number().int(),
})

/** A list of people that is imported in the background. All of its valid rows are taken, or, when it failed, none. */
export const invitationJob = z.object({
  id,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  createdBy: z.object({ id, name: z.string() }),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** The lengths of the result's lists. */
  counts: inviteCounts.nullable(),
  result: inviteResult.nullable(),
  /** The problem as the call would have answered it, its text in the reader's language. */
  problem: z
    .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
    .nullable(),
})
export type InvitationJob = z.infer<typeof invitationJob>

export const inviteEmails = call({
  name: 'inviteEmails',
  method: 'POST',
  path: '/clients/:clientId/invite_emails/',
  tag: 'People',
  summary:
    'Invite up to 10,000 people and give each of them the named tests, in one transaction; with `Prefer: respond-async` answers 202 and a job to follow. An API key that sends `inventoryIds` needs the scope `assignments:write` as well',
  access: 'manager',
  scope: 'people:write',
  subject: 'client',
  pace: 'invitations',
  params: clientId,
  body: z.strictObject({
    emails: z.array(inviteRow).min(1).max(10_000),
    inventoryIds: z.array(id).max(20),
    role: membershipRole.optional(),
    group: line(100, 0).optional(),
    dueDate: day.optional(),
    description: paragraph(1000).optional(),
    locale: locale.optional(),
    accommodations: newAccommodations.optional(),
    opensAt: newOpening.optional(),
    inOrder: newOrder.optional(),
  }),
  bodyLimit: 5 * 1024 * 1024,
  answer: { status: 200, json: inviteResult },
  accepted: { json: invitationJob },
  errors: [
    'not_found',
    'client_not_active',
    'quota_exceeded',
    'inventory_not_enabled',
    'not_for_candidates',
    'idempotency_key_reused',
  ],
})

export const forecastInvitation = call({
  name: 'forecastInvitation',
  method: 'POST',
  path: '/clients/:clientId/invite_forecast/',
  tag: 'People',
  summary: 'How many units of quota inviting these people would use now, without inviting them',
  access: 'manager',
  subject: 'client',
  pace: 'forecasts',
  params: clientId,
  body: z.strictObject({
    emails: z.array(inviteRow).min(1).max(10_000),
    inventoryIds: z.array(id).max(20),
  }),
  bodyLimit: 5 * 1024 * 1024,
  answer: {
    status: 200,
    /** Units in the order of `inventoryIds`. */
    json: z.array(
      z.object({
        inventoryId: id,
        units: z.number().int(),
        /** The first 100 people who took it too recently, by name, and until when; the invitation leaves them out. */
        coolingDown: z.object({
          count: z.number().int(),
          people: z.array(z.object({ userId: id, name: z.string(), availableFrom: day })),
        }),
      }),
    ),
  },
  errors: ['not_found'],
})

export const findOtherNames = call({
  name: 'findOtherNames',
  method: 'POST',
  path: '/clients/:clientId/invite_names/',
  tag: 'People',
  summary:
    'Which rows of an invitation would reach someone who is registered at this client under another name, without inviting anyone',
  access: 'manager',
  subject: 'client',
  pace: 'forecasts',
  params: clientId,
  body: z.strictObject({ emails: z.array(inviteRow).min(1).max(10_000), role: membershipRole.optional() }),
  bodyLimit: 5 * 1024 * 1024,
  answer: {
    status: 200,
    /** Each with its place in the list, from 0, and the name that this client has. */
    json: z.array(z.object({ row: z.number().int(), name: z.string() })),
  },
  errors: ['not_found'],
})

export const getInvitationJob = call({
  name: 'getInvitationJob',
  method: 'GET',
  path: '/clients/:clientId/invitation_jobs/:jobId/',
  tag: 'People',
  summary: 'How far a list of people has come; its result can be read for a day',
  access: 'manager',
  scope: 'people:write',
  readers: 'refused',
  subject: 'client',
  params: clientId.extend({ jobId: id }),
  answer: { status: 200, json: invitationJob },
  errors: ['not_found'],
})

export const listInvitationJobs = call({
  name: 'listInvitationJobs',
  method: 'GET',
  path: '/clients/:clientId/invitation_jobs/',
  tag: 'People',
  summary: 'The lists of people of the last day, the newest first, without their results',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.array(invitationJob.omit({ result: true })) },
  errors: ['not_found'],
})

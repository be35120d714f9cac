import { z } from 'zod'
import { assignmentId } from './assignments.ts'
import { brandLook } from './brand.ts'
import { clientId } from './clients.ts'
import { id, locale, moment } from './fields.ts'
import { call } from './kit.ts'

/** A test, and if its people may read feedback on their own result. */
const feedbackTest = z.object({
  inventory: z.object({ id, code: z.string(), name: z.string() }),
  on: z.boolean(),
  /** The test's own report is for its person, too: that is said by the test, not by the client. */
  report: z.boolean(),
})
export type FeedbackTest = z.infer<typeof feedbackTest>

export const listFeedbackTests = call({
  name: 'listFeedbackTests',
  method: 'GET',
  path: '/clients/:clientId/feedback/',
  tag: 'Clients',
  summary: 'On which tests a client lets people read feedback in plain words; sensitive tests have none',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.array(feedbackTest) },
  errors: ['not_found'],
})

export const setFeedback = call({
  name: 'setFeedback',
  method: 'PUT',
  path: '/clients/:clientId/feedback/:inventoryId/',
  tag: 'Clients',
  summary:
    'Let people read feedback on a test, earlier results included, or end that at once. Who finishes the test from then on gets a mail',
  access: 'manager',
  subject: 'clientInventory',
  params: clientId.extend({ inventoryId: id }),
  body: z.strictObject({ on: z.boolean() }),
  answer: { status: 200, json: feedbackTest },
  errors: ['not_found', 'feedback_sensitive'],
})

/** A part of the feedback: a heading, sentences, and what is said of single areas. */
export const feedbackPart = z.object({
  kind: z.enum(['level', 'strengths', 'others', 'unusable', 'sure', 'not']),
  title: z.string(),
  lines: z.array(z.string()),
  areas: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type FeedbackPart = z.infer<typeof feedbackPart>

const feedback = z.object({
  assignmentId: id,
  locale,
  name: z.string(),
  client: z.object({ name: z.string(), brand: brandLook.optional() }),
  inventory: z.object({ code: z.string(), name: z.string() }),
  completedAt: moment,
  timeZone: z.string(),
  parts: z.array(feedbackPart),
})
export type Feedback = z.infer<typeof feedback>

const errors = [
  'not_found',
  'identity_needed',
  'feedback_off',
  'report_not_ready',
  'report_erased',
  'report_withdrawn',
  'report_restricted',
] as const

export const getFeedback = call({
  name: 'getFeedback',
  method: 'GET',
  path: '/assignments/:assignmentId/feedback/',
  tag: 'Reports',
  summary:
    "Feedback in plain words on the caller's own result, in the language of Accept-Language. Each reading is on record",
  access: 'participant',
  subject: 'ownResult',
  params: assignmentId,
  query: z.strictObject({}),
  answer: { status: 200, json: feedback },
  errors,
})

export const feedbackPdf = call({
  name: 'feedbackPdf',
  method: 'GET',
  path: '/assignments/:assignmentId/feedback.pdf',
  tag: 'Reports',
  summary: 'The same as a tagged PDF',
  access: 'participant',
  subject: 'ownResult',
  params: assignmentId,
  query: z.strictObject({ lang: locale.optional() }),
  answer: { status: 200, file: 'application/pdf' },
  errors,
})

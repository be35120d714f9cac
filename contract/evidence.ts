import { z } from 'zod'
import { clientId } from './clients.ts'
import { day, id } from './fields.ts'
import { fileJob } from './fileJobs.ts'
import { call } from './kit.ts'

const period = z.strictObject({
  /** A year before the last day unless given. Both days are in the client's time zone and included. */
  from: day.optional(),
  /** Today unless given. */
  to: day.optional(),
})

export const evidenceJson = call({
  name: 'evidenceJson',
  method: 'GET',
  path: '/clients/:clientId/evidence.json',
  tag: 'Personal data',
  summary:
    'What a client did with personal data in a period, signed with a key of the installation: purposes, notices, consents, readers of sensitive results, erasures, requests, exports. `terazi verify-evidence` checks it',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  query: period,
  answer: { status: 200, file: 'application/json' },
  errors: ['not_found'],
})

/** Its parts are what the file says, one after another. */
const evidenceJob = fileJob.extend({
  from: day,
  to: day,
  /** True when the caller asked for it: nobody else gets the file. */
  own: z.boolean(),
})
export type EvidenceJob = z.infer<typeof evidenceJob>

export const startEvidenceJob = call({
  name: 'startEvidenceJob',
  method: 'POST',
  path: '/clients/:clientId/evidence_jobs/',
  tag: 'Personal data',
  summary:
    'Make the same as a PDF to read, in the background, with its signed JSON attached, which `terazi verify-evidence` checks. A client has one made at a time: while it is, the answer is 409 with `job`, the one under way',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: period,
  answer: { status: 202, json: evidenceJob },
  errors: ['not_found', 'evidence_under_way'],
})

export const listEvidenceJobs = call({
  name: 'listEvidenceJobs',
  method: 'GET',
  path: '/clients/:clientId/evidence_jobs/',
  tag: 'Personal data',
  summary: 'The caller’s files of evidence, which are kept for a day, and the one under way; newest first',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: z.object({ jobs: z.array(evidenceJob) }) },
  errors: ['not_found'],
})

const evidenceJobId = clientId.extend({ jobId: id })

export const getEvidenceJob = call({
  name: 'getEvidenceJob',
  method: 'GET',
  path: '/clients/:clientId/evidence_jobs/:jobId/',
  tag: 'Personal data',
  summary: 'How far a file of evidence has come',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: evidenceJobId,
  answer: { status: 200, json: evidenceJob },
  errors: ['not_found'],
})

export const evidencePdf = call({
  name: 'evidencePdf',
  method: 'GET',
  path: '/clients/:clientId/evidence_jobs/:jobId/evidence.pdf',
  tag: 'Personal data',
  summary:
    'The file of evidence that a job has made, for who asked for it while they read no less than then; kept for a day, or until a person is erased or withdraws a consent',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: evidenceJobId,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

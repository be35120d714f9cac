import { z } from 'zod'
import { clientId } from './clients.ts'
import { id } from './fields.ts'
import { fileJob } from './fileJobs.ts'
import { call } from './kit.ts'
import { chosenPeople } from './memberships.ts'

/** The most slips in a file that is returned directly: five pages. */
export const maxSlipsAtOnce = 40

/** The most slips in a file that is made in the background. */
export const maxSlips = 500

/** The header that says after which person the next file begins; absent on the last one. */
export const nextSlips = 'slips-next'

const chosenSlips = z.strictObject({
  ...chosenPeople,
  /** Leaves out those who have an address to mail to. */
  withoutEmail: z.boolean().optional(),
  /** Limits the slips to people after this membership, by name: for the next file. */
  after: id.optional(),
})

export const slipsPdf = call({
  name: 'slipsPdf',
  method: 'POST',
  path: '/clients/:clientId/slips.pdf',
  tag: 'People',
  summary:
    'Slips to print and cut, eight an A4 page, by name: name, tests, last day, and a link of their own, to scan and as a code to type. People without a pending test get none. A file holds 40; where there are more, the header `Slips-Next` says what to ask for as `after`. The same person gets the same slip while its link opens',
  access: 'manager',
  subject: 'client',
  pace: 'sheets',
  params: clientId,
  body: chosenSlips,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'client_not_active', 'nothing_to_open'],
})

/** Its parts are slips. */
const slipJob = fileJob.extend({
  /** The value of `after` for the next file; null with the last one. */
  next: id.nullable(),
})
export type SlipJob = z.infer<typeof slipJob>

export const startSlipJob = call({
  name: 'startSlipJob',
  method: 'POST',
  path: '/clients/:clientId/slip_jobs/',
  tag: 'People',
  summary:
    'Make a file of up to 500 slips in the background and follow it as a job; a client has one such job at a time',
  access: 'manager',
  subject: 'client',
  pace: 'sheets',
  params: clientId,
  body: chosenSlips,
  answer: { status: 202, json: slipJob },
  errors: ['not_found', 'client_not_active', 'slips_under_way'],
})

const slipJobId = clientId.extend({ jobId: id })

export const getSlipJob = call({
  name: 'getSlipJob',
  method: 'GET',
  path: '/clients/:clientId/slip_jobs/:jobId/',
  tag: 'People',
  summary: 'How far a file of slips has come',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: slipJobId,
  answer: { status: 200, json: slipJob },
  errors: ['not_found'],
})

export const slipJobPdf = call({
  name: 'slipJobPdf',
  method: 'GET',
  path: '/clients/:clientId/slip_jobs/:jobId/slips.pdf',
  tag: 'People',
  summary: 'The file of slips that a job has made; kept for an hour',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: slipJobId,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found'],
})

import { z } from 'zod'
import { clientId } from './clients.ts'
import { day } from './fields.ts'
import { call } from './kit.ts'

const query = z.strictObject({
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
  params: clientId,
  query,
  answer: { status: 200, file: 'application/json' },
  errors: ['not_found'],
})

export const evidencePdf = call({
  name: 'evidencePdf',
  method: 'GET',
  path: '/clients/:clientId/evidence.pdf',
  tag: 'Personal data',
  summary:
    'The same to read, with its signed JSON attached, which `terazi verify-evidence` checks; a client has one made at a time',
  access: 'manager',
  params: clientId,
  query,
  answer: { status: 200, file: 'application/pdf' },
  errors: ['not_found', 'evidence_under_way'],
})

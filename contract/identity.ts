import { z } from 'zod'
import { digits, moment } from './fields.ts'
import { call } from './kit.ts'

/** Six digits as people type them from a mail, blanks and all. */
export const mailedCode = digits(6)

export const askForCode = call({
  name: 'askForCode',
  method: 'POST',
  path: '/participant/identity/',
  tag: 'Personal data',
  summary:
    'Mail the caller a code by which this session shows that it is theirs, to the address that they confirmed or were invited at; at most five times an hour. Without one, or with one that others gave later, they ask by a request, and the client checks who they are',
  access: 'participant',
  body: z.strictObject({}),
  /** The address it goes to, with most letters hidden. */
  answer: { status: 202, json: z.object({ contact: z.string() }) },
  errors: ['no_proved_contact'],
})

export const confirmIdentity = call({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/participant/identity/confirm/',
  tag: 'Personal data',
  summary: 'Enter the mailed code: for half an hour this session reaches the data of the person themselves',
  access: 'participant',
  body: z.strictObject({ code: mailedCode }),
  answer: { status: 200, json: z.object({ provedUntil: moment }) },
  errors: ['identity_code_wrong', 'identity_code_over'],
})

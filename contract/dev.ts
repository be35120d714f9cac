import { z } from 'zod'
import { email, moment } from './fields.ts'
import { call } from './kit.ts'

/** A mail of the demo mailbox. */
export const demoMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  kind: z.string(),
  sentAt: moment,
  /** `url` leads to the file. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), url: z.string() })),
})

export const demoMailbox = call({
  name: 'demoMailbox',
  method: 'GET',
  path: '/dev/mailbox/',
  tag: 'Demo',
  summary: 'Mails that would have been sent, newest first, at most 200',
  access: 'demo',
  query: z.strictObject({ to: email.optional() }),
  answer: { status: 200, json: z.array(demoMail) },
  errors: ['not_found'],
})

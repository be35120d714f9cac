import { z } from 'zod'
import { email, line, paragraph, personName, phone } from './fields.ts'
import { call } from './kit.ts'

export const openContact = call({
  name: 'openContact',
  method: 'GET',
  path: '/contact/',
  tag: 'Contact',
  summary: 'A token to send the contact form with: once, from three seconds on, for two hours',
  access: 'guest',
  answer: { status: 200, json: z.object({ token: z.string() }) },
  errors: [],
})

export const sendContact = call({
  name: 'sendContact',
  method: 'POST',
  path: '/contact/',
  tag: 'Contact',
  summary: 'Write to the people who run this installation',
  access: 'guest',
  body: z.strictObject({
    name: personName,
    organisation: line(200),
    email,
    phone: phone.optional(),
    message: paragraph(4000, 10),
    /** A field that people don't see. A message that fills it in gets the usual answer and is dropped. */
    website: z.string().max(500).optional(),
    token: z.string().min(1).max(128),
  }),
  answer: { status: 202 },
  errors: ['contact_expired'],
})

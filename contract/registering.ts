import { z } from 'zod'
import { ownBrand } from './brand.ts'
import { day, digits, email, line, personName, personPhone, plainText } from './fields.ts'
import { call } from './kit.ts'

const code = z.object({ code: z.string().overwrite(plainText).min(1).max(40) })

const secret = z.string().min(1).max(128)

const state = z.enum(['open', 'full', 'closed'])

export const getRegistrationPage = call({
  name: 'getRegistrationPage',
  method: 'GET',
  path: '/register/:code/',
  tag: 'Registrations',
  summary:
    'What people see who open a registration’s link, with a token to register once, from three seconds on, for two hours',
  access: 'guest',
  subject: 'registration',
  params: code,
  answer: {
    status: 200,
    json: z.object({
      client: z.object({
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        brand: ownBrand.optional(),
      }),
      name: z.string(),
      tests: z.array(z.object({ name: z.string(), minutes: z.number().int() })),
      /** The place and the day of the tests; null for tests that people take on their own device. */
      testDay: z.object({ place: z.string(), day }).nullable(),
      dueDate: day.nullable(),
      endsOn: day,
      approval: z.boolean(),
      /** When it is full or closed, those who registered with an address may still come back with it. */
      state,
      notice: z.object({ version: z.number().int(), title: z.string(), text: z.string() }),
      token: z.string(),
    }),
  },
  errors: ['not_found'],
})

/**
 * - `code`: a code was mailed to the address; `check` is needed to enter it. Where `state` is not `open`, only to an address that
 *   registered before: the answer doesn't say whether this one did.
 * - `enter`: the person may begin; `link` is the path of their invitation.
 * - `listed`: the person is on the list of a test day; `dayCode` is what they enter at a tablet there.
 * - `received`: somebody will decide or help.
 * - `ask`: this person can't go on here and should ask the organisation.
 */
const registered = z.object({
  outcome: z.enum(['code', 'enter', 'listed', 'received', 'ask']),
  check: z.string().nullable(),
  /** The registration's state since its page was opened, with the outcome `code`. */
  state: state.nullable(),
  link: z.string().nullable(),
  dayCode: z.string().nullable(),
})
export type Registered = z.infer<typeof registered>

export const register = call({
  name: 'register',
  method: 'POST',
  path: '/register/:code/',
  tag: 'Registrations',
  summary:
    'Register with an address, which is verified by a mailed code, or with a phone. The answer for an address is the same for everybody',
  access: 'guest',
  subject: 'registration',
  params: code,
  body: z
    .strictObject({
      name: personName,
      email: email.optional(),
      phone: personPhone.optional(),
      /** The version of the notice that the person saw. */
      notice: z.number().int(),
      /** A field that people don't see, as in the contact form. */
      website: line(500, 0).optional(),
      token: secret,
    })
    .refine((body) => (body.email === undefined) !== (body.phone === undefined), {
      error: 'contact_needed',
      path: ['email'],
    }),
  answer: { status: 200, json: registered },
  errors: ['not_found', 'contact_expired', 'registration_closed', 'registration_full', 'notice_changed'],
})

export const confirmRegistration = call({
  name: 'confirmRegistration',
  method: 'POST',
  path: '/register/:code/confirm/',
  tag: 'Registrations',
  summary: 'Enter the code that was mailed: five tries, 15 minutes',
  access: 'guest',
  subject: 'registration',
  params: code,
  body: z.strictObject({
    check: secret,
    digits: digits(6),
  }),
  answer: { status: 200, json: registered },
  errors: [
    'not_found',
    'registration_code_wrong',
    'registration_code_over',
    'registration_closed',
    'registration_full',
  ],
})

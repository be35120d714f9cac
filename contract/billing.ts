import { z } from 'zod'
import { client, clientFields, clientId } from './clients.ts'
import { email, line, moment, phone } from './fields.ts'
import { call } from './kit.ts'
import { compactNumber, isIdentityNumber, isTaxNumber } from './tax-numbers.ts'

const emptyOr = (valid: (text: string) => boolean) => (text: string) => text === '' || valid(text)
const number = () => z.string().max(30).overwrite(compactNumber)

/** Fields of the billing identity that belong to a company, and those of a person who trades in their own name. */
export const companyFields = ['taxNumber', 'taxOffice', 'title'] as const
export const personFields = ['identityNumber', 'name', 'surname'] as const

/**
 * The recipient of an invoice: a company by its title, tax office and VKN, or a person by name, surname and TCKN.
 * Exactly one of the two numbers is given and says which it is; what the other kind needs may be added or left out.
 */
export const billing = z
  .strictObject({
    title: line(200, 0).default(''),
    taxOffice: line(100, 0).default(''),
    taxNumber: number().refine(emptyOr(isTaxNumber), { error: 'tax_number' }).default(''),
    name: line(100, 0).default(''),
    surname: line(100, 0).default(''),
    identityNumber: number().refine(emptyOr(isIdentityNumber), { error: 'identity_number' }).default(''),
    address: line(300, 5),
    district: line(60, 2),
    city: line(60, 2),
    country: line(60, 2),
    email,
    phone,
  })
  .refine((one) => one.taxNumber === '' || one.identityNumber === '', {
    error: 'one_number',
    path: ['identityNumber'],
  })
  .superRefine((one, context) => {
    for (const field of one.identityNumber === '' ? companyFields : personFields)
      if (one[field] === '')
        context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, input: '', path: [field] })
  })
export type Billing = z.infer<typeof billing>

const storedBilling = z.object({
  /** null until it is given for the first time. */
  billing: z.object(billing.shape).nullable(),
  updatedAt: moment.nullable(),
})

export const getBilling = call({
  name: 'getBilling',
  method: 'GET',
  path: '/clients/:clientId/billing/',
  tag: 'Clients',
  summary: 'Who a client’s orders and invoices are made out to',
  access: 'manager',
  readers: 'refused',
  subject: 'client',
  params: clientId,
  answer: { status: 200, json: storedBilling },
  errors: ['not_found'],
})

export const updateBilling = call({
  name: 'updateBilling',
  method: 'PUT',
  path: '/clients/:clientId/billing/',
  tag: 'Clients',
  summary: 'Set who a client’s orders and invoices are made out to from now on',
  access: 'manager',
  subject: 'client',
  params: clientId,
  body: billing,
  answer: { status: 200, json: storedBilling },
  errors: ['not_found'],
})

export const applyForClient = call({
  name: 'applyForClient',
  method: 'POST',
  path: '/clients/apply/',
  tag: 'Clients',
  summary:
    'Open a client of one’s own and become its manager; it is `pending` until an operator activates it',
  access: 'user',
  body: clientFields.extend({ billing }),
  answer: { status: 201, json: client },
  errors: ['application_pending'],
})

import { z } from 'zod'
import type { applyForClient, Billing } from '#contract/billing.ts'
import type { Client } from '#contract/clients.ts'
import type { BodyIn } from '#contract/kit.ts'

/** Every field by the name that the API gives it in its complaints. */
export const fields = [
  'name',
  'email',
  'phone',
  'billing.title',
  'billing.taxOffice',
  'billing.taxNumber',
  'billing.name',
  'billing.surname',
  'billing.identityNumber',
  'billing.address',
  'billing.city',
  'billing.district',
  'billing.country',
  'billing.email',
  'billing.phone',
] as const
export type Field = (typeof fields)[number]

/** The form's draft: the company, the recipient of its invoices, and the current step. */
export const draft = z.object({
  step: z.enum(['company', 'billing', 'review']),
  kind: z.enum(['company', 'person']),
  values: z.record(z.enum(fields), z.string()),
})
export type Draft = z.infer<typeof draft>
export type Step = Draft['step']

export const steps: readonly Step[] = ['company', 'billing', 'review']
export const homeCountry = 'Türkiye'

const empty: Draft['values'] = {
  name: '',
  email: '',
  phone: '',
  'billing.title': '',
  'billing.taxOffice': '',
  'billing.taxNumber': '',
  'billing.name': '',
  'billing.surname': '',
  'billing.identityNumber': '',
  'billing.address': '',
  'billing.city': '',
  'billing.district': '',
  'billing.country': homeCountry,
  'billing.email': '',
  'billing.phone': '',
}

export const emptyDraft = (email: string): Draft => ({
  step: 'company',
  kind: 'company',
  values: { ...empty, email },
})

/** An existing client, to be changed. */
export function draftOf({ name, email, phone }: Client, billing: Billing | null): Draft {
  const stored = Object.entries(billing ?? {}).map(([field, value]) => [`billing.${field}`, value])
  return {
    step: 'company',
    kind: billing !== null && billing.identityNumber !== '' ? 'person' : 'company',
    values: { ...empty, ...Object.fromEntries(stored), name, email, phone },
  }
}

const ofCompany: readonly Field[] = ['billing.title', 'billing.taxOffice', 'billing.taxNumber']
const ofPerson: readonly Field[] = ['billing.name', 'billing.surname', 'billing.identityNumber']

/** The step that asks for a field; of a name that nobody knows, the first one. */
export const stepOf = (field: string): Step => (field.startsWith('billing') ? 'billing' : 'company')

/** The fields that a step asks for, in their order. */
export function fieldsOf({ kind }: Pick<Draft, 'kind'>, step: Step): readonly Field[] {
  const unused = kind === 'company' ? ofPerson : ofCompany
  return fields.filter((field) => stepOf(field) === step && !unused.includes(field))
}

type Body = BodyIn<typeof applyForClient>

/** The request body. It leaves out the fields of the other kind, which are kept while somebody changes their mind. */
export function bodyOf({ kind, values }: Draft): Body {
  const used = (field: Field) => (fieldsOf({ kind }, 'billing').includes(field) ? values[field] : '')
  return {
    name: values.name,
    email: values.email,
    phone: values.phone,
    billing: {
      title: used('billing.title'),
      taxOffice: used('billing.taxOffice'),
      taxNumber: used('billing.taxNumber'),
      name: used('billing.name'),
      surname: used('billing.surname'),
      identityNumber: used('billing.identityNumber'),
      address: used('billing.address'),
      city: used('billing.city'),
      district: used('billing.district'),
      country: used('billing.country'),
      email: used('billing.email'),
      phone: used('billing.phone'),
    },
  }
}

export type Action =
  | { type: 'edit'; field: Field; value: string }
  | { type: 'kind'; kind: Draft['kind'] }
  | { type: 'go'; to: Step }

export function next(now: Draft, action: Action): Draft {
  switch (action.type) {
    case 'edit':
      return { ...now, values: { ...now.values, [action.field]: action.value } }
    case 'kind':
      return { ...now, kind: action.kind }
    case 'go': {
      const { values } = now
      if (action.to !== 'billing') return { ...now, step: action.to }
      // Mostly the same address and number; they are shown and can be changed.
      const known = {
        'billing.email': values['billing.email'] || values.email,
        'billing.phone': values['billing.phone'] || values.phone,
      }
      return { ...now, step: 'billing', values: { ...values, ...known } }
    }
  }
}

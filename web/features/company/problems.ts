import type { z } from 'zod'
import { applyForClient, billing } from '#contract/billing.ts'
import { type Draft, type Field, fieldsOf, type Step, steps } from './draft.ts'

/** A text of locales/<lng>/validation.json; `limit` is the least number of characters. */
export interface Problem {
  key: 'required' | 'email' | 'phone' | 'tax_number' | 'identity_number' | 'too_small_text' | 'format'
  limit?: number
}
export type Problems = Partial<Record<Field, Problem>>

const { name, email, phone } = applyForClient.body.shape
const ofBilling = billing.shape

interface Checked {
  readonly schema: z.ZodType
  readonly key?: Problem['key']
  readonly shortest?: number
}

const checks: Record<Field, Checked> = {
  name: { schema: name, shortest: 2 },
  email: { schema: email, key: 'email' },
  phone: { schema: phone, key: 'phone' },
  'billing.title': { schema: ofBilling.title },
  'billing.taxOffice': { schema: ofBilling.taxOffice },
  'billing.taxNumber': { schema: ofBilling.taxNumber, key: 'tax_number' },
  'billing.name': { schema: ofBilling.name },
  'billing.surname': { schema: ofBilling.surname },
  'billing.identityNumber': { schema: ofBilling.identityNumber, key: 'identity_number' },
  'billing.address': { schema: ofBilling.address, shortest: 5 },
  'billing.city': { schema: ofBilling.city, shortest: 2 },
  'billing.district': { schema: ofBilling.district, shortest: 2 },
  'billing.country': { schema: ofBilling.country, shortest: 2 },
  'billing.email': { schema: ofBilling.email, key: 'email' },
  'billing.phone': { schema: ofBilling.phone, key: 'phone' },
}

/** The schema of each field. */
export const schemas = Object.fromEntries(
  Object.entries(checks).map(([field, { schema }]) => [field, schema]),
)

/** The problem of a field's text. */
export function problemOf(field: Field, value: string): Problem | undefined {
  const { schema, key, shortest = 0 } = checks[field]
  if (value.trim() === '') return { key: 'required' }
  if (schema.safeParse(value).success) return undefined
  if (value.trim().length < shortest) return { key: 'too_small_text', limit: shortest }
  return { key: key ?? 'format' }
}

/** The problems that keep a step from being done, by field. */
export function problemsOf(draft: Draft, step: Step): Problems {
  const found: Problems = {}
  for (const field of fieldsOf(draft, step)) {
    const problem = problemOf(field, draft.values[field])
    if (problem) found[field] = problem
  }
  return found
}

/** The first step that is not done yet. */
export const unfinishedStep = (draft: Draft): Step | undefined =>
  steps.find((step) => Object.keys(problemsOf(draft, step)).length > 0)

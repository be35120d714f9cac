import type { Locale } from '#contract/fields.ts'
import { translate } from '#server/locales.ts'

/** The purposes of docs/privacy.md, as a register of processing lists them. */
const purposes = [
  'tests',
  'sensitive',
  'accommodations',
  'registrations',
  'accounts',
  'security',
  'billing',
  'requests',
] as const

const fields = [
  'category',
  'people',
  'purpose',
  'ground',
  'recipients',
  'transfer',
  'period',
  'measures',
] as const

export type ProcessingText = Record<(typeof fields)[number], string>

/** The inventory of processing in words. @param months the client's periods */
export function processing(
  locale: Locale,
  { candidate, employee, sensitive }: { candidate: number; employee: number; sensitive: number },
): ProcessingText[] {
  return purposes.map((purpose) => {
    const text = (field: (typeof fields)[number]) =>
      translate(locale, `evidence:processing.${purpose}.${field}`, { candidate, employee, sensitive })
    return {
      category: text('category'),
      people: text('people'),
      purpose: text('purpose'),
      ground: text('ground'),
      recipients: text('recipients'),
      transfer: text('transfer'),
      period: text('period'),
      measures: text('measures'),
    }
  })
}

export const processingFields = fields

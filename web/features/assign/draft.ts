import { useEffect, useState } from 'react'
import { z } from 'zod'
import { newAccommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import { tabDrafts } from '../../app/tabDrafts.ts'
import { noTerms, terms } from '../access-rules/terms.ts'
import type { PeopleSelection } from '../people/selection.ts'

const draft = z.object({
  kind: z.enum(['candidates', 'employees']),
  search: z.string(),
  group: z.string(),
  without: z.string().default(''),
  /** Everyone that search and group match, in place of those ticked. */
  all: z.boolean(),
  ticked: z.array(z.object({ userId: z.string(), name: z.string() })),
  inventoryIds: z.array(z.string()),
  dueDate: z.string().nullable(),
  locale: z.enum(['tr', 'en']),
  description: z.string(),
  accommodations: newAccommodations.default(noAccommodations),
  terms: terms.default(noTerms),
})
export type Draft = z.infer<typeof draft>

const drafts = tabDrafts('terazi.assign', draft)

const emptyDraft = (locale: Draft['locale']): Draft => ({
  kind: 'candidates',
  search: '',
  group: '',
  without: '',
  all: false,
  ticked: [],
  inventoryIds: [],
  dueDate: null,
  locale,
  description: '',
  accommodations: noAccommodations,
  terms: noTerms,
})

/** Begins with these people; tests and days that were chosen before stay. */
export const beginDraft = (clientId: string, locale: Draft['locale'], people: PeopleSelection): void =>
  drafts.write(clientId, { ...(drafts.read(clientId) ?? emptyDraft(locale)), ...people })

export const forgetDraft = (clientId: string): void => drafts.write(clientId, null)

/** Who is to get which tests, as far as it was chosen; kept for the tab, so that a reload loses nothing. */
export function useDraft(clientId: string, locale: Draft['locale']) {
  const [kept] = useState(() => drafts.read(clientId))
  const [first] = useState(kept ?? emptyDraft(locale))
  const [draft, setDraft] = useState(first)
  useEffect(() => {
    // What nobody has touched is not kept.
    if (draft !== first) drafts.write(clientId, draft)
  }, [clientId, draft, first])
  return {
    draft,
    edit: (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values })),
    /** Whether there is anything to clear. */
    begun: kept !== undefined || draft !== first,
  }
}

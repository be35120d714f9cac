import { z } from 'zod'
import { newAccommodations, noAccommodations } from '#contract/accommodation-fields.ts'
import { tabDrafts } from '../../../app/tabDrafts.ts'
import { useTabDraft } from '../../../app/useTabDraft.ts'
import { noTerms, terms } from '../../assignments/access-rules/terms.ts'
import { emptySelection, type PeopleSelection, peopleSelection } from '../../memberships/selection.ts'

const draft = z.object({
  ...peopleSelection,
  inventoryIds: z.array(z.string()),
  /** Left out until somebody chooses: the client's days decide. */
  dueDate: z.string().nullable().optional(),
  locale: z.enum(['tr', 'en']),
  description: z.string(),
  accommodations: newAccommodations.default(noAccommodations),
  terms: terms.default(noTerms),
})
export type Draft = z.infer<typeof draft>

const drafts = tabDrafts('terazi.assign', draft)

const emptyDraft = (locale: Draft['locale']): Draft => ({
  ...emptySelection,
  inventoryIds: [],
  locale,
  description: '',
  accommodations: noAccommodations,
  terms: noTerms,
})

/** Begins with these people; tests and days that were chosen before stay. */
export const beginDraft = (clientId: string, locale: Draft['locale'], people: PeopleSelection): void =>
  drafts.write(clientId, { ...(drafts.read(clientId) ?? emptyDraft(locale)), ...people })

export const readDraft = (clientId: string): Draft | undefined => drafts.read(clientId)

export const forgetDraft = (clientId: string): void => drafts.write(clientId, null)

/** The choice of people and tests so far. */
export const useDraft = (clientId: string, locale: Draft['locale']) =>
  useTabDraft(drafts, clientId, emptyDraft(locale))

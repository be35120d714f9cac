import { z } from 'zod'
import { tabDrafts } from '../../../app/tabDrafts.ts'
import { emptySelection, peopleSelection } from '../../memberships/selection.ts'

const draft = z.object({
  ...peopleSelection,
  place: z.string(),
  day: z.string().nullable(),
  rooms: z.string(),
  inventoryIds: z.array(z.string()),
  locale: z.enum(['tr', 'en']),
  sensitiveOffline: z.boolean(),
})
export type PlanDraft = z.infer<typeof draft>

export const planDrafts = tabDrafts('terazi.testDay', draft)

export const emptyPlan = (locale: PlanDraft['locale']): PlanDraft => ({
  ...emptySelection,
  place: '',
  day: null,
  rooms: '',
  inventoryIds: [],
  locale,
  sensitiveOffline: false,
})

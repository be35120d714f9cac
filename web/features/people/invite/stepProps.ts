import type { SelectedClient } from '../../../app/clientSelection.ts'
import type { useOffer } from '../../quota/useOffer.ts'
import type { Draft } from './draft/draft.ts'
import type { Action } from './steps.ts'

/** The props of each step of the wizard. */
export interface StepProps {
  client: SelectedClient
  draft: Draft
  dispatch: (action: Action) => void
  offer: ReturnType<typeof useOffer>
}

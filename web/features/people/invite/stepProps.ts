import type { SelectedClient } from '../../../app/clientSelection.ts'
import type { useOffer } from '../../quota/useOffer.ts'
import type { Draft } from './draft/draft.ts'
import type { Action } from './steps.ts'

/** What each step of the wizard receives. */
export interface StepProps {
  client: SelectedClient
  draft: Draft
  dispatch: (action: Action) => void
  offer: ReturnType<typeof useOffer>
}

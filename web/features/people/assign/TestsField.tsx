import { PickerField } from '../../../ui/form/PickerField.tsx'
import { SensitiveNotes } from '../../enablements/SensitiveNotes.tsx'
import type { useOffer } from '../../quota/useOffer.ts'
import { InventoryCards } from '../invite/tests/InventoryCards.tsx'
import type { ChosenPeople } from './useChosenPeople.ts'

interface TestsFieldProps {
  clientId: string
  offer: ReturnType<typeof useOffer>
  people: ChosenPeople
  /** The units are the most that it can come to. */
  atMost?: boolean
  picked: readonly string[]
  error: string | undefined
  onPick: (ids: string[]) => void
}

/** Which tests people who are already here get, and what is to be known of those that are sensitive. */
export function TestsField({ clientId, people, error, ...cards }: TestsFieldProps) {
  return (
    <>
      <PickerField error={error}>
        <InventoryCards {...cards} people={people.number} />
      </PickerField>
      <SensitiveNotes
        clientId={clientId}
        offers={cards.offer.offers}
        picked={cards.picked}
        candidates={people.mayBeCandidates}
      />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { FoldedPart } from '../../../../ui/layout/FoldedPart.tsx'
import { TermsPart } from '../../../assignments/access-rules/TermsPart.tsx'
import type { Terms } from '../../../assignments/access-rules/terms.ts'
import { AccommodationFields } from '../../../assignments/accommodations/AccommodationFields.tsx'
import { useAccommodationWords } from '../../../assignments/accommodations/useAccommodationWords.ts'
import type { Draft } from '../draft/draft.ts'

type Chosen = Pick<Draft, 'accommodations' | 'inventoryIds'> & { dueDate: string | null; terms: Terms }

interface MorePartsProps {
  draft: Chosen
  offers: readonly { id: string; name: string }[] | undefined
  onChange: (values: Partial<Omit<Chosen, 'dueDate'>>) => void
  /** Called with true if the opening day's text is not a date. */
  onUnreadable: (unreadable: boolean) => void
}

/** Settings that most invitations leave unchanged. */
export function MoreParts({ draft, offers, onChange, onUnreadable }: MorePartsProps) {
  return (
    <>
      <TermsPart
        value={draft.terms}
        onChange={(terms) => onChange({ terms })}
        onUnreadable={onUnreadable}
        dueDate={draft.dueDate || null}
        chosen={draft.inventoryIds}
        offers={offers}
        onOrder={(inventoryIds) => onChange({ inventoryIds })}
      />
      <AccommodationsPart
        value={draft.accommodations}
        onChange={(accommodations) => onChange({ accommodations })}
      />
    </>
  )
}

interface AccommodationsPartProps {
  value: Accommodations
  onChange: (value: Accommodations) => void
}

/** The same accommodations for everybody. */
function AccommodationsPart({ value, onChange }: AccommodationsPartProps) {
  const { t } = useTranslation()
  const words = useAccommodationWords()(value)
  return (
    <FoldedPart title={t('accommodations:title')} words={words} none={t('accommodations:none')}>
      <p className="meta">{t('accommodations:forAll')}</p>
      <AccommodationFields value={value} onChange={onChange} />
    </FoldedPart>
  )
}

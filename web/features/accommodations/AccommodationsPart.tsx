import { useTranslation } from 'react-i18next'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { FoldedPart } from '../../ui/layout/FoldedPart.tsx'
import { AccommodationFields } from './AccommodationFields.tsx'
import { useAccommodationWords } from './useAccommodationWords.ts'

interface AccommodationsPartProps {
  value: Accommodations
  onChange: (value: Accommodations) => void
}

/** The same accommodations for everybody. */
export function AccommodationsPart({ value, onChange }: AccommodationsPartProps) {
  const { t } = useTranslation()
  const words = useAccommodationWords()(value)
  return (
    <FoldedPart title={t('accommodations:title')} words={words} none={t('accommodations:none')}>
      <p className="meta">{t('accommodations:forAll')}</p>
      <AccommodationFields value={value} onChange={onChange} />
    </FoldedPart>
  )
}

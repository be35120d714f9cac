import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import { AccommodationFields } from './AccommodationFields.tsx'
import classes from './accommodations.module.css'
import { useAccommodationWords } from './useAccommodationWords.ts'

interface AccommodationsPartProps {
  value: Accommodations
  onChange: (value: Accommodations) => void
}

/** The same accommodations for everybody, folded: most invitations have none. What was chosen shows on the folded line. */
export function AccommodationsPart({ value, onChange }: AccommodationsPartProps) {
  const { t } = useTranslation()
  const words = useAccommodationWords()(value)
  const [opened] = useState(words.length > 0)
  return (
    <details className={classes.part} open={opened}>
      <summary>
        <IconChevronRight size={18} stroke={2} className={classes.chevron} aria-hidden />
        <span className={classes.label}>{t('accommodations:title')}</span>
        <span className="meta">{words.join(' · ') || t('accommodations:none')}</span>
      </summary>
      <div className={classes.inner}>
        <p className="meta">{t('accommodations:forAll')}</p>
        <AccommodationFields value={value} onChange={onChange} />
      </div>
    </details>
  )
}

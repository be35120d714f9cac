import { IconAccessible } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import classes from './accommodations.module.css'
import { useAccommodationWords } from './useAccommodationWords.ts'

/** The accommodations of an assignment, and that the device has read questions aloud; nothing where there is neither. */
export function AccommodationMarks({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const wordsOf = useAccommodationWords()
  const words = wordsOf(assignment.accommodations)
  if (assignment.readAloudUsed) words.push(t('accommodations:mark.readAloudUsed'))
  if (words.length === 0) return null
  return (
    <span className={classes.marks}>
      <IconAccessible size={16} stroke={1.75} aria-hidden />
      <span className="sr">{t('accommodations:title')}</span>
      <span>{words.join(' · ')}</span>
    </span>
  )
}

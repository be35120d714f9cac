import { IconAccessible } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Assignment } from '#contract/assignments.ts'
import { Marks } from '../../../ui/text/Marks.tsx'
import { useAccommodationWords } from './useAccommodationWords.ts'

/** The accommodations of an assignment, and what of the device was used; nothing where there is neither. */
export function AccommodationMarks({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const wordsOf = useAccommodationWords()
  const words = wordsOf(assignment.accommodations)
  if (assignment.readAloudUsed) words.push(t('accommodations:mark.readAloudUsed'))
  if (assignment.autoNextUsed) words.push(t('accommodations:mark.autoNextUsed'))
  return <Marks icon={IconAccessible} label={t('accommodations:title')} words={words} />
}

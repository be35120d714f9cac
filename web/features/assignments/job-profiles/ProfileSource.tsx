import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { fewProfilePeople } from '#contract/job-profiles.ts'

/** The source of a profile's ranges. */
export function ProfileSource({ people }: { people: number | null }) {
  const { t, i18n } = useTranslation()
  if (people === null) return t('job-profiles:source.typed')
  const number = formatNumber(people, i18n.language)
  return t(`job-profiles:source.${people < fewProfilePeople ? 'few' : 'people'}`, { number })
}

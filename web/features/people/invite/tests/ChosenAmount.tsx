import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'

/** The numbers of people and of tests each. */
export function ChosenAmount({ people, tests }: { people: number; tests: number }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return t('invite:what.amount', {
    people: t('invite:peopleCount', { count: people, number: number(people) }),
    tests: t('invite:testCount', { count: tests, number: number(tests) }),
  })
}

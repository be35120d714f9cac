import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'

/** The number of running tests that end when it is closed: nobody has the same one twice. */
export function Running({ people }: { people: number }) {
  const { t, i18n } = useTranslation()
  return (
    <p>
      <b>
        {people === 0
          ? t('clients:sensitive.runningNone')
          : t('clients:sensitive.running', { count: people, number: formatNumber(people, i18n.language) })}
      </b>
    </p>
  )
}

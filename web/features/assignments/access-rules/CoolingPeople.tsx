import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#contract/format.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import classes from './access.module.css'

interface CoolingPeopleProps {
  cooling: {
    count: number
    people: readonly { name: string; inventories: readonly string[]; availableFrom: string }[]
  }
  /** The ways on. */
  children?: ReactNode
}

const shown = 10

/** Lists the people who took a test too recently, and when they can get it again. */
export function CoolingPeople({ cooling: { count, people }, children }: CoolingPeopleProps) {
  const { t, i18n } = useTranslation()
  const figures = (number: number) => ({ count: number, number: formatNumber(number, i18n.language) })
  return (
    <Alert type="warning" title={t('access:cooling.title', figures(count))} duration={0}>
      {t('access:cooling.leftOut')}
      <ul className={`breakable ${classes.people}`}>
        {people.slice(0, shown).map(({ name, inventories, availableFrom }) => (
          <li key={`${name} ${inventories.join()} ${availableFrom}`}>
            {t('access:cooling.person', {
              name,
              tests: inventories.join(', '),
              day: formatDay(availableFrom, i18n.language),
            })}
          </li>
        ))}
      </ul>
      {count > shown ? t('access:cooling.more', figures(count - shown)) : null}
      {children}
    </Alert>
  )
}

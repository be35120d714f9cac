import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TestDayDetails } from '#contract/test-days.ts'
import { testDayPath } from '../../../app/paths.ts'
import { PageTabs } from '../../../ui/layout/PageTabs.tsx'
import { type Part, parts } from './parts.ts'

export function DayTabs({ day, current }: { day: Pick<TestDayDetails, 'id'>; current: Part }) {
  const { t } = useTranslation()
  return (
    <PageTabs label={t('test-days:tabs')} current={current}>
      {parts.map((part) => (
        <Link key={part} to={testDayPath(day.id, part)} aria-current={part === current ? 'page' : undefined}>
          {t(`test-days:part.${part}`)}
        </Link>
      ))}
    </PageTabs>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TestDayDetails } from '#contract/test-days.ts'
import { testDayPath } from '../../../app/paths.ts'
import { PageTabs } from '../../../ui/layout/PageTabs.tsx'
import { type Part, parts } from './parts.ts'

export function DayTabs({
  day,
  current,
}: {
  day: Pick<TestDayDetails, 'id' | 'tablets' | 'waiting'>
  current: Part
}) {
  const { t } = useTranslation()
  const hasWithdrawn = day.waiting > 0 || day.tablets.some(({ revokedAt }) => revokedAt !== null)
  const pending = day.tablets.filter((one) => one.pendingSince !== null && one.revokedAt === null).length
  const shown = parts.filter((part) => part !== 'waiting' || hasWithdrawn || part === current)
  return (
    <PageTabs label={t('test-days:tabs')} current={current}>
      {shown.map((part) => (
        <Link key={part} to={testDayPath(day.id, part)} aria-current={part === current ? 'page' : undefined}>
          {part === 'waiting' && day.waiting > 0
            ? t('test-days:waiting.tab', { number: day.waiting })
            : part === 'tablets' && pending > 0
              ? t('test-days:tablets.tab', { number: pending })
              : t(`test-days:part.${part}`)}
        </Link>
      ))}
    </PageTabs>
  )
}

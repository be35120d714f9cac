import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../paths.ts'
import links from './NavLinks.module.css'
import { useCounts } from './useCounts.ts'

/** Lists that are looked at again and again. Each is an address of the list's own filters. */
const views = [
  { key: 'dueSoon', count: 'pending', search: 'status=pending&ordering=dueDate' },
  { key: 'finished', count: 'completed', search: 'status=completed&ordering=-completedAt' },
  { key: 'overdue', count: 'expired', search: 'status=expired&ordering=-dueDate' },
] as const

export function SavedViews() {
  const { t, i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const counts = useCounts()
  return (
    <>
      <h2 className={links.heading}>{t('shell:views.title')}</h2>
      {views.map((view) => (
        <Link
          key={view.key}
          to={`${paths.assignments}?${view.search}`}
          className={links.item}
          aria-current={pathname === paths.assignments && search === `?${view.search}` ? 'page' : undefined}
        >
          <span>{t(`shell:views.${view.key}`)}</span>
          {counts ? (
            <span className={links.count}>{formatNumber(counts[view.count], i18n.language)}</span>
          ) : null}
        </Link>
      ))}
    </>
  )
}

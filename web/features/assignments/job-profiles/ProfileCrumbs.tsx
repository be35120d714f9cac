import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'

/** The way to a profile, or without a name to their list. */
export function ProfileCrumbs({ name }: { name?: string }) {
  const { t } = useTranslation()
  const list = t('job-profiles:title')
  return (
    <nav aria-label={t('job-profiles:crumbs')} style={{ display: 'contents' }}>
      <Link to={paths.assignments}>{t('assignments:title')}</Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      {name === undefined ? (
        <span aria-current="page">{list}</span>
      ) : (
        <>
          <Link to={paths.jobProfiles}>{list}</Link>
          <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
          <span aria-current="page">{name}</span>
        </>
      )}
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PageTabs } from '../../ui/layout/PageTabs.tsx'

const tabs = [
  'organisation',
  'brand',
  'notifications',
  'reminders',
  'testRules',
  'reportSettings',
  'retention',
  'colleagues',
  'integrations',
] as const

/** The tabs of an organisation's own settings, each with an address of its own. */
export function OrganisationTabs({ current }: { current: (typeof tabs)[number] }) {
  const { t } = useTranslation()
  return (
    <PageTabs label={t('common:nav.organisation')} current={current}>
      {tabs.map((tab) => (
        <Link key={tab} to={paths[tab]} aria-current={tab === current ? 'page' : undefined}>
          {t(`company:tab.${tab}`)}
        </Link>
      ))}
    </PageTabs>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountPath } from '../../../app/paths.ts'
import { PageTabs } from '../../../ui/layout/PageTabs.tsx'
import classes from './AccountTabs.module.css'
import { type Tab, tabs } from './tabs.ts'

/** Parts of the page, each with an address of its own. */
export function AccountTabs({ current, unsaved }: { current: Tab; unsaved: readonly Tab[] }) {
  const { t } = useTranslation()
  return (
    <PageTabs label={t('account:tabs')} current={current}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={accountPath(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`account:tab.${tab}`)}
          {unsaved.includes(tab) ? (
            <span className={`circle ${classes.unsaved}`}>
              <span className="sr">{t('account:unsaved')}</span>
            </span>
          ) : null}
        </Link>
      ))}
    </PageTabs>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { clientPath } from '../../../app/paths.ts'
import { PageTabs } from '../../../ui/layout/PageTabs.tsx'
import classes from '../clients.module.css'
import { type Tab, tabs } from './tabs.ts'

/** Parts of the page, each with an address of its own; search and filters start afresh. */
export function ClientTabs({ client, current }: { client: Client; current: Tab }) {
  const { t, i18n } = useTranslation()
  const counts: Partial<Record<Tab, number>> = client.people
  return (
    <PageTabs label={t('clients:tabs')} current={current}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={clientPath(client.id, tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`clients:tab.${tab}`)}
          {counts[tab] === undefined ? null : (
            <span className={`semibold faint num tinted ${classes.count}`}>
              {formatNumber(counts[tab], i18n.language)}
            </span>
          )}
        </Link>
      ))}
    </PageTabs>
  )
}

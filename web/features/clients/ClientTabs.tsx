import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatNumber } from '#contract/format.ts'
import { clientPath } from '../../app/paths.ts'
import classes from './clients.module.css'
import { type Tab, tabs } from './tabs.ts'

/** Parts of the page, each with an address of its own; search and filters start afresh. */
export function ClientTabs({ client, current }: { client: Client; current: Tab }) {
  const { t, i18n } = useTranslation()
  const list = useRef<HTMLElement>(null)
  const counts: Partial<Record<Tab, number>> = client.people
  useEffect(() => {
    // On a phone the row is wider than the screen.
    // Not scrollIntoView, which would move the page as well.
    const row = list.current?.getBoundingClientRect()
    const tab = list.current?.querySelector(`[href$="/${current}"]`)?.getBoundingClientRect()
    if (!row || !tab || !list.current) return
    if (tab.right > row.right) list.current.scrollLeft += tab.right - row.right
    if (tab.left < row.left) list.current.scrollLeft += tab.left - row.left
  }, [current])
  return (
    <nav ref={list} className={classes.tabs} aria-label={t('clients:tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={clientPath(client.id, tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`clients:tab.${tab}`)}
          {counts[tab] === undefined ? null : <span>{formatNumber(counts[tab], i18n.language)}</span>}
        </Link>
      ))}
    </nav>
  )
}

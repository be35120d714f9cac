import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { accountPath } from '../../app/paths.ts'
import classes from './AccountTabs.module.css'
import { type Tab, tabs } from './tabs.ts'

/** Parts of the page, each with an address of its own. */
export function AccountTabs({ current, unsaved }: { current: Tab; unsaved: readonly Tab[] }) {
  const { t } = useTranslation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the row is wider than the screen.
    list.current
      ?.querySelector(`[href$="/${current}"]`)
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={list} className={classes.tabs} aria-label={t('account:tabs')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={accountPath(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`account:tab.${tab}`)}
          {unsaved.includes(tab) ? (
            <span className={classes.unsaved}>
              <span className="sr">{t('account:unsaved')}</span>
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}

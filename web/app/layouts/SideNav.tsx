import { Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { entryPath, hasAccess } from '../access.ts'
import { useAuth } from '../auth.ts'
import { setSideNavCollapse, useThemeSettings } from '../themeSettings.ts'
import { Logo } from './Logo.tsx'
import { type NavigationItem, navigation } from './navigation.ts'
import classes from './SideNav.module.css'

/** The navigation's links; in the drawer on small screens too. */
export function NavLinks({ collapsed = false, onFollow }: { collapsed?: boolean; onFollow?: () => void }) {
  const { t } = useTranslation()
  const held = useAuth((state) => state.user.authority)
  return (
    <nav className={classes.links} aria-label={t('common:nav.main')} data-collapsed={collapsed || undefined}>
      {navigation.map((group) => (
        <div key={group.key}>
          <h2>{t(`common:nav.${group.key}`)}</h2>
          {group.items
            .filter((item) => hasAccess(item.authority, held))
            .map((item) => (
              <Item key={item.key} item={item} collapsed={collapsed} onFollow={onFollow} />
            ))}
        </div>
      ))}
    </nav>
  )
}

interface ItemProps {
  item: NavigationItem
  collapsed: boolean
  onFollow: (() => void) | undefined
}

function Item({ item, collapsed, onFollow }: ItemProps) {
  const { t } = useTranslation()
  const Icon = item.icon
  const words = t(`common:nav.${item.key}`)
  return (
    <Tooltip label={words} position="right" disabled={!collapsed}>
      <NavLink to={item.to} className={classes.item ?? ''} onClick={onFollow}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <span className={collapsed ? 'sr' : undefined}>{words}</span>
      </NavLink>
    </Tooltip>
  )
}

/** 290 px wide, 80 px collapsed; its colours come from the theme's nav mode. */
export function SideNav() {
  const { t } = useTranslation()
  const { navMode, layout } = useThemeSettings()
  const user = useAuth((state) => state.user)
  const collapsed = layout.sideNavCollapse
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const words = collapsed ? t('common:nav.expand') : t('common:nav.collapse')
  return (
    <aside className={`${classes.nav} nav-${navMode}`} data-collapsed={collapsed || undefined}>
      <div className={classes.head}>
        <Logo to={entryPath(user)} bare={collapsed} />
      </div>
      <NavLinks collapsed={collapsed} />
      <div className={classes.foot}>
        <Tooltip label={words} position="right" disabled={!collapsed}>
          <button
            type="button"
            className={classes.item}
            aria-pressed={collapsed}
            onClick={() => setSideNavCollapse(!collapsed)}
          >
            <Icon size={20} stroke={1.75} className="flip" aria-hidden />
            <span className={collapsed ? 'sr' : undefined}>{words}</span>
          </button>
        </Tooltip>
      </div>
    </aside>
  )
}

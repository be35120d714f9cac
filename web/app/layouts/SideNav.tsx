import { Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { entryPath } from '../access.ts'
import { useAuth } from '../auth.ts'
import { type NavMode, setSideNavCollapse, useThemeSettings } from '../themeSettings.ts'
import { Logo } from './Logo.tsx'
import links from './NavLinks.module.css'
import { NavLinks } from './NavLinks.tsx'
import classes from './SideNav.module.css'

/** 290 px wide, 80 px collapsed; its colours come from the theme's nav mode, unless the layout has one of its own. */
export function SideNav({ navMode }: { navMode?: NavMode | undefined }) {
  const chosen = useThemeSettings((state) => state.navMode)
  const collapsed = useThemeSettings((state) => state.layout.sideNavCollapse)
  const user = useAuth((state) => state.user)
  return (
    <aside
      className={`flex vertical rigid no-print ${classes.nav} nav-${navMode ?? chosen}`}
      data-collapsed={collapsed || undefined}
    >
      <div className={`row rigid ${classes.head}`}>
        <Logo to={entryPath(user)} bare={collapsed} />
      </div>
      <NavLinks collapsed={collapsed} />
      <div className={classes.foot}>
        <CollapseButton collapsed={collapsed} />
      </div>
    </aside>
  )
}

function CollapseButton({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation()
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const words = collapsed ? t('common:nav.expand') : t('common:nav.collapse')
  return (
    <Tooltip label={words} position="right" disabled={!collapsed}>
      <button
        type="button"
        className={`plain-button row full-width gap-12 medium text-start rounded touch-height ${links.item}`}
        data-collapsed={collapsed || undefined}
        onClick={() => setSideNavCollapse(!collapsed)}
      >
        <Icon size={20} stroke={1.75} className="rigid flip" aria-hidden />
        <span className={collapsed ? 'sr' : undefined}>{words}</span>
      </button>
    </Tooltip>
  )
}

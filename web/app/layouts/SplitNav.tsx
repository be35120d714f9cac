import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { entryPath } from '../access.ts'
import { useAuth } from '../auth.ts'
import { setSideNavCollapse, useThemeSettings } from '../themeSettings.ts'
import { Mark } from './Logo.tsx'
import { NavItem } from './NavLinks.tsx'
import type { NavigationGroup } from './navigation.ts'
import classes from './SplitNav.module.css'
import { useNavigationGroups } from './useNavigation.ts'

/** 80 px of sections with words, and 250 px of what is in the open one; the second part can be put away. */
export function SplitNav() {
  const collapsed = useThemeSettings((state) => state.layout.sideNavCollapse)
  const { groups, current } = useNavigationGroups()
  const open = current?.group ?? groups[0]
  return (
    <>
      <Rail groups={groups} open={current?.group} collapsed={collapsed} />
      {open && !collapsed ? <Section group={open} /> : null}
    </>
  )
}

interface RailProps {
  groups: readonly NavigationGroup[]
  open: NavigationGroup | undefined
  collapsed: boolean
}

function Rail({ groups, open, collapsed }: RailProps) {
  const { t } = useTranslation()
  const navMode = useThemeSettings((state) => state.navMode)
  const user = useAuth((state) => state.user)
  return (
    <nav
      className={`flex align-center vertical rigid no-print ${classes.rail} nav-${navMode}`}
      aria-label={t('shell:sections')}
    >
      <Link to={entryPath(user)} className={`stack centered full-width ${classes.mark}`} aria-label="Terazi">
        <Mark />
      </Link>
      {groups.map((group) => (
        <Link
          key={group.key}
          to={group.items[0]?.to ?? ''}
          className={`plain-button stack items-center rigid gap-4 text-12 medium text-center rounded ${classes.section}`}
          aria-current={group.key === open?.key || undefined}
        >
          <group.icon size={24} stroke={1.75} aria-hidden />
          {t(`common:nav.${group.key}`)}
        </Link>
      ))}
      {collapsed ? (
        <button
          type="button"
          className={`plain-button stack items-center rigid gap-4 text-12 medium text-center rounded ${classes.expand}`}
          onClick={() => setSideNavCollapse(false)}
        >
          <IconLayoutSidebarLeftExpand size={24} stroke={1.75} className="flip" aria-hidden />
          {t('shell:listOpen')}
        </button>
      ) : null}
    </nav>
  )
}

function Section({ group }: { group: NavigationGroup }) {
  const { t } = useTranslation()
  const words = t(`common:nav.${group.key}`)
  return (
    <aside className={`flex vertical rigid no-print nav-light ${classes.list}`}>
      <div className={`row rigid semibold ink ${classes.head}`}>
        {t(`common:nav.${group.key}`)}
        <button
          type="button"
          className={`stack centered push-end faint rounded bare pointer ${classes.collapse}`}
          aria-label={t('shell:listClose')}
          onClick={() => setSideNavCollapse(true)}
        >
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} className="flip" aria-hidden />
        </button>
      </div>
      <nav className={`grow ${classes.items}`} aria-label={words}>
        {group.items.map((item) => (
          <NavItem key={item.key} item={item} />
        ))}
      </nav>
    </aside>
  )
}

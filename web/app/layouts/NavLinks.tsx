import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import classes from './NavLinks.module.css'
import type { NavigationItem } from './navigation.ts'
import { useCounts } from './useCounts.ts'
import { useNavigationGroups } from './useNavigation.ts'

interface NavLinksProps {
  collapsed?: boolean
  onFollow?: () => void
}

/** The navigation's groups and links, as a column; in the drawer on small screens too. */
export function NavLinks({ collapsed = false, onFollow }: NavLinksProps) {
  const { t } = useTranslation()
  const { groups } = useNavigationGroups()
  return (
    <nav
      className={`grow ${classes.links}`}
      aria-label={t('common:nav.main')}
      data-collapsed={collapsed || undefined}
    >
      {groups.map((group) => (
        <div key={group.key}>
          <h2 className="text-12 medium">{t(`common:nav.${group.key}`)}</h2>
          {group.items.map((item) => (
            <NavItem key={item.key} item={item} collapsed={collapsed} onFollow={onFollow} />
          ))}
        </div>
      ))}
    </nav>
  )
}

interface NavItemProps {
  item: NavigationItem
  collapsed?: boolean
  onFollow?: (() => void) | undefined
}

export function NavItem({ item, collapsed = false, onFollow }: NavItemProps) {
  const { t } = useTranslation()
  const { current } = useNavigationGroups()
  const Icon = item.icon
  const words = t(`common:nav.${item.key}`)
  return (
    <Tooltip label={words} position="right" disabled={!collapsed}>
      <Link
        to={item.to}
        className={`plain-button row full-width gap-12 medium text-start rounded touch-height ${classes.item}`}
        data-collapsed={collapsed || undefined}
        aria-current={current?.item === item ? 'page' : undefined}
        onClick={onFollow}
      >
        <Icon className="rigid" size={20} stroke={1.75} aria-hidden />
        <span className={collapsed ? 'sr' : undefined}>{words}</span>
        {item.key === 'assignments' && !collapsed ? <Pending /> : null}
      </Link>
    </Tooltip>
  )
}

/** The number of pending tests, beside the link to them. */
function Pending() {
  const { t, i18n } = useTranslation()
  const counts = useCounts()
  if (!counts?.pending) return null
  const number = formatNumber(counts.pending, i18n.language)
  return (
    <span className={`push-end num ${classes.count}`}>
      <span aria-hidden>{number}</span>
      <span className="sr">{t('shell:pending', { number })}</span>
    </span>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useThemeSettings } from '../themeSettings.ts'
import classes from './NavTabs.module.css'
import { useNavigationGroups } from './useNavigation.ts'

/** The navigation's entries in a row; what does not fit is scrolled to. */
export function NavTabs() {
  const { t } = useTranslation()
  const navMode = useThemeSettings((state) => state.navMode)
  const { groups, current } = useNavigationGroups()
  return (
    <nav className={`rigid no-print ${classes.bar} nav-${navMode}`} aria-label={t('common:nav.main')}>
      <div className={`flex full-width ${classes.row}`}>
        {groups.map((group) => (
          <ul
            key={group.key}
            className={`flex rigid ${classes.group}`}
            aria-label={t(`common:nav.${group.key}`)}
          >
            {group.items.map((item) => (
              <li key={item.key}>
                <Link
                  to={item.to}
                  className={`inline-row relative gap-8 medium nowrap ${classes.tab}`}
                  aria-current={current?.item === item ? 'page' : undefined}
                >
                  <item.icon size={18} stroke={1.75} aria-hidden />
                  {t(`common:nav.${item.key}`)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  )
}

import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { entryPath } from '../access.ts'
import { useAuth } from '../auth.ts'
import { ChosenClient } from './ChosenClient.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { openMenu, useOverlays } from './overlays.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import classes from './TopBar.module.css'
import tools from './tools.module.css'
import { UserMenu } from './UserMenu.tsx'

/** Client, search, tools and person; under 1100 px with the button that opens the navigation, above with the logo if wanted. */
export function TopBar({ logo = false }: { logo?: boolean | undefined }) {
  const user = useAuth((state) => state.user)
  return (
    <header className={`rigid no-print ${classes.top}`}>
      <div className={`row full-width gap-12 ${classes.row}`}>
        <MenuButton className={classes.burger} />
        {logo ? (
          <span className={classes.logo}>
            <Logo to={entryPath(user)} />
          </span>
        ) : null}
        <ChosenClient />
        <SearchButton />
        <div className="row rigid push-end gap-4">
          <span className={`nowrap ${tools.wide}`}>
            <LanguageSwitch />
            <ModeSwitch />
            <ThemeButton />
          </span>
          <UserMenu />
        </div>
      </div>
    </header>
  )
}

export function MenuButton({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const opened = useOverlays((state) => state.menu)
  return (
    <button
      type="button"
      className={`${tools.tool} ${className}`}
      aria-label={t('common:nav.open')}
      aria-haspopup="dialog"
      aria-expanded={opened}
      data-opens-panel
      onClick={openMenu}
    >
      <IconMenu2 size={20} stroke={1.75} aria-hidden />
    </button>
  )
}

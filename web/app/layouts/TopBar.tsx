import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChosenClient } from './ChosenClient.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { openMenu, useOverlays } from './overlays.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import classes from './TopBar.module.css'
import tools from './tools.module.css'
import { UserMenu } from './UserMenu.tsx'

/** Client, search, tools and person; under 1100 px with the button that opens the navigation. */
export function TopBar({ brand }: { brand?: ReactNode }) {
  return (
    <header className={`rigid no-print ${classes.top}`}>
      <div className={`row full-width gap-12 ${classes.row}`}>
        <MenuButton />
        {brand}
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

export function MenuButton({ className = classes.burger }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const opened = useOverlays((state) => state.menu)
  return (
    <button
      type="button"
      className={`${tools.tool} ${className ?? ''}`}
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

import { Drawer } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { worksForClients } from '#contract/access.ts'
import { useAuth } from '../auth.ts'
import { useSelectedClient } from '../clientSelection.ts'
import { useThemeSettings } from '../themeSettings.ts'
import { ChosenClient } from './ChosenClient.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import classes from './NavDrawer.module.css'
import { NavLinks } from './NavLinks.tsx'
import { closeMenu, useOverlays } from './overlays.ts'
import { SearchButton } from './search/SearchButton.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The navigation on small screens; in the layout that shows nothing but the page, also everything of a header. */
export function NavDrawer() {
  const { t } = useTranslation()
  const opened = useOverlays((state) => state.menu)
  const { pathname } = useLocation()
  // However a page was left, by a link here or in the menu of the person: the next one is not covered.
  useEffect(() => {
    if (pathname) closeMenu()
  }, [pathname])
  const navMode = useThemeSettings((state) => state.navMode)
  return (
    <Drawer
      opened={opened}
      onClose={closeMenu}
      size={290}
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('common:nav.close'), size: 44, iconSize: 22 }}
      transitionProps={{ duration: 240 }}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--scrim)' }}
      classNames={{
        content: `${classes.content} nav-${navMode === 'transparent' ? 'light' : navMode}`,
        header: classes.head ?? '',
        close: classes.close ?? '',
        body: `flex vertical ${classes.body}`,
      }}
    >
      <div className={`stack gap-8 surface rounded ${classes.work}`}>
        <ChosenClient />
        <SearchButton />
      </div>
      <ClientName />
      <NavLinks onFollow={closeMenu} />
      <div className={`flex gap-4 ${classes.tools}`}>
        <LanguageSwitch />
        <ModeSwitch />
        <ThemeButton />
        <span className={`push-end ${classes.person}`}>
          <UserMenu />
        </span>
      </div>
    </Drawer>
  )
}

/** The whole name of the client, which a small screen's header cuts. */
function ClientName() {
  const selected = useSelectedClient()
  const user = useAuth((state) => state.user)
  const { pathname } = useLocation()
  if (!selected || !worksForClients(user) || pathname.startsWith('/admin/')) return null
  return (
    <p className={`hidden semibold breakable ${classes.client}`} dir="auto">
      {selected.label}
    </p>
  )
}

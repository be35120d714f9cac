import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { useThemeSettings } from '../themeSettings.ts'
import classes from './ClassicLayout.module.css'
import { ClientSelector } from './ClientSelector.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { NavLinks, SideNav } from './SideNav.tsx'
import tools from './tools.module.css'
import { UserMenu } from './UserMenu.tsx'

/** White navigation with an edge, grey ground, ring cards; under 1100 px a header and a drawer. */
export function ClassicLayout() {
  const { t } = useTranslation()
  const cardBordered = useThemeSettings((state) => state.cardBordered)
  const [opened, drawer] = useDisclosure(false)
  return (
    <div className={classes.app} data-card-bordered={cardBordered || undefined}>
      <SideNav />
      <div className={classes.body}>
        <header className={classes.top}>
          <button
            type="button"
            className={`${tools.tool} ${classes.burger}`}
            aria-label={t('common:nav.open')}
            aria-expanded={opened}
            onClick={drawer.open}
          >
            <IconMenu2 size={20} stroke={1.75} aria-hidden />
          </button>
          <ClientSelector />
          <div className={tools.tools}>
            <span className={tools.wide}>
              <LanguageSwitch />
              <ModeSwitch />
            </span>
            <UserMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.page}>
          <Outlet />
        </main>
      </div>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={290}
        title={<Logo />}
        closeButtonProps={{ 'aria-label': t('common:nav.close'), size: 44, iconSize: 22 }}
        transitionProps={{ duration: 240 }}
        classNames={{
          content: `${classes.drawer} nav-light`,
          header: classes.drawerHead ?? '',
          body: classes.drawerBody ?? '',
        }}
      >
        <NavLinks onFollow={drawer.close} />
        <div className={classes.drawerTools}>
          <LanguageSwitch />
          <ModeSwitch />
        </div>
      </Drawer>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { entryPath } from '../access.ts'
import { isAuthenticated, useAuth } from '../auth.ts'
import { paths } from '../paths.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import classes from './PublicLayout.module.css'
import tools from './tools.module.css'

const year = new Date().getFullYear()

export function PublicLayout() {
  const { t } = useTranslation()
  const session = useAuth()
  const signedIn = isAuthenticated(session)
  return (
    <div className={classes.root}>
      <header className={classes.top}>
        <Logo />
        <div className={tools.tools}>
          <LanguageSwitch />
          <ModeSwitch />
          <Button component={Link} to={signedIn ? entryPath(session.user) : paths.signIn} size="sm">
            {signedIn ? t('common:nav.myPage') : t('common:nav.signIn')}
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={classes.foot}>© {year} Terazi</footer>
    </div>
  )
}

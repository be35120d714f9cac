import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { publicPages } from '#contract/publicPages.ts'
import { useLocaleSettings } from '../localeSettings.ts'
import classes from './AuthLayout.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { ScalesArt } from './ScalesArt.tsx'
import tools from './tools.module.css'

const year = new Date().getFullYear()

/** Around sign-in, links and dead ends: the form at the start, the scales at the end. */
export function AuthLayout() {
  const { t } = useTranslation()
  const locale = useLocaleSettings((state) => state.currentLang)
  return (
    <div className={classes.root}>
      <div className={classes.side}>
        <header className={classes.top}>
          <Logo />
          <div className={tools.tools}>
            <LanguageSwitch />
            <ModeSwitch />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={classes.middle}>
          <Outlet />
        </main>
        <footer className={classes.foot}>
          <span>© {year} Terazi</span>
          <a href={publicPages.terms[locale]}>{t('common:terms')}</a>
          <a href={publicPages.privacy[locale]}>{t('common:privacy')}</a>
        </footer>
      </div>
      <aside className={classes.art}>
        <ScalesArt />
        <div className={classes.caption}>
          <b>{t('common:art.title')}</b>
          <p>{t('common:art.text')}</p>
        </div>
      </aside>
    </div>
  )
}

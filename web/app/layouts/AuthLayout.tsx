import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { publicPages } from '#contract/publicPages.ts'
import { useLocaleSettings } from '../localeSettings.ts'
import classes from './AuthLayout.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { ScalesArt } from './ScalesArt.tsx'

const year = new Date().getFullYear()

/** Around sign-in, links and dead ends: the form at the start, the scales at the end. */
export function AuthLayout() {
  const { t } = useTranslation()
  const locale = useLocaleSettings((state) => state.currentLang)
  return (
    <div className={`stack surface ${classes.root}`}>
      <div className={`flex vertical ${classes.side}`}>
        <header className="row split">
          <Logo />
          <div className="row rigid push-end gap-4">
            <LanguageSwitch />
            <ModeSwitch />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={`stack justify-center grow ${classes.middle}`}>
          <Outlet />
        </main>
        <footer className={`row wraps text-13 faint ${classes.foot}`}>
          <span>© {year} Terazi</span>
          <a className="inline-row muted touch-height" href={publicPages.terms[locale]}>
            {t('common:terms')}
          </a>
          <a className="inline-row muted touch-height" href={publicPages.privacy[locale]}>
            {t('common:privacy')}
          </a>
        </footer>
      </div>
      <aside className={`stack items-center well edged ${classes.art}`}>
        <ScalesArt />
        <div className={`text-center ${classes.caption}`}>
          <b className="text-24">{t('common:art.title')}</b>
          <p className="text-16 muted">{t('common:art.text')}</p>
        </div>
      </aside>
    </div>
  )
}

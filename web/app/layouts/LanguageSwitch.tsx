import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../i18n.ts'
import { useLocaleSettings } from '../localeSettings.ts'
import classes from './tools.module.css'

// Each language is named in itself, so that its speakers can read it.
const names = { tr: 'Türkçe', en: 'English' } as const

/** Two languages need no menu: one press changes to the other. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const current = useLocaleSettings((state) => state.currentLang)
  const other = current === 'tr' ? 'en' : 'tr'
  const code = current.toUpperCase()
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t('common:language.change', { code, name: names[current], other: names[other] })}
      onClick={() => void setLanguage(other)}
    >
      <IconLanguage size={20} stroke={1.75} aria-hidden />
      {code}
    </button>
  )
}

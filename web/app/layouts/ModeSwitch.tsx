import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setMode, useThemeSettings } from '../themeSettings.ts'
import classes from './tools.module.css'

export function ModeSwitch() {
  const { t } = useTranslation()
  const mode = useThemeSettings((state) => state.mode)
  const Icon = mode === 'dark' ? IconSun : IconMoon
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={mode === 'dark' ? t('common:mode.light') : t('common:mode.dark')}
      onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  )
}

import { IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setTheme, useThemeSettings } from '../themeSettings.ts'
import { useOverlays } from './overlays.ts'
import tools from './tools.module.css'

export function ThemeButton() {
  const { t } = useTranslation()
  const opened = useThemeSettings((state) => state.panelExpand)
  return (
    <button
      type="button"
      data-opens-panel
      className={tools.tool}
      aria-label={t('shell:theme.title')}
      aria-expanded={opened}
      onClick={() => {
        // A person who opens the panel goes on in it; a panel that was open before a reload takes no focus.
        useOverlays.setState({ menu: false, focusPanel: true })
        setTheme({ panelExpand: !opened })
      }}
    >
      <IconPalette size={20} stroke={1.75} aria-hidden />
    </button>
  )
}

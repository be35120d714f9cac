import { IconRotate2, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { resetTheme, setTheme } from '../../themeSettings.ts'
import { useOverlays } from '../overlays.ts'
import tools from '../tools.module.css'
import {
  BorderChoice,
  DirectionChoice,
  LayoutChoice,
  LevelChoice,
  ModeChoice,
  NavModeChoice,
  SizeChoice,
} from './choices.tsx'
import { SwatchChoice } from './SwatchChoice.tsx'
import classes from './ThemePanel.module.css'

/** Back to the button that opened it, or to the one of the menu where that is hidden. */
function close() {
  setTheme({ panelExpand: false })
  const openers = document.querySelectorAll<HTMLElement>('[data-opens-panel]')
  const seen = [...openers].filter((one) => one.checkVisibility())
  seen.at(-1)?.focus()
}

/**
 * Every choice shows at once on the page beside it. Not modal for that reason: the page stays in view and in use, and a
 * panel that was left open is there again after a reload without taking the focus.
 */
export function ThemePanel() {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!useOverlays.getState().focusPanel) return
    useOverlays.setState({ focusPanel: false })
    panel.current?.focus()
  }, [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="theme-panel-title"
      className={`flex vertical raised no-print ${classes.panel}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className={`row split rigid edged-bottom ${classes.head}`}>
        <h2 className="text-16" id="theme-panel-title">
          {t('shell:theme.title')}
        </h2>
        <button type="button" className={tools.tool} aria-label={t('shell:theme.close')} onClick={close}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={`stack content-start grow gap-24 ${classes.body}`}>
        <SwatchChoice />
        <LevelChoice />
        <ModeChoice />
        <LayoutChoice />
        <NavModeChoice />
        <BorderChoice />
        <SizeChoice />
        <DirectionChoice />
      </div>
      <div className={`rigid edged-top ${classes.foot}`}>
        <Button size="sm" icon={<IconRotate2 className="flip" aria-hidden />} onClick={resetTheme}>
          {t('shell:theme.reset')}
        </Button>
      </div>
    </section>
  )
}
